import type { ChildProcess } from 'node:child_process';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findExecutable } from '../../e2e/support/executable';

/** A program of the system is not there. The message says how to install it. */
export class MissingProgramError extends Error {}

/** Who runs a program; undefined is whoever runs us. */
export interface Account {
	uid: number;
	gid: number;
}

export interface ProgramSettings {
	file: string;
	words: string[];
	account?: Account;
	/** The folder it runs in. */
	folder: string;
	logFile: string;
	/** The signal by which it ends well. */
	endSignal: NodeJS.Signals;
	isReady: () => Promise<boolean> | boolean;
}

/** Where Debian and its kin keep programs that are not in the PATH, the newest last. */
const postgresFolders = '/usr/lib/postgresql';
const startTimeout = 60_000;

/**
 * A process between us and the program: it ends the program when we say so or are gone, however we went. A session of its
 * own keeps Ctrl-C in the terminal from ending the program before those who use it.
 */
const guard = `
	const { spawn } = require('node:child_process');
	const { file, words, account, endSignal } = JSON.parse(process.argv[1]);
	const child = spawn(file, words, { stdio: 'inherit', ...account });
	child.once('error', () => process.exit(1));
	child.once('exit', (code) => process.exit(code ?? 1));
	process.once('disconnect', () => child.kill(endSignal));
`;

/** @throws MissingProgramError when it is not installed */
export function findProgram(name: string, systemPackage: string): string {
	const found = findExecutable([name], versionFolders());
	if (found) return found;
	throw new MissingProgramError(
		`${name} is not installed. On Debian or Ubuntu: apt-get install ${systemPackage}`,
	);
}

/** The system's account of that name. @throws MissingProgramError when there is none */
export function findAccount(name: string, systemPackage: string): Account {
	const read = (flag: string) => spawnSync('id', [flag, name], { encoding: 'utf8' });
	const [user, group] = [read('-u'), read('-g')];
	if (user.status === 0) return { uid: Number(user.stdout), gid: Number(group.stdout) };
	throw new MissingProgramError(
		`There is no account '${name}', and it does not run as root. On Debian or Ubuntu: apt-get install ${systemPackage}`,
	);
}

/** A server of the system's packages, on a port of its own; it can be away for a while. */
export interface SystemServer {
	readonly port: number;
	/** Ends it, connections included. */
	stop(): Promise<void>;
	/** Starts it again after a stop, with the data it had. */
	start(): Promise<void>;
}

/** Starts it for the first time. */
export async function startServer(port: number, settings: ProgramSettings): Promise<SystemServer> {
	let child = await startProgram(settings);
	return {
		port,
		stop: () => stop(child),
		start: async () => {
			child = await startProgram(settings);
		},
	};
}

/**
 * Starts a program and waits until it is ready.
 *
 * @throws Error with its own words when it ends or does not get ready in time
 */
async function startProgram(settings: ProgramSettings): Promise<ChildProcess> {
	const { folder, logFile, isReady, ...guarded } = settings;
	const log = openSync(logFile, 'a');
	const child = spawn(process.execPath, ['-e', guard, JSON.stringify(guarded)], {
		cwd: folder,
		detached: true,
		stdio: ['ignore', log, log, 'ipc'],
	});
	closeSync(log);
	const deadline = Date.now() + startTimeout;
	while (!(await isReady())) {
		if (hasEnded(child) || Date.now() > deadline) {
			await stop(child);
			throw new Error(`${settings.file} did not start:\n${readFileSync(logFile, 'utf8')}`);
		}
		await sleep(50);
	}
	return child;
}

async function stop(child: ChildProcess): Promise<void> {
	if (hasEnded(child)) return;
	const ended = once(child, 'exit');
	child.disconnect();
	await ended;
}

function hasEnded(child: ChildProcess): boolean {
	return child.exitCode !== null || child.signalCode !== null;
}

function versionFolders(): string[] {
	try {
		const versions = readdirSync(postgresFolders).sort((a, b) => Number(b) - Number(a));
		return versions.map((version) => path.join(postgresFolders, version, 'bin'));
	} catch {
		return [];
	}
}
