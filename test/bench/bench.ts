import { textTable } from '../report/textTable';
import { settingTable, type Result } from './benchReport';
import { listContenders, type BenchPackage, type Contender } from './contenders';
import { measure, type Setting } from './measure';
import { RemoteService } from './service';
import { checkTargets, type TargetCheck } from './targets';

/** What is measured, and how long it may take. */
export interface BenchPlan {
	latencies: number[];
	sizes: number[];
	/** With it, what is drawn takes part however long it waits. */
	isDrawn: boolean;
	/** How often each run is repeated at least. */
	rounds: number;
}

/** The longest time a single run may spend waiting for the service, in milliseconds. */
const LONGEST_WAIT_MS = 6_000;
const MOST_AT_ONCE = 1_000;
/** n8n runs for weeks: what is measured is an engine that has long compiled what it runs. */
const WARM_UP: Setting = { latencyMs: 0, items: 1_000 };

/** Measures all contenders side by side and prints a table per setting, then the targets. */
export async function runBench(
	plan: BenchPlan,
	installed: BenchPackage,
	print: (text: string) => void,
): Promise<Result[]> {
	const results = await runSideBySide(listContenders(installed), plan, print);
	print(`\n${targetTable(checkTargets(results))}`);
	return results;
}

/** Measures contenders side by side and prints a table per setting. */
export async function runSideBySide(
	contenders: Contender[],
	plan: BenchPlan,
	print: (text: string) => void,
): Promise<Result[]> {
	const service = await RemoteService.start();
	const results: Result[] = [];
	try {
		for (const contender of contenders) await measure(contender, WARM_UP, service);
		const settings = plan.latencies.flatMap((latencyMs) =>
			plan.sizes.map((items) => ({ latencyMs, items })),
		);
		for (const setting of settings) {
			const taking = contenders.filter((contender) => takesPart(contender, setting, plan));
			if (taking.length === 0) continue;
			results.push(...(await measureSetting(setting, taking, roundsOf(setting, plan), service)));
			print(`\n${settingTable(setting, results)}`);
			const left = contenders.length - taking.length;
			if (left > 0) print(`${left} that would mostly wait are left out.`);
		}
	} finally {
		service.stop();
	}
	return results;
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

/** What the results should have been, and were. */
export function targetTable(checks: readonly TargetCheck[]): string {
	return textTable(
		[
			{ title: 'Target', align: 'left' },
			{ title: 'Found', align: 'left' },
			{ title: '', align: 'left' },
		],
		checks.map(({ target, found, isMet }) => [target, found, isMet ? 'met' : 'missed']),
	);
}

/** Whether a contender takes part in a setting. */
function takesPart(contender: Contender, setting: Setting, plan: BenchPlan): boolean {
	const { concurrency, drawnAs } = contender;
	// Whoever opens a connection for every item at once runs out of them.
	if (concurrency === Infinity && setting.items > MOST_AT_ONCE) return false;
	if (plan.isDrawn && drawnAs !== undefined) return true;
	return waitOf(setting, concurrency) <= LONGEST_WAIT_MS;
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
