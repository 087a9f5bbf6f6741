import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import path from 'node:path';
import { findFreePort } from './freePort';
import { repeatUntil } from './repeatUntil';

const root = path.join(__dirname, '..', '..', '..');

/** The demo, as a process of its own. */
export interface Demo {
	process: ChildProcess;
	/** Everything printed so far. */
	printed: () => string;
	/** Where the editor and the service listen. */
	ports: number[];
}

/** @param words of the command line, such as --once */
export async function startDemo(...words: string[]): Promise<Demo> {
	const ports = [await findFreePort(), await findFreePort()] as const;
	const child = spawn(
		process.execPath,
		['scripts/demo.mjs', '--port', `${ports[0]}`, '--service-port', `${ports[1]}`, ...words],
		{ cwd: root },
	);
	let output = '';
	child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
	child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
	return { process: child, printed: () => output, ports: [...ports] };
}

export async function waitForEnd({ process }: Demo): Promise<void> {
	if (process.exitCode === null && process.signalCode === null) await once(process, 'exit');
}

export async function expectNobodyAt(ports: number[]): Promise<void> {
	for (const port of ports) {
		await repeatUntil(`nobody listens at ${port}`, async () =>
			(await isAnswered(port)) ? undefined : true,
		);
	}
}

async function isAnswered(port: number): Promise<boolean> {
	return await new Promise((resolve) => {
		const socket = connect(port, '127.0.0.1', () => {
			resolve(true);
			socket.destroy();
		});
		socket.once('error', () => resolve(false));
	});
}
