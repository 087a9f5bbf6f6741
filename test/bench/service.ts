import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { RandomFaults } from '../service/faults';
import { startMiniatureService } from '../service/miniatureService';
import type { RateLimitSettings } from '../service/rateLimit';
import { RateLimit } from '../service/rateLimit';

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

/** What the process says when it has started, and whenever it is asked. */
type Report = ServiceFigures & { url: string };

/** How the service is to be for a run. */
export interface ServiceOrder {
	latencyMs: number;
	/** Is opened, and has no token yet. */
	accountId: string;
	rateLimit?: RateLimitSettings;
	/** `path`: the beginning of the paths that they happen to. */
	faults?: Omit<RandomFaults, 'path'> & { path: string };
}

/** What it is asked: to prepare for a run, or (without a reset) only to report. */
interface Order {
	reset?: ServiceOrder;
}

/** The miniature service in a process of its own, so that what it costs is not counted. */
export class RemoteService {
	private constructor(
		private readonly child: ChildProcess,
		readonly url: string,
	) {}

	static async start(): Promise<RemoteService> {
		const child = fork(__filename, { execArgv: [] });
		const [{ url }] = (await once(child, 'message')) as [Report];
		return new RemoteService(child, url);
	}

	/** Empties the books as well. */
	async reset(order: ServiceOrder): Promise<void> {
		await this.ask({ reset: order });
	}

	async figures(): Promise<ServiceFigures> {
		return await this.ask({});
	}

	stop(): void {
		this.child.disconnect();
	}

	private async ask(order: Order): Promise<Report> {
		this.child.send(order);
		const [report] = (await once(this.child, 'message')) as [Report];
		return report;
	}
}

async function main(): Promise<void> {
	const service = await startMiniatureService();
	const { books, log, inFlight, accounts, faults } = service;
	const report = () => {
		const exchanges = log.tokenExchanges();
		process.send?.({
			url: service.url,
			requests: log.count() - exchanges,
			exchanges,
			peak: inFlight.peak,
			stored: books.all().length,
		} satisfies Report);
	};
	process.on('message', ({ reset }: Order) => {
		if (reset) {
			books.clear();
			log.clear();
			inFlight.peak = 0;
			service.latencyMs = reset.latencyMs;
			accounts.add({ accountId: reset.accountId, key: KEY });
			service.rateLimit = reset.rateLimit && new RateLimit(reset.rateLimit);
			faults.clear();
			const random = reset.faults;
			if (random) faults.random({ ...random, path: new RegExp(`^${random.path}`) });
		}
		report();
	});
	process.on('disconnect', () => process.exit());
	report();
}

if (require.main === module) void main();
