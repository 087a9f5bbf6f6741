import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
	chownSync,
	closeSync,
	existsSync,
	mkdirSync,
	openSync,
	readFileSync,
	readdirSync,
	realpathSync,
} from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { findExecutable } from '../../e2e/support/executable';
import { findFreePort } from '../../e2e/support/freePort';
import { repeatUntil } from '../../e2e/support/repeatUntil';

/** A server of the system's packages, on a port of its own. */
export interface SystemServer {
	readonly port: number;
	/** Ends it, connections included. */
	stop(): Promise<void>;
}

/** Who runs a program; undefined is whoever runs us. */
interface Account {
	uid: number;
	gid: number;
}

interface ServerProgram {
	file: string;
	words: string[];
	account?: Account;
	/** Of its data, and the one it runs in. */
	folder: string;
	endSignal: NodeJS.Signals;
	isReady: () => Promise<boolean> | boolean;
}

/** What n8n logs in to PostgreSQL as, without a password: it listens on this machine only. */
export const databaseUser = 'n8n';
/** Where Debian and its kin keep PostgreSQL's programs, which are not in the PATH; the newest last. */
const postgresFolders = '/usr/lib/postgresql';

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

/**
 * Starts a Redis of its own.
 *
 * @param folder an empty folder for its data
 */
export async function startRedis(folder: string): Promise<SystemServer> {
	const file = findProgram('redis-server', 'redis-server');
	mkdirSync(folder, { recursive: true });
	const port = await findFreePort();
	const listen = ['--bind', '127.0.0.1', '--port', String(port)];
	return await startServer(port, {
		file,
		words: [...listen, '--dir', folder, '--save', ''],
		folder,
		endSignal: 'SIGTERM',
		isReady: () => answersPing(port),
	});
}

/**
 * Starts a PostgreSQL of its own, with an empty database.
 *
 * @param folder an empty folder for its data
 */
export async function startPostgres(folder: string): Promise<SystemServer> {
	const file = findProgram('postgres', 'postgresql');
	const programs = path.dirname(realpathSync(file));
	// It refuses to run as root.
	const account = process.getuid?.() === 0 ? findAccount('postgres') : undefined;
	mkdirSync(folder, { recursive: true });
	if (account) chownSync(folder, account.uid, account.gid);
	const data = path.join(folder, 'data');
	const cluster = ['-D', data, '-U', databaseUser, '-A', 'trust', '-E', 'UTF8', '--no-locale'];
	const options = { cwd: folder, encoding: 'utf8', ...account } as const;
	const initdb = path.join(programs, 'initdb');
	const { status, stderr } = spawnSync(initdb, [...cluster, '--no-sync'], options);
	if (status !== 0) throw new Error(`initdb did not work:\n${stderr}`);
	const port = await findFreePort();
	const settings = [
		'listen_addresses=127.0.0.1',
		`unix_socket_directories=${folder}`,
		// The machine does not go down with it.
		'fsync=off',
	];
	return await startServer(port, {
		file,
		words: ['-D', data, '-p', String(port), ...settings.flatMap((value) => ['-c', value])],
		account,
		folder,
		// Breaks connections off; SIGTERM would wait until all have left.
		endSignal: 'SIGINT',
		isReady: () => {
			const words = ['-q', '-h', '127.0.0.1', '-p', String(port)];
			return spawnSync(path.join(programs, 'pg_isready'), words).status === 0;
		},
	});
}

function findProgram(name: string, systemPackage: string): string {
	const versions = existsSync(postgresFolders) ? readdirSync(postgresFolders) : [];
	const newestFirst = versions.sort((a, b) => Number(b) - Number(a));
	const folders = newestFirst.map((version) => path.join(postgresFolders, version, 'bin'));
	const found = findExecutable([name], folders);
	if (found) return found;
	throw new Error(
		`${name} is not installed. On Debian or Ubuntu: apt-get install ${systemPackage}`,
	);
}

/** The system's account of that name. */
function findAccount(name: string): Account {
	const idOf = (flag: string) => spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout.trim();
	const [uid, gid] = [idOf('-u'), idOf('-g')];
	if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
	throw new Error(`There is no account '${name}', and PostgreSQL does not run as root.`);
}

/**
 * Starts a program and waits until it is ready.
 *
 * @throws Error with its own words when it ends or does not get ready in time
 */
async function startServer(port: number, program: ServerProgram): Promise<SystemServer> {
	const { folder, isReady, ...guarded } = program;
	const logFile = path.join(folder, 'server.log');
	const log = openSync(logFile, 'a');
	const child = spawn(process.execPath, ['-e', guard, JSON.stringify(guarded)], {
		cwd: folder,
		detached: true,
		stdio: ['ignore', log, log, 'ipc'],
	});
	closeSync(log);
	try {
		await repeatUntil(`${program.file} is ready`, async () => {
			if (hasEnded(child)) throw new Error(`${program.file} ended while it was starting`);
			return (await isReady()) || undefined;
		});
	} catch (error) {
		await stop(child);
		throw new Error(`${String(error)}\n${readFileSync(logFile, 'utf8')}`);
	}
	return { port, stop: () => stop(child) };
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

async function answersPing(port: number): Promise<boolean> {
	return await new Promise((resolve) => {
		const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
		socket.once('error', () => resolve(false));
		socket.once('close', () => resolve(false));
		socket.once('data', (answer) => {
			resolve(answer.toString().startsWith('+PONG'));
			socket.destroy();
		});
	});
}
