import { canonicalJson } from '../format/json';
import { groupedBy } from '../lists/grouping';
import { reservationKey } from '../lists/reservationId';
import { isToolExecution, runIndexOf } from '../n8n/n8nCompat';
import { userError } from '../n8n/userError';
import type { Deletion } from '../reservation/desired';
import type { Session } from '../session/session';
import type { InputJob, ReconcileJob, Sync } from './job';
import { isReconcileJob } from './job';
import type { Run } from './run';

const ROUNDS_KEY = 'reservationServiceSynced';

export type ReconcileInput = InputJob<ReconcileJob>;

/** What the inputs of a run want of one reservation. */
export interface ReservationPlan {
	session: Session;
	reservationId: string;
	/** In input order. */
	jobs: ReconcileInput[];
	/**
	 * Of an input with the same reference as another: that one, if it stands for
	 * both.
	 */
	standIns: Map<ReconcileInput, ReconcileInput>;
	/** Of the whole run. */
	sync?: Sync;
	deletion?: Deletion;
}

/** Looks at the inputs beside each other, and refuses what contradicts. */
export function planRun(run: Run, jobs: InputJob[]): ReservationPlan[] {
	const toReconcile = jobs.filter(isReconcileJob);
	const sync = toReconcile[0]?.sync;
	const settings = canonicalJson(sync);
	const others = toReconcile.filter(
		(job) => canonicalJson(job.sync) !== settings,
	);
	run.refuse(others, differentSettings());
	const plans: ReservationPlan[] = [];
	for (const own of groupedBy(jobs, (job) => job.input.session).values()) {
		for (const alike of groupedBy(own, keyOf).values()) {
			const reconciling = alike.filter(isReconcileJob);
			if (reconciling.length === 0) continue;
			plans.push(planReservation(run, reconciling, sync));
			// The last refusal is told: two spellings are why a reference is there
			// twice.
			const spellings = new Set(alike.map((job) => job.changes?.reservationId));
			if (spellings.size > 1) {
				run.refuse(alike, differentSpellings([...spellings]));
			}
			if (reconciling.length < alike.length) {
				run.refuse(alike, differentPrevention());
			}
		}
	}
	refuseFirstItemOnly(run, plans);
	refuseLaterRounds(run, plans);
	return plans;
}

function keyOf(job: InputJob): string | undefined {
	const id = job.changes?.reservationId;
	return id === undefined ? undefined : reservationKey(id);
}

function planReservation(
	run: Run,
	jobs: ReconcileInput[],
	sync?: Sync,
): ReservationPlan {
	const [first] = jobs as [ReconcileInput];
	const { session } = first.input;
	const { reservationId } = first.changes;
	const byReference = jobs.filter(
		(job) => job.desired?.matchBy === 'reference',
	);
	const groups = groupedBy(
		byReference,
		(job) => job.desired?.fields.reference ?? '',
	);
	const standIns = new Map<ReconcileInput, ReconcileInput>();
	for (const [reference, alike] of groups) {
		const counting = lastCounts(alike[0]) ? alike.at(-1) : alike[0];
		for (const job of alike) {
			if (counting && job !== counting) standIns.set(job, counting);
		}
		if (alike.length > 1 && !mayShareReference(alike)) {
			run.refuse(alike, usedTwice(reference, reservationId, alike));
		}
	}
	const rule = sync?.deletion;
	const earlier = run.journal.openDeletionsOf(session, reservationId);
	const deletion = rule && {
		prefix: rule.prefix,
		wanted: new Set(groups.keys()),
		earlier,
	};
	return { session, reservationId, jobs, standIns, sync, deletion };
}

/** Of several inputs with one reference, the last; otherwise the first. */
export function lastCounts(job: ReconcileInput | undefined): boolean {
	return job?.desired?.whenFound === 'update';
}

function mayShareReference(alike: ReconcileInput[]): boolean {
	const [first] = alike;
	if (first?.sync) return false;
	if (lastCounts(first)) return true;
	const contents = new Set(
		alike.map((job) => canonicalJson(job.desired?.charge.body)),
	);
	return contents.size === 1;
}

/**
 * Refuses Delete Missing where n8n hands over only the first input item: what
 * the others name would be deleted.
 */
function refuseFirstItemOnly(run: Run, plans: ReservationPlan[]): void {
	if (!run.context.getNode().executeOnce) return;
	for (const { deletion, jobs } of plans) {
		if (deletion) run.refuse(jobs, executedOnce());
	}
}

function executedOnce(): Error {
	return userError({
		what: `'Execute Once' is on, with which n8n gives the node only its first input item`,
		advice: `Turn it off in the node's settings, or turn off 'Delete Missing'`,
		more: 'What the other input items name would be deleted.',
	});
}

/**
 * Refuses a reservation that an earlier round of a loop has synced: what that
 * round made would be deleted.
 */
function refuseLaterRounds(run: Run, plans: ReservationPlan[]): void {
	const { context } = run;
	const deleting = plans.filter(
		(plan) => plan.deletion && !plan.sync?.isDryRun,
	);
	if (deleting.length === 0 || isToolExecution(context)) return;
	// By account and reservation: the first round that has synced it.
	const rounds = (context.getContext('node')[ROUNDS_KEY] ??= {}) as {
		[key: string]: number;
	};
	const round = runIndexOf(context);
	for (const { session, reservationId, jobs } of deleting) {
		const first = (rounds[session.reservations.keyOf(reservationId)] ??= round);
		if (first < round) run.refuse(jobs, syncedBefore(reservationId));
	}
}

function syncedBefore(reservationId: string): Error {
	return userError({
		what: `An earlier round of this loop has already synced reservation '${reservationId}'`,
		advice: 'Give the node all items of a reservation at once',
		more: `With 'Delete Missing', this round would delete what the earlier one has made.`,
	});
}

function differentSettings(): Error {
	return userError({
		what: `'Dry Run', 'Delete Missing' and the settings below it are not the same as for the first input item`,
		advice: 'Give all input items of a run the same, or use one node for each',
	});
}

function differentSpellings(ids: Array<string | undefined>): Error {
	const names = ids.map((id) => `'${id}'`).join(' and as ');
	return userError({
		what: `One reservation is written as ${names} in the input items`,
		advice: 'Write it the same in all of them',
		more: 'What is wanted of a reservation is counted together.',
	});
}

function differentPrevention(): Error {
	return userError({
		what: `'Prevent Duplicates' is off for one input item of the reservation, and on for another`,
		advice: 'Give all input items of a reservation the same',
	});
}

function usedTwice(
	reference: string,
	reservationId: string,
	alike: ReconcileInput[],
): Error {
	const items = alike.map((job) => job.input.itemIndex).join(' and ');
	return userError({
		what: `'Reference' is '${reference}' on reservation '${reservationId}' in input items ${items}`,
		advice:
			'Give each charge of a reservation a reference of its own, such as the order number followed by the number of the line',
	});
}
