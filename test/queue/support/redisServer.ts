import { mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { findFreePort } from '../../e2e/support/freePort';
import type { SystemServer } from './systemProgram';
import { findProgram, startServer } from './systemProgram';

/** @returns its program. @throws MissingProgramError when Redis is not installed */
export const findRedis = (): string => findProgram('redis-server', 'redis-server');

/**
 * Starts a Redis of its own, which keeps its data over a stop.
 *
 * @param folder an empty folder for its data
 * @throws MissingProgramError when Redis is not installed
 */
export async function startRedis(folder: string): Promise<SystemServer> {
	const file = findRedis();
	mkdirSync(folder, { recursive: true });
	const port = await findFreePort();
	const listen = ['--bind', '127.0.0.1', '--port', String(port)];
	return await startServer(port, {
		file,
		words: [...listen, '--dir', folder, '--save', '', '--appendonly', 'yes'],
		folder,
		logFile: path.join(folder, 'redis.log'),
		endSignal: 'SIGTERM',
		isReady: () => answersPing(port),
	});
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
