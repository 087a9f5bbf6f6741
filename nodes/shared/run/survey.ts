import type { UserError } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import { isOrphan } from '../reservation/deletion';
import type { DesiredCharge } from '../reservation/desired';
import type { ExistingItem } from '../lists/reservations';
import { incomplete } from '../reservation/words';
import type { Problem, ReservationPlan } from './plan';
import { problemOfAll } from './plan';
import { runInOrder } from './runInOrder';

/**
 * Reads reservations before anything of the run is changed, where that is needed: to know whether a charge without all
 * fields is a new one, or how much would be deleted. What is counted is noted in the plans.
 */
export async function survey(plans: ReservationPlan[]): Promise<Problem[]> {
	const deleting = plans.filter(({ deletion }) => deletion);
	const max = Math.min(...deleting.map(({ maxDeletions }) => maxDeletions));
	const isCounted = deleting.length > 1 || max < Infinity;
	const toRead = plans.filter((plan) => (isCounted && plan.deletion) || partialOf(plan).length > 0);
	const problems: Problem[] = [];
	let count = 0;
	const concurrency = Math.max(1, ...toRead.map(({ session }) => session.maxConcurrency));
	await runInOrder(toRead, { concurrency, shouldStop: () => false }, async (plan) => {
		const items = await plan.session.reservations
			.list(plan.reservationId)
			.catch((error: Error) => error);
		if (items instanceof Error) {
			problems.push(...problemOfAll(plan, items));
			return;
		}
		problems.push(...partialAndNew(plan, items));
		count += countOrphans(plan, items);
	});
	if (count <= max) return problems;
	const tooMany = tooManyDeletions(count, max);
	return plans.flatMap((plan) => problemOfAll(plan, tooMany));
}

/** Inputs that lack fields, which a charge that is there already may do. */
function partialOf({ jobs, leads }: ReservationPlan): Array<Problem & { desired: DesiredCharge }> {
	return jobs.flatMap((job) => {
		const { input, desired } = job;
		const error = desired && incomplete(desired);
		return error && !leads.has(job) ? [{ input, desired, error }] : [];
	});
}

function partialAndNew(plan: ReservationPlan, items: ExistingItem[]): Problem[] {
	const there = new Set(items.map(({ fields }) => fields.reference));
	return partialOf(plan).filter(({ desired }) => !there.has(desired.fields.reference));
}

function countOrphans({ deletion }: ReservationPlan, items: ExistingItem[]): number {
	if (!deletion) return 0;
	const orphans = items.filter((item) => isOrphan(deletion, item));
	deletion.counted = new Set(orphans.map(({ id }) => id));
	return orphans.length;
}

function tooManyDeletions(count: number, max: number): UserError {
	const items = count === 1 ? '1 service item' : `${count} service items`;
	return userError({
		what: `This run would delete ${items}, more than 'Max Deletions' allows (${max})`,
		advice: 'Look whether the input is complete',
		more: "To see the charges, turn on 'Dry Run' and leave 'Max Deletions' empty. If they are to go, allow more for one run. Nothing was changed.",
	});
}
