import type { IDataObject, IPairedItemData } from 'n8n-workflow';

import type { DeletionOutcome, DoneOutcome, WishOutcome } from '../reservation/desired';
import { wishOf } from '../reservation/input';
import { reconcile } from '../reservation/reconcile';
import type { ReservationPlan, Wanting } from './plan';
import { isUpdating } from './plan';
import type { Run } from './run';

/** Brings about what inputs want of one reservation, and records what has become of each. */
export async function reconcileInputs(run: Run, plan: ReservationPlan): Promise<void> {
	const { journal, output } = run;
	const { session, reservationId, deletion, leads } = plan;
	const jobs = plan.jobs.filter(({ input }) => !output.errors.has(input.itemIndex));
	const marks = jobs.filter(({ desired }) => !desired);
	for (const { input } of marks) output.addResults(input.itemIndex, []);
	const wanting = jobs.filter((job) => job.desired && !leads.has(job));
	const wishes = wanting.flatMap(({ desired, input }) =>
		desired ? [wishOf(desired, input.mapper, journal.attemptOf(input.itemIndex))] : [],
	);
	const isAllDone = wishes.every(({ earlier }) => earlier?.state === 'done');
	if (deletion || !isAllDone) {
		const isDryRun = plan.sync?.isDryRun ?? false;
		const stopsAtFailure = !run.context.continueOnFail();
		const desired = { reservationId, wishes, isDryRun, stopsAtFailure, deletion };
		const { outcomes, deletions, unread } = await reconcile(session, desired, run.mustStop);
		for (const [n, job] of wanting.entries()) record(run, job, outcomes[n]);
		for (const each of deletions) recordDeletion(run, jobs, each);
		const unseen = deletions.flatMap((each) => (each.is === 'failed' && each.unseen) || []);
		if (deletion) journal.keepUnseen(session, reservationId, unseen);
		if (unread && deletions.length === 0) {
			for (const { input } of marks) output.errors.set(input.itemIndex, unread);
			// An earlier try has left nothing but what is to be deleted.
			if (isAllDone && marks.length === 0) output.addExtraError(unread, pairedWith(jobs));
		}
		const isAnyLeft = outcomes.some((outcome) => outcome?.is === 'failed');
		if (deletion && isAnyLeft && deletions.length === 0) {
			output.warn(
				`Nothing was deleted on reservation '${reservationId}', as not all of it could be done`,
			);
		}
	}
	for (const job of jobs) follow(run, job, leads.get(job));
}

/** @param outcome undefined where nothing was begun, or all was done before */
function record({ journal, output }: Run, job: Wanting, outcome: WishOutcome | undefined): void {
	const { itemIndex } = job.input;
	if (!outcome) return;
	if (outcome.is === 'failed') {
		const { earlier, error } = outcome;
		if (earlier && earlier.state !== 'done') journal.keepOpen(itemIndex, earlier);
		output.errors.set(itemIndex, error);
		return;
	}
	const results = [resultOf(job, outcome)];
	if (job.sync?.isDryRun) output.addResults(itemIndex, results);
	else journal.keepResults(itemIndex, results);
	if (outcome.hint) output.warn(`Item ${itemIndex} ${outcome.hint}`);
}

function resultOf(job: Wanting, { action, before, item }: DoneOutcome): IDataObject {
	const { input, changes, sync, desired } = job;
	const { reservationId } = changes;
	const known = { id: item.id, reservationId };
	const after = input.given(item.raw, known);
	if (!sync) return { ...after, action };
	const reference = desired?.fields.reference;
	const earlier = before ? input.given(before, known) : null;
	return { action, reservationId, reference, before: earlier, after };
}

/** Another input with the same reference stands for this one as well. */
function follow({ output }: Run, job: Wanting, lead?: Wanting): void {
	if (!lead) return;
	const { itemIndex } = job.input;
	const leading = lead.input.itemIndex;
	if (output.errors.has(leading)) output.errors.set(itemIndex, output.errors.get(leading));
	const results = output.resultsOf(leading);
	if (!results) return;
	const isReplaced = isUpdating(job);
	const action = isReplaced ? 'unchanged' : 'alreadyExisted';
	output.addResults(
		itemIndex,
		results.map((json) => ({ ...json, action })),
	);
	if (!isReplaced) return;
	output.warn(
		`Item ${itemIndex} was not used: item ${leading} has the same reference '${job.desired?.fields.reference}', and the later one counts`,
	);
}

/** @param jobs all of the reservation */
function recordDeletion({ journal, output }: Run, jobs: Wanting[], outcome: DeletionOutcome): void {
	const pairedItem = pairedWith(jobs);
	if (outcome.is === 'failed') return output.addExtraError(outcome.error, pairedItem);
	const [{ input, changes }] = jobs as [Wanting];
	const { reservationId } = changes;
	const { id, raw, fields } = outcome.item;
	const before = input.given(raw, { id, reservationId });
	const { reference } = fields;
	const json = { action: outcome.is, reservationId, reference, before, after: null };
	const deleted = { json, pairedItem };
	if (outcome.is === 'deleted') journal.deleted.push(deleted);
	else output.extra.push(deleted);
}

function pairedWith(jobs: Wanting[]): IPairedItemData[] {
	return jobs.map(({ input }) => ({ item: input.itemIndex }));
}
