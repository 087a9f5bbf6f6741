// The program of an npm registry on this machine, see test/rehearsal/localRegistry.ts.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { holdLock } from '../installLock.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const definition = path.join(root, 'test', 'rehearsal', 'registry', 'package.json');

/**
 * Installs it once into the user's cache folder.
 *
 * @returns {Promise<string>} the file to run with Node.js
 */
export async function ensureVerdaccio() {
	const manifest = readFileSync(definition, 'utf8');
	const digest = createHash('sha256').update(manifest).digest('hex').slice(0, 12);
	const cache = process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache');
	const folder = path.join(cache, 'n8n-nodes-reservation-service', `registry-${digest}`);
	if (!existsSync(folder)) {
		const announceWait = (pid) =>
			console.log(`Waiting for process ${pid}, which is installing the registry …`);
		await holdLock(`${folder}.lock`, announceWait, () => {
			if (!existsSync(folder)) install(manifest, folder);
		});
	}
	return path.join(folder, 'node_modules', 'verdaccio', 'bin', 'verdaccio');
}

function install(manifest, folder) {
	console.log('Installing verdaccio, once.');
	const stage = `${folder}.partial`;
	rmSync(stage, { recursive: true, force: true });
	mkdirSync(stage, { recursive: true });
	writeFileSync(path.join(stage, 'package.json'), manifest);
	const words = ['install', '--ignore-scripts', '--no-audit', '--no-fund'];
	const { status, stderr } = spawnSync('npm', words, { cwd: stage, encoding: 'utf8' });
	if (status !== 0) throw new Error(`npm could not install verdaccio:\n${stderr}`);
	renameSync(stage, folder);
}
