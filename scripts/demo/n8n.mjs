// n8n with the packed package installed: one process, or all that queue mode takes.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { packPackage } from '../packPackage.mjs';
import { startQueue } from './queue.mjs';
import { say } from './terminal.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
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
export async function startN8n(tool, { queue, dev }, settings, cleanups) {
	return queue ? startSeveral(tool, settings, cleanups) : startOne(tool, dev, settings, cleanups);
}

async function startOne(tool, dev, { host, packageFolder, port }, cleanups) {
	say('Starting n8n with the package installed', 20);
	const folders = tool('test/e2e/support/n8nFolder.ts');
	const userFolder = folders.createUserFolder(packageFolder);
	cleanups.push(() => folders.removeUserFolder(userFolder));
	const server = tool('test/e2e/support/n8nProcess.ts');
	const reload = dev && { N8N_DEV_RELOAD: 'true' };
	const n8n = await server.startN8n({
		host,
		userFolder,
		port,
		environment: { ...environment, ...reload },
	});
	cleanups.push(() => n8n.stop());
	if (dev) cleanups.push(compileAtEveryChange(folders.packageIn(userFolder)));
	return { url: n8n.url };
}

/** With N8N_DEV_RELOAD, n8n watches the files of the packages that are installed (2.41, LoadNodesAndCredentials.setupHotReload). */
function compileAtEveryChange(installed) {
	const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
	const words = [tsc, '--watch', '--preserveWatchOutput', '--outDir', path.join(installed, 'dist')];
	const compiler = spawn(process.execPath, words, { cwd: root, stdio: 'inherit' });
	return () => compiler.kill();
}

async function startSeveral(tool, settings, cleanups) {
	const system = await startQueue(tool, { ...settings, environment }, cleanups);
	return { url: system.main.url, workers: system.workers };
}
