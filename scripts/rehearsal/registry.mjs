// An npm registry on this machine that knows nothing but what is published to it.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { holdLock } from '../installLock.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const definition = path.join(root, 'test', 'rehearsal', 'registry', 'package.json');

/**
 * @param {{ node: string, folder: string, port: number }} settings a Node.js to run it with, and an empty folder for what it keeps
 * @returns {Promise<{ url: string, publish: (tarball: string) => void, stop: () => Promise<void> }>}
 */
export async function startRegistry({ node, folder, port }) {
	const installed = await ensureVerdaccio();
	const url = `http://127.0.0.1:${port}`;
	const config = path.join(folder, 'config.yaml');
	const access = '{ access: $all, publish: $all, unpublish: $all }';
	writeFileSync(
		config,
		`storage: ./storage\nauth: {}\nuplinks: {}\npackages:\n  '**': ${access}\nlog: { type: stdout, level: error }\n`,
	);
	const verdaccio = path.join(installed, 'node_modules', 'verdaccio', 'bin', 'verdaccio');
	const words = [verdaccio, '--config', config, '--listen', `127.0.0.1:${port}`];
	const child = spawn(node, words, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
	let said = '';
	for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
	const ended = new Promise((resolve) => child.once('exit', resolve));
	await untilReady(`${url}/-/ping`, child, () => said);
	return {
		url,
		publish: (tarball) => publish(url, tarball),
		stop: async () => {
			child.kill();
			await ended;
		},
	};
}

/** Installs it once into the user's cache folder. */
async function ensureVerdaccio() {
	const manifest = readFileSync(definition, 'utf8');
	const digest = createHash('sha256').update(manifest).digest('hex').slice(0, 12);
	const cache = process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache');
	const folder = path.join(cache, 'n8n-nodes-reservation-service', `registry-${digest}`);
	if (existsSync(folder)) return folder;
	const wait = (pid) =>
		console.log(`Waiting for process ${pid}, which is installing the registry …`);
	await holdLock(`${folder}.lock`, wait, () => {
		if (existsSync(folder)) return;
		console.log('Installing verdaccio, once.');
		const stage = `${folder}.partial`;
		rmSync(stage, { recursive: true, force: true });
		mkdirSync(stage, { recursive: true });
		writeFileSync(path.join(stage, 'package.json'), manifest);
		const flags = ['--ignore-scripts', '--no-audit', '--no-fund'];
		const { status, stderr } = spawnSync('npm', ['install', ...flags], {
			cwd: stage,
			encoding: 'utf8',
		});
		if (status !== 0) throw new Error(`npm could not install verdaccio:\n${stderr}`);
		renameSync(stage, folder);
	});
	return folder;
}

async function untilReady(address, child, said) {
	for (let n = 0; n < 300; n++) {
		if (child.exitCode !== null) throw new Error(`verdaccio ended:\n${said()}`);
		if (
			await fetch(address).then(
				({ ok }) => ok,
				() => false,
			)
		)
			return;
		await sleep(200);
	}
	child.kill();
	throw new Error(`verdaccio did not get ready:\n${said()}`);
}

/** Its access rules ask for nothing, but npm insists on a token. */
function publish(url, tarball) {
	const flags = [`--registry=${url}`, `--${url.replace('http:', '')}/:_authToken=none`];
	const { status, stderr } = spawnSync(
		'npm',
		['publish', tarball, ...flags, '--provenance=false'],
		{
			encoding: 'utf8',
		},
	);
	if (status !== 0) throw new Error(`npm could not publish ${tarball}:\n${stderr}`);
}
