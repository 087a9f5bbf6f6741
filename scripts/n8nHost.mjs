// A real n8n, installed once into the user's cache folder and shared by the demo and the end-to-end suite.
// It brings its own Node.js: n8n asks for a newer one than this package does, and an older n8n for an older one.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { holdLock } from './installLock.mjs';
import { defineHost } from './n8nDefinition.mjs';
import { isInstalled, locateHost, nodeBinary } from './n8nHost/folders.mjs';
import { HostError } from './n8nHost/hostError.mjs';
import { install } from './n8nHost/install.mjs';

/**
 * Installs n8n unless an earlier run, of this clone or of another, has already done so. Processes that ask at the
 * same time wait for the one that installs; an installation that was interrupted goes on where it stopped.
 *
 * @param {{ log?: (line: string) => void, version?: string }} [options] version: such as 1.123; the newest by default
 * @returns {Promise<{ node: string, n8n: string, environment: Record<string, string> }>} the files to run, `node n8n …`, and
 * what this version needs in its environment
 * @throws {HostError} no registry in reach, not enough disk, no compiler where one is needed
 */
export async function ensureN8nHost({ log = console.log, version } = {}) {
	const definition = defineHost(version);
	const folder = locateHost(definition);
	if (!isInstalled(folder)) {
		const announceWait = (pid) => log(`Waiting for process ${pid}, which is installing n8n …`);
		await holdLock(`${folder}.lock`, announceWait, async () => {
			if (!isInstalled(folder)) await install(definition, folder, log);
		});
	}
	return {
		node: nodeBinary(folder, definition),
		n8n: path.join(folder, 'node_modules', 'n8n', 'bin', 'n8n'),
		environment: definition.environment,
	};
}

/** The folder in which the newest n8n is installed; undefined if it is not yet. */
export function findN8nHost() {
	const folder = locateHost(defineHost());
	return isInstalled(folder) ? folder : undefined;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	ensureN8nHost().catch((error) => {
		console.error(error instanceof HostError ? error.message : error);
		process.exitCode = 1;
	});
}
