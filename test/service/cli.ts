import { parseArgs } from 'node:util';
import { demoBookings } from './demoBookings';
import { DEFAULT_ACCOUNT, startMiniatureService } from './miniatureService';
import type { MiniatureService } from './miniatureService';

const USAGE = 'Usage: cli [--port NUMBER]   (default 4010; 0 takes any free one)';

/**
 * Runs a service with a few bookings to look at, until SIGINT or SIGTERM. Prints its address when it listens; resolves
 * when it has stopped, to the exit code.
 */
export async function main(argv: readonly string[]): Promise<number> {
	try {
		const service = await startMiniatureService({
			port: readPort(argv),
			dialect: { unknownReservation: 'refused' },
		});
		seed(service);
		print(`Reservation service listening on ${service.url}`);
		print(`Account ID ${DEFAULT_ACCOUNT.accountId}, API key ${DEFAULT_ACCOUNT.key}`);
		await untilStopped(service);
		return 0;
	} catch (error) {
		process.stderr.write(`${explain(error)}\n`);
		return 1;
	}
}

function readPort(argv: readonly string[]): number {
	const { values } = parseArgs({
		args: [...argv],
		options: { port: { type: 'string', default: '4010' } },
	});
	const port = /^\d+$/.test(values.port ?? '') ? Number(values.port) : NaN;
	if (!(port <= 65_535)) throw new Error(`'${values.port}' is not a port. ${USAGE}`);
	return port;
}

function seed({ books }: MiniatureService): void {
	for (const { reservationId, ...item } of demoBookings) books.add(reservationId, item);
	const reservations = new Set(demoBookings.map(({ reservationId }) => reservationId));
	print(`${demoBookings.length} service items in ${[...reservations].join(', ')}`);
}

async function untilStopped(service: MiniatureService): Promise<void> {
	await new Promise<void>((resolve) => {
		process.once('SIGINT', () => resolve());
		process.once('SIGTERM', () => resolve());
	});
	await service.stop();
}

function explain(error: unknown): string {
	const { code, message } = error as NodeJS.ErrnoException;
	if (code === 'EADDRINUSE') return `The port is already in use; choose another one. ${USAGE}`;
	return code?.startsWith('ERR_PARSE_ARGS') ? `${message}. ${USAGE}` : message;
}

function print(line: string): void {
	process.stdout.write(`${line}\n`);
}

if (require.main === module) {
	void main(process.argv.slice(2)).then((code) => {
		process.exitCode = code;
	});
}
