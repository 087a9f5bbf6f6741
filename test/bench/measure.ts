import type { BenchCharge, Contender } from './contenders';
import type { RemoteService, ServiceFigures } from './service';

/** What one run cost. */
export interface Measurement extends ServiceFigures {
	items: number;
	wallMs: number;
	/** Of this process, in user and system mode. */
	cpuMs: number;
	/** What the heap holds more while the results are still there, in bytes. */
	heapBytes: number;
}

/** One line of the plan: how slow the service is, and how many charges go out. */
export interface Setting {
	latencyMs: number;
	items: number;
}

/** What ran in another process: the time it took there counts, and what it cost is not known. */
export class RunElsewhere {
	readonly cpuMs = NaN;
	readonly heapBytes = NaN;

	constructor(readonly wallMs: number) {}
}

/** So many reservations the charges are spread over. */
export const RESERVATIONS = 200;
let accounts = 0;

/** Sends the charges of a setting once. Throws unless every one of them is in the service's books afterwards. */
export async function measure(
	contender: Contender,
	{ latencyMs, items }: Setting,
	service: RemoteService,
): Promise<Measurement> {
	const accountId = `bench-${++accounts}`;
	await service.reset({ latencyMs, accountId });
	const task = { charges: makeCharges(items), url: service.url, accountId };
	const heapBefore = settledHeap();
	const cpuBefore = process.cpuUsage();
	const started = performance.now();
	const results = await contender.run(task);
	const own = { wallMs: performance.now() - started, ...costOf(cpuBefore, heapBefore) };
	const figures = await service.figures();
	if (figures.stored !== items || results === undefined) {
		throw new Error(`${contender.name}: ${figures.stored} of ${items} charges were stored`);
	}
	const cost = results instanceof RunElsewhere ? results : own;
	const { wallMs, cpuMs, heapBytes } = cost;
	return { items, wallMs, cpuMs, heapBytes, ...figures };
}

function costOf(cpuBefore: NodeJS.CpuUsage, heapBefore: number) {
	const { user, system } = process.cpuUsage(cpuBefore);
	return { cpuMs: (user + system) / 1000, heapBytes: settledHeap() - heapBefore };
}

/** The charges of a run. */
function makeCharges(items: number): BenchCharge[] {
	return Array.from({ length: items }, (_, n) => ({
		reservationId: `R-${n % RESERVATIONS}`,
		amount: 25 + (n % 100) / 4,
		date: '2026-11-21',
		description: `Late checkout ${n}`,
	}));
}

/** What the heap holds when everything unreachable is gone. */
function settledHeap(): number {
	if (!globalThis.gc) throw new Error('Run this with node --expose-gc');
	globalThis.gc();
	return process.memoryUsage().heapUsed;
}
