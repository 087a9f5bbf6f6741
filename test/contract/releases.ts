import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Contract } from './contract';

/** One folder per released version: its contract, and what was saved with it. */
export const releasesFolder = path.join('test', 'contract', 'released');

/** The released versions, the oldest first. */
export function listReleases(root: string): string[] {
	return readdirSync(path.join(root, releasesFolder)).sort((a, b) =>
		a.localeCompare(b, 'en', { numeric: true }),
	);
}

export function readReleased(root: string, version: string): Contract {
	const file = path.join(root, releasesFolder, version, 'contract.json');
	return JSON.parse(readFileSync(file, 'utf8')) as Contract;
}
