// Where an installed n8n lies, in the user's cache folder.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export function isInstalled(folder) {
	return existsSync(path.join(folder, 'installed'));
}

/** Changes with everything that decides what gets installed, so that a changed lock file means another folder. */
export function locateHost({ files }) {
	const hash = createHash('sha256').update(`${process.platform}-${process.arch}`);
	for (const text of Object.values(files)) hash.update(text);
	const cache = process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache');
	const name = `n8n-host-${hash.digest('hex').slice(0, 12)}`;
	return path.join(cache, 'n8n-nodes-reservation-service', name);
}

export function nodeBinary(folder, definition) {
	return path.join(nodeFolder(folder, definition), 'node_modules', 'node', 'bin', 'node');
}

export function nodeFolder(folder, { node }) {
	return path.join(folder, `node${node.split('.')[0]}`);
}
