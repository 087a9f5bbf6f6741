import { canonicalJson } from '../format/json';
import type { Deletion } from '../reservation/desired';
import { groupedBy } from '../lists/grouping';
import type { Session } from '../session/session';
import type { InputJob, ReconcileJob } from './job';

export type Wanting = InputJob<ReconcileJob>;

/** What the inputs of a run want of one reservation. */
export interface ReservationPlan {
	session: Session;
	reservationId: string;
	/** In input order. */
	jobs: Wanting[];
	/** Of an input with the same reference as another: the one that stands for both. */
	leads: Map<Wanting, Wanting>;
	isDryRun: boolean;
	deletion?: Deletion;
	maxDeletions: number;
}

/** What is wrong with an input beside the others. */
export interface Problem {
	input: Wanting['input'];
	error: Error;
}

/** One that all inputs of a reservation have. */
export function problemOfAll(plan: ReservationPlan, error: Error): Problem[] {
	return plan.jobs.map(({ input }) => ({ input, error }));
}

export function planReservations(jobs: Wanting[]): ReservationPlan[] {
	const plans: ReservationPlan[] = [];
	for (const own of groupedBy(jobs, ({ input }) => input.session).values()) {
		for (const alike of groupedBy(own, ({ reservationId }) => reservationId).values()) {
			plans.push(planOf(alike));
		}
	}
	return plans;
}

function planOf(jobs: Wanting[]): ReservationPlan {
	const [{ reservationId, sync, input }] = jobs as [Wanting];
	const rule = sync?.deletion;
	const wanted = new Set(jobs.flatMap(({ desired }) => desired?.fields.reference ?? []));
	return {
		session: input.session,
		reservationId,
		jobs,
		leads: leadsOf(jobs),
		isDryRun: sync?.isDryRun ?? false,
		deletion: rule && { prefix: rule.prefix, wanted },
		maxDeletions: rule?.maxDeletions ?? Infinity,
	};
}

function leadsOf(jobs: Wanting[]): Map<Wanting, Wanting> {
	const leads = new Map<Wanting, Wanting>();
	for (const alike of groupsOfOneReference(jobs)) {
		const [first] = alike as [Wanting];
		const lead = first.twice === 'lastCounts' ? (alike.at(-1) ?? first) : first;
		for (const job of alike) if (job !== lead) leads.set(job, lead);
	}
	return leads;
}

function groupsOfOneReference(jobs: Wanting[]): Wanting[][] {
	const byReference = jobs.filter(({ desired }) => desired?.matchBy === 'reference');
	return [...groupedBy(byReference, ({ desired }) => desired?.fields.reference).values()];
}

/** Looks at the inputs of all reservations together. */
export function problemsOf(plans: ReservationPlan[]): Problem[] {
	const jobs = plans.flatMap((plan) => plan.jobs);
	const settings = canonicalJson(jobs[0]?.sync);
	const problems: Problem[] = [];
	for (const { sync, input } of jobs) {
		if (canonicalJson(sync) === settings) continue;
		problems.push({ input, error: differentSettings(input) });
	}
	for (const alike of plans.flatMap((plan) => groupsOfOneReference(plan.jobs))) {
		if (alike.length === 1 || areAllowed(alike)) continue;
		for (const job of alike) problems.push({ input: job.input, error: usedTwice(job, alike) });
	}
	return problems;
}

function areAllowed(alike: Wanting[]): boolean {
	const [{ twice }] = alike as [Wanting];
	if (twice === 'lastCounts') return true;
	const contents = new Set(alike.map(({ desired }) => canonicalJson(desired?.charge.body)));
	return twice === 'oneCharge' && contents.size === 1;
}

function differentSettings(input: Wanting['input']): Error {
	return input.problem(
		`'Dry Run', 'Delete Missing' and the settings below it are not the same as for the first input item`,
		'Give all input items of a run the same, or use one node for each.',
	);
}

function usedTwice({ input, reservationId, desired, twice }: Wanting, alike: Wanting[]): Error {
	const items = alike.map((job) => job.input.itemIndex).join(' and ');
	const where = `'Reference' is '${desired?.fields.reference}' on reservation '${reservationId}' in input items ${items}`;
	return input.problem(
		twice === 'error' ? where : `${where}, which are not alike`,
		'Give each charge of a reservation a reference of its own, such as the order number followed by the number of the line, or take out the items that are too many.',
	);
}
