import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { startMiniatureService, type MiniatureService } from '../service/miniatureService';

/** What a run is to find: emptied books, this latency, and an account that has no token yet. */
interface ServiceReset {
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
type ServiceMessage = { url: string } | { figures: ServiceFigures };

/** What it is told: prepare for a run, or (without a reset) give the figures. */
type ServiceOrder = { reset?: ServiceReset };

/** The miniature service in a process of its own, so that what it costs is not counted. */
export class RemoteService {
	private constructor(
		private readonly child: ChildProcess,
		readonly url: string,
	) {}

	static async start(): Promise<RemoteService> {
		const child = fork(__filename, { execArgv: [] });
		const [message] = (await once(child, 'message')) as [ServiceMessage];
		if (!('url' in message)) throw new Error('The service did not start');
		return new RemoteService(child, message.url);
	}

	/** Prepares the service for a run. */
	async reset(reset: ServiceReset): Promise<void> {
		await this.ask({ reset });
	}

	/** What it has seen since. */
	async figures(): Promise<ServiceFigures> {
		return await this.ask({});
	}

	stop(): void {
		this.child.disconnect();
	}

	private async ask(order: ServiceOrder): Promise<ServiceFigures> {
		this.child.send(order);
		const [message] = (await once(this.child, 'message')) as [ServiceMessage];
		if (!('figures' in message)) throw new Error('The service gave no figures');
		return message.figures;
	}
}

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
