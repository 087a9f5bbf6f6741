import { listContenders, RESERVATIONS } from './contenders';
import type { BenchCharge, BenchPackage, Contender } from './contenders';
import { settingTable } from './report';
import { RemoteService, type ServiceFigures } from './service';

/** What is measured, and how long it may take. */
export interface BenchPlan {
	latencies: number[];
	sizes: number[];
	/** How often each run is repeated at least. */
	rounds: number;
	/** The longest time a single run may spend waiting for the service, in milliseconds. */
	longestWaitMs: number;
}

/** How slow the service is, and how many charges go out. */
export interface Setting {
	latencyMs: number;
	items: number;
}

/** What one run cost. */
export interface Measurement extends ServiceFigures {
	wallMs: number;
	/** Of this process, in user and system mode; NaN for what ran in another one. */
	cpuMs: number;
	/** What the heap holds more while the results are still there, in bytes; NaN for what ran in another process. */
	heapBytes: number;
}

/** One contender in one setting: a measurement for every round, in the order of the rounds. */
export interface Result {
	contender: Contender;
	setting: Setting;
	rounds: Measurement[];
}

/** Whoever opens a connection for every item at once runs out of them. */
const MOST_AT_ONCE = 1_000;
/** n8n runs for weeks: what is measured is an engine that has long compiled what it runs. */
const WARM_UP: Setting = { latencyMs: 0, items: 1_000 };
let accounts = 0;

/** Measures all contenders on n8n's engine. */
export async function runBench(
	plan: BenchPlan,
	installed: BenchPackage,
	print: (text: string) => void,
): Promise<void> {
	await runSideBySide(listContenders(installed), plan, print);
}

/** Measures contenders side by side and prints a table per setting. */
export async function runSideBySide(
	contenders: Contender[],
	plan: BenchPlan,
	print: (text: string) => void,
): Promise<void> {
	const service = await RemoteService.start();
	try {
		for (const contender of contenders) await measure(contender, WARM_UP, service);
		const settings = plan.latencies.flatMap((latencyMs) =>
			plan.sizes.map((items) => ({ latencyMs, items })),
		);
		for (const setting of settings) {
			const taking = contenders.filter((contender) => takesPart(contender, setting, plan));
			if (taking.length === 0) continue;
			const measured = await measureSetting(setting, taking, roundsOf(setting, plan), service);
			print(`\n${settingTable(setting, measured)}`);
			const left = contenders.length - taking.length;
			if (left > 0) print(`${left} that would mostly wait are left out.`);
		}
	} finally {
		service.stop();
	}
}

/**
 * Every round takes all contenders in turn, those with as many requests at a time next to each other. Every other round
 * goes the other way round: what comes later in a round finds a warmer engine.
 */
async function measureSetting(
	setting: Setting,
	contenders: readonly Contender[],
	rounds: number,
	service: RemoteService,
): Promise<Result[]> {
	const results: Result[] = contenders.map((contender) => ({ contender, setting, rounds: [] }));
	const order = [...results].sort((a, b) => a.contender.concurrency - b.contender.concurrency);
	for (let round = 0; round < rounds; round++) {
		for (const result of order) {
			result.rounds.push(await measure(result.contender, setting, service));
		}
		order.reverse();
	}
	return results;
}

/** Sends the charges of a setting once. Throws unless every one of them is in the service's books afterwards. */
async function measure(
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
	const wallMs = performance.now() - started;
	const { user, system } = process.cpuUsage(cpuBefore);
	const heapBytes = settledHeap() - heapBefore;
	const figures = await service.figures();
	if (figures.stored !== items) {
		throw new Error(`${contender.name}: ${figures.stored} of ${items} charges were stored`);
	}
	if ('elsewhereMs' in results) {
		return { ...figures, wallMs: Number(results.elsewhereMs), cpuMs: NaN, heapBytes: NaN };
	}
	return { ...figures, wallMs, cpuMs: (user + system) / 1000, heapBytes };
}

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

function takesPart({ concurrency }: Contender, setting: Setting, plan: BenchPlan): boolean {
	if (concurrency === Infinity && setting.items > MOST_AT_ONCE) return false;
	return waitOf(setting, concurrency) <= plan.longestWaitMs;
}

/** How often a setting is measured: the shorter it is, the more it varies. An even number cancels trends. */
function roundsOf(setting: Setting, { rounds }: BenchPlan): number {
	const wait = waitOf(setting, 5);
	if (wait >= 1_000 || setting.items > 1_000) return rounds;
	return rounds * (wait === 0 && setting.items <= 100 ? 8 : 2);
}

function waitOf({ latencyMs, items }: Setting, concurrency: number): number {
	return latencyMs * Math.ceil(items / concurrency);
}
