import type { Fault, FaultKind } from './faults';
import { drawFault } from './randomFaults';
import type { RandomFaults } from './randomFaults';
import { mulberry32 } from './randomNumbers';

export interface PlannedFault extends Fault {
	method?: string;
	/** Tested against the path without prefix and query. */
	path?: RegExp;
	/** How often it happens (1). */
	times?: number;
	/** How many matching requests are spared first (0). */
	after?: number;
}

interface QueuedFault {
	plan: PlannedFault;
	spare: number;
	left: number;
}

/**
 * What will go wrong, decided per request in order of arrival: planned faults first, in the order they were added, then the
 * seeded random ones. The random numbers of a request are drawn whatever becomes of it, so a plan depends on nothing but
 * its seed and the order of requests.
 */
export class FaultPlan {
	/** How often each kind has happened, per method: `happened.errorAfter?.POST`. */
	happened: Partial<Record<FaultKind, Record<string, number>>> = {};

	private queue: QueuedFault[] = [];
	private randomPlan: { settings: RandomFaults; next: () => number } | undefined;

	add(plan: PlannedFault): void {
		this.queue.push({ plan, spare: plan.after ?? 0, left: plan.times ?? 1 });
	}

	/** From now on every request may fail, with the given probability; replaces an earlier random plan. */
	random(settings: RandomFaults): void {
		this.randomPlan = { settings, next: mulberry32(settings.seed) };
	}

	/** No more faults, and the counts of `happened` begin again. */
	clear(): void {
		this.queue = [];
		this.randomPlan = undefined;
		this.happened = {};
	}

	/** Decides about the next request. */
	decide(method: string, path: string): Fault | undefined {
		const planned = this.takePlanned(method, path);
		const drawn = this.randomPlan && drawFault(this.randomPlan, method, path);
		const fault = planned ?? drawn;
		if (!fault || !isPossible(fault, path)) return undefined;
		const counts = (this.happened[fault.kind] ??= {});
		counts[method] = (counts[method] ?? 0) + 1;
		return fault;
	}

	private takePlanned(method: string, path: string): Fault | undefined {
		let taken: QueuedFault | undefined;
		for (const queued of this.queue) {
			if (!matches(queued.plan, method, path)) continue;
			if (queued.spare > 0) queued.spare--;
			else taken ??= queued;
		}
		if (!taken) return undefined;
		taken.left--;
		if (taken.left <= 0) this.queue = this.queue.filter((queued) => queued !== taken);
		return taken.plan;
	}
}

function matches(plan: PlannedFault, method: string, path: string): boolean {
	return (
		(plan.method === undefined || plan.method === method) &&
		(plan.path === undefined || plan.path.test(path)) &&
		isPossible(plan, path)
	);
}

/** A login carries no token that could be revoked. */
function isPossible(fault: Fault, path: string): boolean {
	return fault.kind !== 'tokenRevoked' || path !== '/token';
}
