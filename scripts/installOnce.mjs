// What the tests and the demo run on lies in the user's cache folder, installed once for all clones.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const caches = process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache');
export const cache = path.join(caches, 'n8n-nodes-reservation-service');
const staleAfter = 30_000;

/**
 * Has a folder made, unless an earlier run has; processes that ask at the same time wait for the one that makes it.
 *
 * @param {Record<string, string>} files what npm installs from, by name; another content is another folder
 * @param {(stage: string) => Promise<void>} install adds what belongs beside them, in a folder that takes the other's name at the end
 * @returns {Promise<string>} the folder
 */
export async function installOnce(name, files, install) {
	const hash = createHash('sha256').update(`${process.platform}-${process.arch}`);
	for (const text of Object.values(files)) hash.update(text);
	const folder = path.join(cache, `${name}-${hash.digest('hex').slice(0, 12)}`);
	if (fs.existsSync(folder)) return folder;
	await holdLock(`${folder}.lock`, async () => {
		if (fs.existsSync(folder)) return;
		const stage = `${folder}.partial`;
		fs.rmSync(stage, { recursive: true, force: true });
		fs.mkdirSync(stage, { recursive: true });
		for (const file of Object.keys(files)) fs.writeFileSync(path.join(stage, file), files[file]);
		await install(stage);
		fs.renameSync(stage, folder);
	});
	return folder;
}

/** The holder renews the lock's time, so that one left behind by a process that died is known, in another container too. */
async function holdLock(lock, work) {
	fs.mkdirSync(cache, { recursive: true });
	for (let tries = 0; !tryMake(lock); tries++) {
		if (tries === 0) console.log('Waiting for another process, which is installing it …');
		const renewed = fs.statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
		if (Date.now() - renewed > staleAfter) fs.rmSync(lock, { recursive: true, force: true });
		await sleep(1000);
	}
	const release = () => fs.rmSync(lock, { recursive: true, force: true });
	const renewal = setInterval(() => fs.utimesSync(lock, new Date(), new Date()), staleAfter / 6);
	process.once('exit', release);
	try {
		await work();
	} finally {
		clearInterval(renewal);
		process.off('exit', release);
		release();
	}
}

function tryMake(folder) {
	try {
		fs.mkdirSync(folder);
		return true;
	} catch {
		return false;
	}
}

/** @throws {Error} with the end of what npm said */
export async function runNpm(words, cwd, environment = process.env) {
	const logFile = path.join(cwd, 'npm.log');
	const flags = ['--no-audit', '--no-fund', '--fetch-retry-maxtimeout=10000'];
	const npm = spawn('npm', [...words, ...flags], { cwd, env: environment });
	const output = fs.createWriteStream(logFile);
	for (const stream of [npm.stdout, npm.stderr]) stream.pipe(output, { end: false });
	const stop = () => npm.kill();
	process.once('exit', stop);
	const code = await new Promise((resolve) => npm.once('error', resolve).once('close', resolve));
	process.off('exit', stop);
	await new Promise((resolve) => output.end(resolve));
	if (code === 0) return;
	const end = fs.readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-12).join('\n  ');
	throw new Error(`npm ${words.join(' ')} did not work. ${logFile} ends with:\n  ${end}`);
}
