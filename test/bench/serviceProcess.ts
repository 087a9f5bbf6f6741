import { startMiniatureService, type MiniatureService } from '../service/miniatureService';

/** What a run is to find: emptied books, this latency, and an account that has no token yet. */
export interface ServiceReset {
	latencyMs: number;
	accountId: string;
}

/** What the service has seen since the last reset. */
export interface ServiceFigures {
	/** Requests about service items. */
	requests: number;
	exchanges: number;
	/** Most requests under way at one time. */
	peak: number;
	/** Service items in the books. */
	stored: number;
}

/** The key of every account. */
export const KEY = 'key-1';

/** What the process says: its address, once, and figures, as often as it is asked. */
export type ServiceMessage = { url: string } | { figures: ServiceFigures };

/** What it is told: prepare for a run, or (without a reset) give the figures. */
export type ServiceOrder = { reset?: ServiceReset };

async function main(): Promise<void> {
	const service = await startMiniatureService();
	process.on('message', ({ reset }: ServiceOrder) => {
		if (reset) prepare(service, reset);
		say({ figures: figuresOf(service) });
	});
	process.on('disconnect', () => process.exit());
	say({ url: service.url });
}

function say(message: ServiceMessage): void {
	process.send?.(message);
}

function prepare(service: MiniatureService, { latencyMs, accountId }: ServiceReset): void {
	service.books.clear();
	service.log.clear();
	service.inFlight.peak = 0;
	service.latencyMs = latencyMs;
	service.accounts.add({ accountId, key: KEY });
}

function figuresOf({ log, inFlight, books }: MiniatureService): ServiceFigures {
	const exchanges = log.tokenExchanges();
	return {
		requests: log.count() - exchanges,
		exchanges,
		peak: inFlight.peak,
		stored: books.all().length,
	};
}

if (require.main === module) void main();
