import type { IDataObject, IPairedItemData } from 'n8n-workflow';

import type { ExistingItem } from '../lists/reservations';
import type {
	DeletionOutcome,
	DoneOutcome,
	Wish,
	WishOutcome,
} from '../reservation/desired';
import { wishOf } from '../reservation/input';
import { reconcile } from '../reservation/reconcile';
import type { ReconcileInput, ReservationPlan } from './plan';
import { lastCounts } from './plan';
import type { Run } from './run';

/**
 * Brings about what inputs want of one reservation, and records what has become
 * of each.
 */
export async function reconcileInputs(
	run: Run,
	plan: ReservationPlan,
): Promise<void> {
	const jobs = plan.jobs.filter(
		(job) => !run.output.errors.has(job.input.itemIndex),
	);
	await bringAbout(run, plan, jobs);
	for (const job of jobs) follow(run, job, plan.standIns.get(job));
}

async function bringAbout(
	run: Run,
	plan: ReservationPlan,
	jobs: ReconcileInput[],
): Promise<void> {
	const { journal, output } = run;
	const { session, reservationId, deletion } = plan;
	const wanting: ReconcileInput[] = [];
	const wishes: Wish[] = [];
	for (const job of jobs) {
		if (!job.desired || plan.standIns.has(job)) continue;
		const { itemIndex, mapper } = job.input;
		wanting.push(job);
		wishes.push(wishOf(job.desired, mapper, journal.attemptOf(itemIndex)));
	}
	const emptyInputs = jobs.filter((job) => !job.desired);
	for (const job of emptyInputs) output.addResults(job.input.itemIndex, []);
	const isAllDone = wishes.every((wish) => wish.earlier?.state === 'done');
	if (isAllDone && !deletion) return;
	const isDryRun = plan.sync?.isDryRun ?? false;
	const stopsAtFailure = !run.context.continueOnFail();
	const wanted = { reservationId, wishes, isDryRun, stopsAtFailure, deletion };
	const end = await reconcile(session, wanted, run.shouldStop);
	for (const [n, job] of wanting.entries()) record(run, job, end.outcomes[n]);
	if (!deletion) return;
	recordDeletions(run, { plan, jobs, deletions: end.deletions });
	if (end.deletions.length > 0) return;
	if (end.unread) {
		run.refuse(emptyInputs, end.unread);
		// Where all inputs were done before, nobody else would tell it.
		if (isAllDone && emptyInputs.length === 0) {
			output.addExtraError(end.unread, pairedWith(jobs));
		}
	}
	if (end.outcomes.some((outcome) => outcome?.is === 'failed')) {
		output.warn(
			`Nothing was deleted on reservation '${reservationId}', as not all of it could be done`,
		);
	}
}

/** @param outcome undefined where nothing was begun, or all was done before */
function record(
	{ journal, output }: Run,
	job: ReconcileInput,
	outcome: WishOutcome | undefined,
): void {
	const { itemIndex } = job.input;
	if (!outcome) return;
	if (outcome.is === 'failed') {
		const { earlier, error } = outcome;
		if (earlier && earlier.state !== 'done') {
			journal.keepOpen(itemIndex, earlier);
		}
		output.errors.set(itemIndex, error);
		return;
	}
	const results = [resultOf(job, outcome)];
	if (job.sync?.isDryRun) output.addResults(itemIndex, results);
	else journal.keepResults(itemIndex, results);
	if (outcome.hint) output.warn(`Item ${itemIndex} ${outcome.hint}`);
}

function resultOf(job: ReconcileInput, outcome: DoneOutcome): IDataObject {
	const { input } = job;
	const { action, item } = outcome;
	const { reservationId } = job.changes;
	const known = { id: item.id, reservationId };
	const after = input.asOutput(item.raw, known);
	if (!job.sync) return { ...after, action };
	const reference = job.desired?.fields.reference;
	const before = outcome.before ? input.asOutput(outcome.before, known) : null;
	return { action, reservationId, reference, before, after };
}

/** Another input with the same reference stands for this one as well. */
function follow(
	{ output }: Run,
	job: ReconcileInput,
	standIn?: ReconcileInput,
): void {
	if (!standIn) return;
	const { itemIndex } = job.input;
	const other = standIn.input.itemIndex;
	if (output.errors.has(other)) {
		output.errors.set(itemIndex, output.errors.get(other));
	}
	const results = output.resultsOf(other);
	if (!results) return;
	const isReplaced = lastCounts(job);
	const action = isReplaced ? 'unchanged' : 'alreadyExisted';
	const own = results.map((json) => ({ ...json, action }));
	output.addResults(itemIndex, own);
	if (!isReplaced) return;
	output.warn(
		`Item ${itemIndex} was not used: item ${other} has the same reference '${job.desired?.fields.reference}', and the later one counts`,
	);
}

interface Deleted {
	plan: ReservationPlan;
	/** All of the reservation. */
	jobs: ReconcileInput[];
	deletions: DeletionOutcome[];
}

function recordDeletions(run: Run, { plan, jobs, deletions }: Deleted): void {
	const open: ExistingItem[] = [];
	for (const deletion of deletions) {
		recordDeletion(run, jobs, deletion);
		if (deletion.is === 'failed' && deletion.unseen) open.push(deletion.unseen);
	}
	run.journal.keepOpenDeletions(plan.session, plan.reservationId, open);
}

function recordDeletion(
	run: Run,
	jobs: ReconcileInput[],
	outcome: DeletionOutcome,
): void {
	const pairedItem = pairedWith(jobs);
	if (outcome.is === 'failed') {
		return run.output.addExtraError(outcome.error, pairedItem);
	}
	const [first] = jobs as [ReconcileInput];
	const { reservationId } = first.changes;
	const { id, raw, fields } = outcome.item;
	const known = {
		action: outcome.is,
		reservationId,
		reference: fields.reference,
	};
	const before = first.input.asOutput(raw, { id, reservationId });
	const json = { ...known, before, after: null };
	const deletions =
		outcome.is === 'deleted' ? run.journal.deleted : run.output.extra;
	deletions.push({ json, pairedItem });
}

function pairedWith(jobs: ReconcileInput[]): IPairedItemData[] {
	return jobs.map((job) => ({ item: job.input.itemIndex }));
}
