import type { N8nHost } from './n8nFolder';
import type { N8nApi, Owner } from './n8nApi';
import { createN8nApi } from './olderN8nApi';

/** What globalSetup.mjs has prepared for every test file. */
export interface Instance {
	host: N8nHost;
	/** the unpacked tarball */
	packageFolder: string;
	/** of the running n8n */
	url: string;
	/** what it logs, at the level info */
	logFile: string;
	owner: Owner;
	/** of n8n, such as 1.123; absent for the newest */
	version?: string;
}

export function readInstance(): Instance {
	const text = process.env.E2E_INSTANCE;
	if (!text) throw new Error('There is no n8n: run the suite with its own jest.config.js');
	return JSON.parse(text) as Instance;
}

/** @returns the running n8n's REST interface, logged in as its owner */
export async function logIn(): Promise<N8nApi> {
	const { url, owner, version } = readInstance();
	const api = createN8nApi(url, version);
	await api.logIn(owner);
	return api;
}
