import type { DeletionOutcome, EarlierAttempt, Wish, WishOutcome } from '../reservation/desired';
import { reconcile } from '../reservation/reconcile';
import { givenDeleted, givenDone } from './given';
import type { ReservationPlan, Wanting } from './plan';
import type { Run } from './run';

/** Brings about what inputs want of one reservation, and records what has become of each. */
export async function reconcileInputs(
	run: Run,
	plan: ReservationPlan,
	jobs: Wanting[],
): Promise<void> {
	const { journal, output } = run;
	const { session, reservationId, isDryRun, deletion, leads } = plan;
	const marks = jobs.filter(({ desired }) => !desired);
	for (const { input } of marks) output.addResults(input.itemIndex, []);
	const own = new Set(jobs);
	// What was made for others of the run, between which something else was sent, stands for these.
	const wanting = plan.jobs.filter((job) => {
		const isDone = journal.attemptOf(job.input.itemIndex)?.state === 'done';
		return job.desired && !leads.has(job) && (own.has(job) || isDone);
	});
	const wishes = wanting.map((job) => wishOf(job, journal.attemptOf(job.input.itemIndex)));
	if (deletion || wishes.some(({ earlier }) => earlier?.state !== 'done')) {
		const stopsAtFailure = !run.context.continueOnFail();
		const desired = { reservationId, wishes, isDryRun, stopsAtFailure, deletion };
		const { outcomes, deletions, unread } = await reconcile(session, desired, run.mustStop);
		for (const [n, job] of wanting.entries()) record(run, job, outcomes[n]);
		for (const each of deletions) recordDeletion(run, jobs, each);
		if (unread && deletions.length === 0) {
			for (const { input } of marks) output.addError(input.itemIndex, unread);
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

function wishOf({ input, desired }: Wanting, earlier: EarlierAttempt | undefined): Wish {
	if (!desired) throw new Error('An input that wants nothing is no wish');
	const { fields, reference } = input.mapper.read(desired.charge.expected);
	const setByCustom = input.mapper.fieldsSetBy(desired.custom);
	return { desired, listedAs: { ...fields, reference }, setByCustom, earlier };
}

/** @param outcome undefined where nothing was begun, or all was done before */
function record({ journal, output }: Run, job: Wanting, outcome: WishOutcome | undefined): void {
	const { itemIndex } = job.input;
	if (!outcome) return;
	if (outcome.is === 'failed') {
		const { earlier, error } = outcome;
		if (earlier?.state === 'unclear') journal.keepUnclear(itemIndex, earlier);
		if (earlier?.state === 'stray') journal.keepStray(itemIndex, earlier);
		output.addError(itemIndex, error);
		return;
	}
	const results = [givenDone(job, outcome)];
	if (job.sync?.isDryRun) output.addResults(itemIndex, results);
	else journal.keepResults(itemIndex, results);
	if (outcome.hint) output.warn(`Item ${itemIndex} ${outcome.hint}`);
}

/** Another input with the same reference stands for this one as well. */
function follow({ output }: Run, { input, twice, desired }: Wanting, lead?: Wanting): void {
	if (!lead) return;
	const leading = lead.input.itemIndex;
	if (output.hasError(leading)) return output.addError(input.itemIndex, output.errorOf(leading));
	const results = output.resultsOf(leading);
	if (!results) return;
	const isReplaced = twice === 'lastCounts';
	const action = isReplaced ? 'unchanged' : 'alreadyExisted';
	output.addResults(
		input.itemIndex,
		results.map((json) => ({ ...json, action })),
	);
	if (!isReplaced) return;
	output.warn(
		`Item ${input.itemIndex} was not used: item ${leading} has the same reference '${desired?.fields.reference}', and the later one counts`,
	);
}

function recordDeletion({ journal, output }: Run, jobs: Wanting[], outcome: DeletionOutcome): void {
	const pairedItem = jobs.map(({ input }) => ({ item: input.itemIndex }));
	if (outcome.is === 'failed') return output.addExtraError(outcome.error, pairedItem);
	const [job] = jobs as [Wanting];
	const deleted = { json: givenDeleted(job, outcome.item, outcome.is), pairedItem };
	if (outcome.is === 'deleted') journal.deleted.push(deleted);
	else output.addExtra(deleted);
}
