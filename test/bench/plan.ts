import type { Contender } from './contenders';
import type { Setting } from './measure';

/** What is measured, and how long it may take. */
export interface BenchPlan {
	latencies: number[];
	sizes: number[];
	/** Without it, what would only wait for long is left out. */
	isFull: boolean;
	/** With it, what is drawn takes part however long it waits. */
	isDrawn: boolean;
	/** How often each run is repeated at least. */
	rounds: number;
}

/** The longest time a single run may spend waiting for the service, in milliseconds. */
const LONGEST_WAIT_MS = 6_000;
const MOST_AT_ONCE = 1_000;

/** The settings of a plan, smallest first. */
export function listSettings({ latencies, sizes }: BenchPlan): Setting[] {
	return latencies.flatMap((latencyMs) => sizes.map((items) => ({ latencyMs, items })));
}

/** Whether a contender takes part in a setting. */
export function takesPart(contender: Contender, setting: Setting, plan: BenchPlan): boolean {
	const { concurrency, drawnAs } = contender;
	// Whoever opens a connection for every item at once runs out of them.
	if (concurrency === Infinity && setting.items > MOST_AT_ONCE) return false;
	return (
		plan.isFull ||
		(plan.isDrawn && drawnAs !== undefined) ||
		waitOf(setting, concurrency) <= LONGEST_WAIT_MS
	);
}

/** How often a setting is measured: the shorter it is, the more it varies. An even number cancels trends. */
export function roundsOf(setting: Setting, { rounds }: BenchPlan): number {
	const wait = waitOf(setting, 5);
	if (wait >= 1_000 || setting.items > 1_000) return rounds;
	return rounds * (wait === 0 && setting.items <= 100 ? 8 : 2);
}

function waitOf({ latencyMs, items }: Setting, concurrency: number): number {
	return latencyMs * Math.ceil(items / concurrency);
}
