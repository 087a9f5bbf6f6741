import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { N8nHost } from './n8nFolder';
import { describeEnvironment } from './n8nFolder';

/** A process of n8n that has become ready. */
export interface N8nProcess {
	readonly pid: number;
	readonly userFolder: string;
	readonly logFile: string;
	/**
	 * Asks it to end and waits until it has; kills it if it does not.
	 *
	 * @param patience how long it is given, in milliseconds
	 */
	stop(patience?: number): Promise<void>;
	/** Ends it without a word, as a machine that goes down does. */
	kill(): Promise<void>;
}

export interface ProcessSettings {
	host: N8nHost;
	userFolder: string;
	/** n8n's command with its words: start, worker … */
	command: string[];
	environment: Record<string, string>;
	isReady: () => Promise<boolean>;
}

/**
 * Loaded into n8n's process before n8n itself: ends it when ours is gone, however it went, killed without a word included. The
 * channel between the two closes then.
 */
const endWithParent = `
	process.once('disconnect', () => {
		process.kill(process.pid, 'SIGTERM');
		setTimeout(() => process.exit(1), 5_000).unref();
	});
	process.channel.unref();
`;
const startTimeout = 180_000;
const stopTimeout = 15_000;

/**
 * Starts n8n and waits until it is ready.
 *
 * @throws Error with the end of n8n's own log when it ends or does not get ready in time
 */
export async function startN8nProcess(settings: ProcessSettings): Promise<N8nProcess> {
	const { host, userFolder, command, environment, isReady } = settings;
	const logFile = path.join(userFolder, 'n8n.log');
	const log = openSync(logFile, 'a');
	const preload = `--import=data:text/javascript,${encodeURIComponent(endWithParent)}`;
	const child = spawn(host.node, [preload, host.n8n, ...command], {
		env: describeEnvironment(userFolder, { ...host.environment, ...environment }),
		stdio: ['ignore', log, log, 'ipc'],
	});
	closeSync(log);
	const endWithUs = () => child.kill('SIGKILL');
	process.once('exit', endWithUs);
	child.once('exit', () => process.off('exit', endWithUs));
	try {
		await waitUntilReady(child, isReady);
	} catch (error) {
		child.kill('SIGKILL');
		throw new Error(`${String(error)}\n${readEnd(logFile)}`);
	}
	return {
		pid: child.pid ?? 0,
		userFolder,
		logFile,
		stop: (patience = stopTimeout) => stop(child, patience),
		kill: () => end(child, 'SIGKILL'),
	};
}

async function waitUntilReady(child: ChildProcess, isReady: () => Promise<boolean>): Promise<void> {
	const deadline = Date.now() + startTimeout;
	while (Date.now() < deadline) {
		if (hasEnded(child)) throw new Error('n8n ended while it was starting');
		if (await isReady()) return;
		await sleep(200);
	}
	throw new Error(`n8n was not ready after ${startTimeout / 1000} seconds`);
}

async function stop(child: ChildProcess, patience: number): Promise<void> {
	const timer = setTimeout(() => child.kill('SIGKILL'), patience);
	await end(child, 'SIGTERM');
	clearTimeout(timer);
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
	if (hasEnded(child)) return;
	const ended = new Promise((resolve) => child.once('exit', resolve));
	child.kill(signal);
	await ended;
}

function hasEnded(child: ChildProcess): boolean {
	return child.exitCode !== null || child.signalCode !== null;
}

function readEnd(file: string): string {
	return readFileSync(file, 'utf8').split('\n').slice(-30).join('\n');
}
