import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findFreePort } from './freePort';
import type { N8nHost } from './n8nFolder';
import { describeEnvironment } from './n8nFolder';
import { repeatUntil } from './repeatUntil';

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

interface ProcessSettings {
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

/** A running n8n. */
export interface N8nServer extends N8nProcess {
	/** http://127.0.0.1:PORT, no trailing slash */
	readonly url: string;
}

/**
 * Starts n8n and waits until it answers requests.
 *
 * @throws Error with the end of n8n's own log when it ends or does not get ready in time
 */
export async function startN8n(settings: {
	host: N8nHost;
	userFolder: string;
	/** default: a free one */
	port?: number;
	environment?: Record<string, string>;
}): Promise<N8nServer> {
	const { host, userFolder } = settings;
	const port = settings.port ?? (await findFreePort());
	const url = `http://127.0.0.1:${port}`;
	const environment = {
		N8N_PORT: String(port),
		N8N_RUNNERS_BROKER_PORT: String(await findFreePort()),
		...settings.environment,
	};
	// n8n answers /healthz, and a page, while it is still starting: only its settings say that it is ready.
	const isReady = () => answersJson(`${url}/rest/settings`);
	const command = ['start'];
	return { ...(await startN8nProcess({ host, userFolder, command, environment, isReady })), url };
}

/** True when the address answers with JSON and a status of success. */
export async function answersJson(url: string): Promise<boolean> {
	try {
		const response = await fetch(url);
		return response.ok && (response.headers.get('content-type') ?? '').includes('json');
	} catch {
		return false;
	}
}

async function waitUntilReady(child: ChildProcess, isReady: () => Promise<boolean>): Promise<void> {
	const ask = async () => {
		if (hasEnded(child)) throw new Error('n8n ended while it was starting');
		return (await isReady()) || undefined;
	};
	await repeatUntil('n8n is ready', ask, startTimeout);
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
