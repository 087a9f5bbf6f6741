import type { Contender } from './contenders';
import type { Setting } from './measure';

/** What is measured, and how long it may take. */
export interface BenchPlan {
	latencies: number[];
	sizes: number[];
	/** Without it, what would only wait for long is left out. */
	isFull: boolean;
	/** How often each run is repeated at least; short ones are repeated more often. */
	rounds: number;
}

/** The longest time a single run may spend waiting for the service, in milliseconds. */
const LONGEST_WAIT_MS = 6_000;

/** The settings of a plan, smallest first. */
export function listSettings({ latencies, sizes }: BenchPlan): Setting[] {
	return latencies.flatMap((latencyMs) => sizes.map((items) => ({ latencyMs, items })));
}

/** Whether a contender takes part in a setting. */
export function takesPart({ concurrency }: Contender, setting: Setting, plan: BenchPlan): boolean {
	return plan.isFull || waitOf(setting, concurrency) <= LONGEST_WAIT_MS;
}

/** How often a setting is measured: what takes no time is repeated, as it varies most. */
export function roundsOf(setting: Setting, { rounds }: BenchPlan): number {
	if (setting.items <= 100) return waitOf(setting, 5) < 1_000 ? rounds * 2 + 1 : rounds;
	return waitOf(setting, 5) < 1_000 ? rounds : Math.max(1, Math.ceil(rounds / 2));
}

function waitOf({ latencyMs, items }: Setting, concurrency: number): number {
	return latencyMs * Math.ceil(items / concurrency);
}
