import type { ExistingItem } from '../lists/reservations';
import { userError } from '../n8n/userError';
import { isOrphan } from '../reservation/deletion';
import { incomplete } from '../reservation/words';
import type { ReconcileInput, ReservationPlan } from './plan';
import type { Run } from './run';
import { runInOrder } from './runInOrder';

/**
 * Reads reservations before anything of the run is changed, where that is
 * needed: to know whether a charge without all fields is a new one, or how much
 * would be deleted. What is counted is noted in the plans.
 */
export async function survey(
	run: Run,
	plans: ReservationPlan[],
): Promise<void> {
	const deleting = plans.filter((plan) => plan.deletion);
	const max = deleting[0]?.sync?.deletion?.maxDeletions ?? Infinity;
	// What appears later is not deleted: of one reservation, its first list tells
	// as much. A dry run deletes nothing.
	const isDryRun = deleting[0]?.sync?.isDryRun;
	const isCounted = max < Infinity || (deleting.length > 1 && !isDryRun);
	const toRead = plans.filter(
		(plan) => (isCounted && plan.deletion) || partialOf(plan).length > 0,
	);
	let count = 0;
	const concurrency = Math.max(
		1,
		...toRead.map((plan) => plan.session.maxConcurrency),
	);
	await runInOrder(toRead, { concurrency }, async (plan) => {
		try {
			const items = await plan.session.reservations.list(plan.reservationId);
			const there = new Set(items.map((item) => item.fields.reference));
			for (const job of partialOf(plan)) {
				if (!there.has(job.desired?.fields.reference)) {
					run.refuse([job], incompletenessOf(job));
				}
			}
			count += noteOrphans(plan, items);
		} catch (error) {
			run.refuse(plan.jobs, error);
		}
	});
	if (count <= max) return;
	const tooMany = tooManyDeletions(count, max);
	for (const plan of plans) run.refuse(plan.jobs, tooMany);
}

/** Inputs that lack fields, which a charge that is there already may do. */
function partialOf(plan: ReservationPlan): ReconcileInput[] {
	return plan.jobs.filter(
		(job) => !plan.standIns.has(job) && incompletenessOf(job) !== undefined,
	);
}

function incompletenessOf(job: ReconcileInput): Error | undefined {
	return job.desired && incomplete(job.desired);
}

function noteOrphans(
	{ deletion }: ReservationPlan,
	items: ExistingItem[],
): number {
	if (!deletion) return 0;
	const orphans = items.filter((item) => isOrphan(deletion, item));
	deletion.counted = new Set(orphans.map((item) => item.id));
	return orphans.length;
}

function tooManyDeletions(count: number, max: number): Error {
	const items = count === 1 ? '1 service item' : `${count} service items`;
	return userError({
		what: `This run would delete ${items}, more than 'Max Deletions' allows (${max})`,
		advice: 'Look whether the input is complete',
		more: "To see the charges, turn on 'Dry Run' and leave 'Max Deletions' empty. Nothing was changed.",
	});
}
