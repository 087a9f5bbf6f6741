import type { UserError } from 'n8n-workflow';

import { canonicalJson } from '../format/json';
import { userError } from '../n8n/userError';
import type { DesiredCharge } from '../reservation/desired';
import { incomplete, isComplete } from '../reservation/words';
import type { ExistingItem } from '../lists/reservations';
import type { DeletionRule, InputJob, ReconcileJob } from './job';
import { groupedBy } from '../lists/grouping';
import { runInOrder } from './runInOrder';

export type Wanting = InputJob<ReconcileJob>;

/** What the inputs of a run want of one reservation. */
export interface ReservationPlan {
	session: Wanting['session'];
	reservationId: string;
	/** In input order. */
	jobs: Wanting[];
	deletion?: DeletionRule;
	/** Of all inputs, also of those that cannot be done. */
	references: Set<string>;
	/** IDs of what may be deleted, once it was counted: what appears later stays. */
	counted?: Set<string | undefined>;
}

/** What is wrong with an input beside the others. */
export interface Problem {
	job: Wanting;
	error: Error;
}

export function planReservations(jobs: Wanting[]): ReservationPlan[] {
	const bySession = groupedBy(jobs, ({ session }) => session);
	const groups = [...bySession.values()].flatMap((own) => [
		...groupedBy(own, ({ reservationId }) => reservationId).values(),
	]);
	return groups.map((own) => {
		const [{ session, reservationId, sync }] = own as [Wanting];
		const references = own.flatMap(({ desired }) => desired?.fields.reference ?? []);
		const deletion = sync?.deletion;
		return { session, reservationId, jobs: own, deletion, references: new Set(references) };
	});
}

/** Looks at the inputs of all reservations together. */
export function problemsOf(plans: ReservationPlan[]): Problem[] {
	const all = plans.flatMap(({ jobs }) => jobs);
	const [first] = [...all].sort((a, b) => a.itemIndex - b.itemIndex);
	const problems = all
		.filter(({ sync }) => settingsOf(sync) !== settingsOf(first?.sync))
		.map((job) => ({ job, error: differentSettings(job) }));
	for (const { jobs } of plans) {
		const wanting = jobs.filter(({ desired }) => desired?.matchBy === 'reference');
		for (const alike of groupedBy(wanting, referenceOf).values()) {
			if (alike.length < 2 || isAllowed(alike)) continue;
			problems.push(...alike.map((job) => ({ job, error: usedTwice(job, alike) })));
		}
	}
	return problems;
}

function settingsOf(sync: ReconcileJob['sync']): string {
	return JSON.stringify([sync?.isDryRun, sync?.deletion]);
}

function referenceOf({ desired }: Wanting): string | undefined {
	return desired?.fields.reference;
}

function isAllowed(alike: Wanting[]): boolean {
	const [{ twice }] = alike as [Wanting];
	if (twice === 'lastCounts') return true;
	const contents = new Set(alike.map(({ desired }) => canonicalJson(desired?.charge.body)));
	return twice === 'oneCharge' && contents.size === 1;
}

function differentSettings({ input }: Wanting): Error {
	return input.problem(
		`'Dry Run', 'Delete Missing' and the settings below it are not the same as for the first input item`,
		'Give all input items of a run the same, or use one node for each.',
	);
}

function usedTwice({ input, reservationId, desired, twice }: Wanting, alike: Wanting[]): Error {
	const items = alike.map(({ itemIndex }) => itemIndex).join(' and ');
	const where = `'Reference' is '${desired?.fields.reference}' on reservation '${reservationId}' in input items ${items}`;
	return input.problem(
		twice === 'error' ? where : `${where}, which are not alike`,
		'Give each charge of a reservation a reference of its own, such as the order number followed by the number of the line, or take out the items that are too many.',
	);
}

/** The inputs that are brought about; of several with one reference, one stands for all. */
export function leadsOf(jobs: Wanting[]): Wanting[] {
	const leads = new Map<unknown, Wanting>();
	for (const job of jobs) {
		if (!job.desired) continue;
		const key = job.desired.matchBy === 'reference' ? job.desired.fields.reference : job;
		if (job.twice === 'lastCounts' || !leads.has(key)) leads.set(key, job);
	}
	return [...leads.values()].sort((a, b) => a.itemIndex - b.itemIndex);
}

/** True for what Sync is to delete: its own that no input wants. */
export function isOrphan(
	{ deletion, references, counted }: ReservationPlan,
	item: ExistingItem,
): boolean {
	const { reference } = item.fields;
	if (!deletion || reference === undefined || references.has(reference)) return false;
	const isOwn = reference.startsWith(deletion.prefix) && reference.length > deletion.prefix.length;
	return isOwn && (counted?.has(item.id) ?? true);
}

export interface Survey {
	problems: Problem[];
	/** Why nothing of the run may be changed. */
	tooMany?: UserError;
	areAllRead: boolean;
}

/**
 * Reads reservations before anything of the run is changed, where that is needed: to know whether a charge without all
 * fields is a new one, or how much would be deleted.
 */
export async function survey(plans: ReservationPlan[]): Promise<Survey> {
	const deleting = plans.filter(({ deletion }) => deletion);
	const isCounted = deleting.length > 1 || deleting.some((plan) => maxOf(plan) < Infinity);
	const toRead = plans.filter(
		(plan) => (isCounted && plan.deletion) || plan.jobs.some(({ desired }) => isPartial(desired)),
	);
	const problems: Problem[] = [];
	let areAllRead = true;
	let count = 0;
	const concurrency = Math.max(1, ...toRead.map(({ session }) => session.maxConcurrency));
	await runInOrder(toRead, { concurrency, shouldStop: () => false }, async (plan) => {
		try {
			const items = await plan.session.reservations.list(plan.reservationId);
			problems.push(...partialAndNew(plan, items));
			const orphans = items.filter((item) => isOrphan(plan, item));
			plan.counted = new Set(orphans.map(({ id }) => id));
			count += orphans.length;
		} catch (error) {
			areAllRead = false;
			problems.push(...plan.jobs.map((job) => ({ job, error: error as Error })));
		}
	});
	const max = Math.min(Infinity, ...deleting.map(maxOf));
	return {
		problems,
		areAllRead,
		tooMany: count > max ? tooManyDeletions(count, max) : undefined,
	};
}

function maxOf({ deletion }: ReservationPlan): number {
	return deletion?.maxDeletions ?? Infinity;
}

function isPartial(desired: DesiredCharge | undefined): desired is DesiredCharge {
	return desired !== undefined && !isComplete(desired);
}

/** Inputs that lack fields of a charge that is not there yet. */
function partialAndNew({ jobs }: ReservationPlan, items: ExistingItem[]): Problem[] {
	const there = new Set(items.map(({ fields }) => fields.reference));
	return leadsOf(jobs).flatMap((job): Problem[] => {
		const { desired } = job;
		if (!isPartial(desired) || there.has(desired.fields.reference)) return [];
		return [{ job, error: incomplete(desired) }];
	});
}

function tooManyDeletions(count: number, max: number): UserError {
	const items = count === 1 ? '1 service item' : `${count} service items`;
	return userError({
		what: `This run would delete ${items}, more than 'Max Deletions' allows (${max})`,
		advice: 'Look whether the input is complete',
		more: "To see the charges, turn on 'Dry Run' and leave 'Max Deletions' empty. If they are to go, allow more for one run. Nothing was changed.",
	});
}
