// n8n with the packed package installed: one process, or all that queue mode takes.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { packPackage } from '../packPackage.mjs';
import { startQueue } from './queue.mjs';
import { say } from './say.mjs';

/** How long everything after n8n's installation takes, in seconds, on a machine of two cores. */
const usual = 30;
const environment = { GENERIC_TIMEZONE: Intl.DateTimeFormat().resolvedOptions().timeZone };

/** @returns {string} the folder of the unpacked package */
export function packForDemo({ queue }, cleanups) {
	say('Building and packing the package', queue ? usual * 2 : usual);
	const packageFolder = mkdtempSync(path.join(os.tmpdir(), 'demo-package-'));
	cleanups.push(() => rmSync(packageFolder, { recursive: true, force: true }));
	packPackage(packageFolder);
	return packageFolder;
}

/**
 * @param {{ host: object, packageFolder: string, port?: number }} settings
 * @param cleanups gets what ends it
 * @returns {Promise<{ url: string, workers?: object[] }>} workers in queue mode only
 */
export async function startN8n(tool, { queue }, settings, cleanups) {
	return queue ? startSeveral(tool, settings, cleanups) : startOne(tool, settings, cleanups);
}

async function startOne(tool, { host, packageFolder, port }, cleanups) {
	say('Starting n8n with the package installed', 20);
	const folders = tool('test/e2e/support/n8nFolder.ts');
	const userFolder = folders.createUserFolder(packageFolder);
	cleanups.push(() => folders.removeUserFolder(userFolder));
	const server = tool('test/e2e/support/n8nServer.ts');
	const n8n = await server.startN8n({ host, userFolder, port, environment });
	cleanups.push(() => n8n.stop());
	return { url: n8n.url };
}

async function startSeveral(tool, settings, cleanups) {
	const system = await startQueue(tool, { ...settings, environment }, cleanups);
	return { url: system.main.url, workers: system.workers };
}
