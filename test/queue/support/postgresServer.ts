import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { findFreePort } from '../../e2e/support/freePort';
import type { Account, SystemServer } from './systemProgram';
import { findAccount, findProgram, startServer } from './systemProgram';

const systemPackage = 'postgresql';
/** What n8n logs in as, without a password: it listens on this machine only. */
export const databaseUser = 'n8n';
/** The database that every new cluster has. */
export const databaseName = 'postgres';

/** @returns its program. @throws MissingProgramError when PostgreSQL is not installed */
export const findPostgres = (): string => findProgram('postgres', systemPackage);

/**
 * Starts a PostgreSQL of its own, with an empty database.
 *
 * @param folder an empty folder for its data
 * @throws MissingProgramError when PostgreSQL is not installed
 */
export async function startPostgres(folder: string): Promise<SystemServer> {
	const file = findPostgres();
	const programs = path.dirname(realpathSync(file));
	// It refuses to run as root.
	const account = process.getuid?.() === 0 ? findAccount('postgres', systemPackage) : undefined;
	mkdirSync(folder, { recursive: true });
	if (account) chownSync(folder, account.uid, account.gid);
	const data = path.join(folder, 'data');
	createCluster(path.join(programs, 'initdb'), data, folder, account);
	const port = await findFreePort();
	return await startServer(port, {
		file,
		words: ['-D', data, '-p', String(port), ...settings(folder)],
		account,
		folder,
		logFile: path.join(folder, 'postgres.log'),
		// Breaks connections off; SIGTERM would wait until all have left.
		endSignal: 'SIGINT',
		isReady: () => {
			const words = ['-q', '-h', '127.0.0.1', '-p', String(port)];
			return spawnSync(path.join(programs, 'pg_isready'), words).status === 0;
		},
	});
}

function settings(folder: string): string[] {
	const values = [
		'listen_addresses=127.0.0.1',
		`unix_socket_directories=${folder}`,
		// The machine does not go down with it.
		'fsync=off',
	];
	return values.flatMap((value) => ['-c', value]);
}

function createCluster(initdb: string, data: string, folder: string, account?: Account): void {
	const words = ['-D', data, '-U', databaseUser, '-A', 'trust', '-E', 'UTF8', '--no-locale'];
	const options = { cwd: folder, encoding: 'utf8', ...account } as const;
	const { status, stderr } = spawnSync(initdb, [...words, '--no-sync'], options);
	if (status !== 0) throw new Error(`initdb did not work:\n${stderr}`);
}
