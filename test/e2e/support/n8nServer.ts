import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from './freePort';
import type { N8nHost } from './n8nFolder';
import { describeEnvironment } from './n8nFolder';

/** A running n8n. */
export interface N8nServer {
	/** http://127.0.0.1:PORT, no trailing slash */
	readonly url: string;
	readonly userFolder: string;
	readonly logFile: string;
	readonly pid: number;
	/** Asks it to end and waits until it has; kills it if it does not. */
	stop(): Promise<void>;
}

export interface ServerSettings {
	host: N8nHost;
	userFolder: string;
	/** default: a free one */
	port?: number;
	environment?: Record<string, string>;
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
 * Starts n8n and waits until it answers requests.
 *
 * @throws Error with the end of n8n's own log when it ends or does not get ready in time
 */
export async function startN8n(settings: ServerSettings): Promise<N8nServer> {
	const port = settings.port ?? (await findFreePort());
	const brokerPort = await findFreePort();
	const logFile = path.join(settings.userFolder, 'n8n.log');
	const log = openSync(logFile, 'a');
	const preload = `--import=data:text/javascript,${encodeURIComponent(endWithParent)}`;
	const child = spawn(settings.host.node, [preload, settings.host.n8n, 'start'], {
		env: describeEnvironment(settings.userFolder, {
			N8N_PORT: String(port),
			N8N_RUNNERS_BROKER_PORT: String(brokerPort),
			...settings.environment,
		}),
		stdio: ['ignore', log, log, 'ipc'],
	});
	closeSync(log);
	const endWithUs = () => child.kill('SIGKILL');
	process.once('exit', endWithUs);
	child.once('exit', () => process.off('exit', endWithUs));
	const url = `http://127.0.0.1:${port}`;
	try {
		await waitUntilReady(child, url);
	} catch (error) {
		child.kill('SIGKILL');
		throw new Error(`${String(error)}\n${readEnd(logFile)}`);
	}
	return {
		url,
		userFolder: settings.userFolder,
		logFile,
		pid: child.pid ?? 0,
		stop: () => stop(child),
	};
}

/** n8n answers /healthz, and a page, while it is still starting: only its settings say that it is ready. */
async function waitUntilReady(child: ChildProcess, url: string): Promise<void> {
	const deadline = Date.now() + startTimeout;
	while (Date.now() < deadline) {
		if (hasEnded(child)) throw new Error('n8n ended while it was starting');
		if (await answersJson(`${url}/rest/settings`)) return;
		await sleep(200);
	}
	throw new Error(`n8n was not ready after ${startTimeout / 1000} seconds`);
}

async function answersJson(url: string): Promise<boolean> {
	try {
		const response = await fetch(url);
		return response.ok && (response.headers.get('content-type') ?? '').includes('json');
	} catch {
		return false;
	}
}

async function stop(child: ChildProcess): Promise<void> {
	if (hasEnded(child)) return;
	const ended = new Promise((resolve) => child.once('exit', resolve));
	child.kill('SIGTERM');
	const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeout);
	await ended;
	clearTimeout(timer);
}

function hasEnded(child: ChildProcess): boolean {
	return child.exitCode !== null || child.signalCode !== null;
}

function readEnd(file: string): string {
	return readFileSync(file, 'utf8').split('\n').slice(-30).join('\n');
}
