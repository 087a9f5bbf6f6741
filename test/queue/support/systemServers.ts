import { spawn, spawnSync } from 'node:child_process';
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
import path from 'node:path';
import { findExecutable } from '../../e2e/support/executable';
import { findFreePort } from '../../e2e/support/freePort';
import { repeatUntil } from '../../e2e/support/repeatUntil';

/** A server of the system's packages, on a port of its own. */
export interface SystemServer {
	readonly port: number;
	stop(): Promise<void>;
}

/** Who runs a program; undefined is whoever runs us. */
interface Account {
	uid: number;
	gid: number;
}

interface ServerProgram {
	/** The program and its words. */
	command: string[];
	account?: Account;
	/** Of its data, and the one it runs in. */
	folder: string;
	/** A program that succeeds as soon as it is ready. */
	probe: [file: string, ...words: string[]];
}

/** What n8n logs in to PostgreSQL as, without a password: it listens on this machine only. */
export const databaseUser = 'n8n';
/** Where Debian and its kin keep PostgreSQL's programs, which are not in the PATH; the newest last. */
const postgresFolders = '/usr/lib/postgresql';

/** Ends the program when we say so or are gone, however we went. */
const guard = '"$@" & read _; kill $!; wait';

/** Starts a Redis of its own. @param folder an empty folder for its data */
export async function startRedis(folder: string): Promise<SystemServer> {
	mkdirSync(folder, { recursive: true });
	const file = findProgram('redis-server', 'redis-server');
	const port = await findFreePort();
	const listen = ['--bind', '127.0.0.1', '--port', String(port)];
	return await startServer(port, {
		command: [file, ...listen, '--dir', folder, '--save', ''],
		folder,
		probe: ['redis-cli', '-p', String(port), 'ping'],
	});
}

/** Starts a PostgreSQL of its own, with an empty database. @param folder an empty folder for its data */
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
	].flatMap((setting) => ['-c', setting]);
	return await startServer(port, {
		command: [file, '-D', data, '-p', String(port), ...settings],
		account,
		folder,
		probe: [path.join(programs, 'pg_isready'), '-q', '-h', '127.0.0.1', '-p', String(port)],
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
 * @throws Error with its own words when it does not get ready in time
 */
async function startServer(port: number, program: ServerProgram): Promise<SystemServer> {
	const { command, account, folder, probe } = program;
	const logFile = path.join(folder, 'server.log');
	const log = openSync(logFile, 'a');
	// In a session of its own, so that Ctrl-C in the terminal ends those who use it first.
	const child = spawn('sh', ['-c', guard, 'sh', ...command], {
		cwd: folder,
		detached: true,
		stdio: ['pipe', log, log],
		...account,
	});
	closeSync(log);
	const stop = async () => {
		const ended = once(child, 'exit');
		child.stdin?.end();
		await ended;
	};
	const [file, ...words] = probe;
	const isReady = () => spawnSync(file, words).status === 0 || undefined;
	await repeatUntil(`${command[0]} is ready`, isReady).catch(async (error) => {
		await stop();
		throw new Error(`${String(error)}\n${readFileSync(logFile, 'utf8')}`);
	});
	return { port, stop };
}
