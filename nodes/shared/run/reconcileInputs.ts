import { reconcile } from '../reservation/reconcile';
import type { EarlierAttempt, Wish } from '../reservation/desired';
import type { DeletionOutcome, WishOutcome } from '../reservation/desired';
import type { ReservationPlan, Wanting } from './plan';
import { isOrphan, leadsOf } from './plan';
import type { Run } from './job';

/** Brings about what inputs want of one reservation, and records what has become of each. */
export async function reconcileInputs(
	run: Run,
	plan: ReservationPlan,
	jobs: Wanting[],
	shouldStop: () => boolean,
): Promise<void> {
	const { journal, output } = run;
	const { session, reservationId, deletion } = plan;
	const stopsAtFailure = !run.context.continueOnFail();
	const isDryRun = jobs[0]?.sync?.isDryRun ?? false;
	for (const { itemIndex, desired } of jobs) if (!desired) output.addResults(itemIndex, []);
	const leads = leadsOf(jobs);
	const wishes = leads.map((job) => wishOf(job, journal.attemptOf(job.itemIndex)));
	const isOpen = wishes.some(({ earlier }) => earlier?.state !== 'done');
	if (isOpen || deletion) {
		const orphans = deletion && {
			isOrphan: (item: Parameters<typeof isOrphan>[1]) => isOrphan(plan, item),
		};
		const desired = { reservationId, wishes, isDryRun, stopsAtFailure, ...orphans };
		const { outcomes, deletions, unread } = await reconcile(session, desired, shouldStop);
		for (const [n, job] of leads.entries()) record(run, job, outcomes[n], isDryRun);
		for (const { itemIndex, desired: wanted } of jobs) {
			if (unread && !wanted && deletions.length === 0) output.addError(itemIndex, unread);
		}
		for (const each of deletions) recordDeletion(run, jobs, each);
		const isLeftUndone = outcomes.some((outcome) => outcome?.is === 'failed');
		if (deletion && isLeftUndone) {
			output.warn(
				`Nothing was deleted on reservation '${reservationId}', as not all of it could be done`,
			);
		}
	}
	for (const job of jobs) if (job.desired && !leads.includes(job)) follow(run, job, leads);
}

function wishOf({ session, desired }: Wanting, earlier: EarlierAttempt | undefined): Wish {
	if (!desired) throw new Error('An input that wants nothing is no wish');
	const { fields, reference } = session.mapper.read(desired.charge.expected);
	return { desired, listedAs: { ...fields, reference }, earlier };
}

function record(
	{ journal, output }: Run,
	{ itemIndex, outputOf }: Wanting,
	outcome: WishOutcome | undefined,
	isDryRun: boolean,
): void {
	if (!outcome) return;
	if (outcome.is === 'done') {
		const results = [outputOf(outcome)];
		output.addResults(itemIndex, results);
		if (!isDryRun) journal.keepResults(itemIndex, results);
		if (outcome.hint) output.warn(`Item ${itemIndex} ${outcome.hint}`);
		return;
	}
	const { earlier, error } = outcome;
	if (earlier) journal.keepAttempt(itemIndex, earlier);
	const isUnclear = earlier?.state === 'unclear' && earlier.failure.request.method === 'POST';
	if (isUnclear) output.addUnclear(itemIndex);
	output.addError(itemIndex, error);
}

/** Another input has the same reference, and stands for this one as well. */
function follow({ output }: Run, job: Wanting, leads: Wanting[]): void {
	const { itemIndex, desired, twice } = job;
	const lead = leads.find((each) => each.desired?.fields.reference === desired?.fields.reference);
	const error = lead && output.errorOf(lead.itemIndex);
	if (error) return output.addError(itemIndex, error);
	const results = lead && output.resultsOf(lead.itemIndex);
	if (!lead || !results) return;
	const isLastCounting = twice === 'lastCounts';
	const action = isLastCounting ? 'unchanged' : 'alreadyExisted';
	output.addResults(
		itemIndex,
		results.map((json) => ({ ...json, action })),
	);
	if (!isLastCounting) return;
	output.warn(
		`Item ${itemIndex} was not used: item ${lead.itemIndex} has the same reference '${desired?.fields.reference}', and the later one counts`,
	);
}

function recordDeletion({ journal, output }: Run, jobs: Wanting[], outcome: DeletionOutcome): void {
	const pairedItem = jobs.map(({ itemIndex }) => ({ item: itemIndex }));
	if (outcome.is === 'failed') return output.addExtraError(outcome.error, pairedItem);
	const { is, item } = outcome;
	const json = jobs[0]?.sync?.outputOfDeleted(item, is);
	if (!json) return;
	if (is === 'deleted') journal.deleted.push({ json, pairedItem });
	else output.addExtra({ json, pairedItem });
}
