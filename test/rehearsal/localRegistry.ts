import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { findFreePort } from '../e2e/support/freePort';
import { repeatUntil } from '../e2e/support/repeatUntil';

/** An npm registry on this machine that knows nothing but what is published to it. */
export interface LocalRegistry {
	readonly url: string;
	/** @param content a package's folder, or its tarball. @throws Error with npm's words for it */
	publish(content: string): void;
	stop(): Promise<void>;
}

export interface RegistryPrograms {
	/** A Node.js to run it with. */
	node: string;
	/** As scripts/rehearsal/verdaccio.mjs installs it. */
	verdaccio: string;
}

/**
 * @param folder an empty one, for what it keeps
 * @throws Error with its own words when it ends or does not get ready in time
 */
export async function startRegistry(
	{ node, verdaccio }: RegistryPrograms,
	folder: string,
): Promise<LocalRegistry> {
	const port = await findFreePort();
	const url = `http://127.0.0.1:${port}`;
	const config = path.join(folder, 'config.yaml');
	const access = '{ access: $all, publish: $all, unpublish: $all }';
	writeFileSync(
		config,
		`storage: ./storage\nauth: {}\nuplinks: {}\npackages:\n  '**': ${access}\nlog: { type: stdout, level: error }\n`,
	);
	const words = [verdaccio, '--config', config, '--listen', `127.0.0.1:${port}`];
	const child = spawn(node, words, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
	let said = '';
	for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
	const ended = new Promise((resolve) => child.once('exit', resolve));
	const isReady = async () => {
		if (child.exitCode !== null) throw new Error(`verdaccio ended:\n${said}`);
		return await fetch(`${url}/-/ping`).then(
			({ ok }) => ok || undefined,
			() => undefined,
		);
	};
	await repeatUntil('the registry is ready', isReady).catch((error) => {
		child.kill();
		throw error;
	});
	return {
		url,
		publish: (content) => publish(url, content),
		stop: async () => {
			child.kill();
			await ended;
		},
	};
}

/** Its access rules ask for nothing, but npm insists on a token. */
function publish(url: string, content: string): void {
	const flags = [`--registry=${url}`, `--${url.replace('http:', '')}/:_authToken=none`];
	const words = ['publish', content, ...flags, '--provenance=false', '--ignore-scripts'];
	const { status, stderr } = spawnSync('npm', words, { encoding: 'utf8' });
	if (status !== 0) throw new Error(`npm could not publish ${content}:\n${stderr}`);
}
