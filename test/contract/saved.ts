import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { IDataObject, IWorkflowBase } from 'n8n-workflow';
import type { Dialect } from '../service/dialect';
import { releasesFolder } from './releases';

/** A workflow as n8n's Download writes it. */
export type SavedWorkflow = Pick<IWorkflowBase, 'name' | 'nodes' | 'connections' | 'settings'> & {
	pinData: Record<string, Array<{ json: IDataObject }>>;
};

/** A credential as n8n's database holds it, but for its address, and the service it was made for. */
export interface SavedCredential {
	name: string;
	data: Record<string, string | number | boolean>;
	dialect: Partial<Dialect>;
}

/** What was saved with a released version. */
export interface Saved {
	/** By file name, without extension. */
	workflows: Record<string, SavedWorkflow>;
	credentials: SavedCredential[];
}

export function readSaved(root: string, version: string): Saved {
	const folder = path.join(root, releasesFolder, version);
	const workflows = readdirSync(path.join(folder, 'workflows')).sort();
	return {
		workflows: Object.fromEntries(
			workflows.map((file) => [
				path.basename(file, '.json'),
				readJson<SavedWorkflow>(path.join(folder, 'workflows', file)),
			]),
		),
		credentials: readJson<SavedCredential[]>(path.join(folder, 'credentials.json')),
	};
}

/** The credential's data with the address of a running service in place of the example. */
export function addressTo(url: string, { data }: SavedCredential): SavedCredential['data'] {
	const replaced = Object.entries(data).map(([name, value]) => [
		name,
		typeof value === 'string' ? value.replace('https://service.example', url) : value,
	]);
	return Object.fromEntries(replaced) as SavedCredential['data'];
}

function readJson<T>(file: string): T {
	return JSON.parse(readFileSync(file, 'utf8')) as T;
}
