import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findFreePort } from './freePort';
import { repeatUntil } from './repeatUntil';

/** The two files a real n8n is run with, as scripts/n8nHost.mjs installs them: `node n8n …`. */
export interface N8nHost {
	node: string;
	n8n: string;
	/** what this version of n8n needs in its environment */
	environment: Record<string, string>;
}

/** A process of n8n that has become ready. */
export interface N8nProcess {
	readonly userFolder: string;
	readonly logFile: string;
	/** Asks it to end and waits until it has; kills it if it does not. */
	stop(): Promise<void>;
	/** Ends it without a word, as a machine that goes down does. */
	kill(): Promise<void>;
}

interface ProcessSettings {
	host: N8nHost;
	userFolder: string;
	/** n8n's command with its words: start, worker … */
	command: string[];
	environment: Record<string, string>;
	/** answers with JSON as soon as it is ready */
	address: string;
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

/** Everything by which n8n reaches out to the internet by itself is switched off. */
const offline = {
	...switchedOff('DIAGNOSTICS', 'VERSION_NOTIFICATIONS', 'VERSION_NOTIFICATIONS_WHATS_NEW'),
	...switchedOff('DYNAMIC_BANNERS', 'TEMPLATES', 'PERSONALIZATION', 'HIRING_BANNER'),
	...switchedOff('LICENSE_AUTO_RENEW', 'VERIFIED_PACKAGES', 'UNVERIFIED_PACKAGES', 'AI'),
	N8N_DISABLED_MODULES: 'mcp-registry,mcp,instance-ai,agents,chat-hub',
};

function switchedOff(...features: string[]): Record<string, string> {
	return Object.fromEntries(features.map((feature) => [`N8N_${feature}_ENABLED`, 'false']));
}

/**
 * Starts n8n and waits until it is ready. Nothing of the caller's own n8n settings gets in, and the home folder is the temporary one.
 * @throws Error with the end of n8n's own log when it ends or does not get ready in time
 */
export async function startN8nProcess(settings: ProcessSettings): Promise<N8nProcess> {
	const { host, userFolder, command, address } = settings;
	const logFile = path.join(userFolder, 'n8n.log');
	const log = openSync(logFile, 'a');
	const preload = `--import=data:text/javascript,${encodeURIComponent(endWithParent)}`;
	const env = {
		PATH: process.env.PATH,
		HOME: userFolder,
		N8N_USER_FOLDER: userFolder,
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_HOST: '127.0.0.1',
		N8N_SECURE_COOKIE: 'false',
		N8N_RUNNERS_BROKER_LISTEN_ADDRESS: '127.0.0.1',
		N8N_RUNNERS_BROKER_PORT: String(await findFreePort()),
		N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'true',
		GENERIC_TIMEZONE: 'Europe/Berlin',
		N8N_LOG_LEVEL: 'warn',
		...offline,
		...host.environment,
		...settings.environment,
	};
	const child = spawn(host.node, [preload, host.n8n, ...command], {
		env,
		stdio: ['ignore', log, log, 'ipc'],
	});
	closeSync(log);
	const endWithUs = () => child.kill('SIGKILL');
	process.once('exit', endWithUs);
	child.once('exit', () => process.off('exit', endWithUs));
	try {
		const ask = async () => {
			if (isOver(child)) throw new Error('n8n ended while it was starting');
			return (await answersJson(address)) || undefined;
		};
		await repeatUntil('n8n is ready', ask, startTimeout);
	} catch (error) {
		child.kill('SIGKILL');
		const end = readFileSync(logFile, 'utf8').split('\n').slice(-30).join('\n');
		throw new Error(`${String(error)}\n${end}`);
	}
	return {
		userFolder,
		logFile,
		async stop() {
			const timer = setTimeout(endWithUs, stopTimeout);
			await end(child, 'SIGTERM');
			clearTimeout(timer);
		},
		kill: () => end(child, 'SIGKILL'),
	};
}

/** A running n8n. */
export interface N8nServer extends N8nProcess {
	/** http://127.0.0.1:PORT, no trailing slash */
	readonly url: string;
}

/** Starts n8n and waits until it answers requests; at a free port unless one is given. */
export async function startN8n(settings: {
	host: N8nHost;
	userFolder: string;
	port?: number;
	environment?: Record<string, string>;
}): Promise<N8nServer> {
	const { port = await findFreePort(), ...others } = settings;
	const url = `http://127.0.0.1:${port}`;
	const environment = { N8N_PORT: String(port), ...settings.environment };
	// n8n answers /healthz, and a page, while it is still starting: only its settings say that it is ready.
	const address = `${url}/rest/settings`;
	return {
		...(await startN8nProcess({ ...others, command: ['start'], environment, address })),
		url,
	};
}

/** True when the address answers with JSON and a status of success. */
async function answersJson(url: string): Promise<boolean> {
	try {
		const response = await fetch(url);
		return response.ok && (response.headers.get('content-type') ?? '').includes('json');
	} catch {
		return false;
	}
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
	if (isOver(child)) return;
	const ended = once(child, 'exit');
	child.kill(signal);
	await ended;
}

function isOver({ exitCode, signalCode }: ChildProcess): boolean {
	return exitCode !== null || signalCode !== null;
}
