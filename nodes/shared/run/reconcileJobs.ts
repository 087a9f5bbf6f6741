import { CanceledError } from '../http/wait';
import type { ExistingItem } from '../reservation/existingItem';
import { reconcile } from '../reservation/reconcile';
import type { Earlier, Wish } from '../reservation/wanted';
import type { Numbered, ReconcileJob } from './job';
import type { Journal } from './journal';
import type { RunRecord } from './runRecord';

/** The run, as far as one reservation is concerned. */
interface Share {
	record: RunRecord;
	journal: Journal;
	/** True when nothing more may be started. */
	shouldStop: () => boolean;
}

/** Reconciles one reservation with all inputs of the run that are about it. */
export async function reconcileJobs(
	jobs: Array<Numbered<ReconcileJob>>,
	share: Share,
): Promise<void> {
	const [first] = jobs;
	if (!first) return;
	const { session, reservationId, whole } = first;
	const { record, shouldStop } = share;
	const wishes = jobs.flatMap((job) => wishOf(job, share) ?? []);
	const isDryRun = whole?.isDryRun ?? false;
	const pairedItem = jobs.map(({ itemIndex }) => ({ item: itemIndex }));
	const recordRemoval = (outcome: ExistingItem | Error): void => {
		if (outcome instanceof Error) return record.addExtraError(outcome);
		if (!whole) return;
		const output = { json: whole.outputOfRemoved(outcome), pairedItem };
		record.addExtra(output, { isChange: !isDryRun });
	};
	const policy = { isDryRun, removes: whole?.removes(), recordRemoval, shouldStop };
	await reconcile(session, reservationId, wishes, policy).catch((error: unknown) => {
		if (!(error instanceof CanceledError)) throw error;
	});
}

function wishOf(job: Numbered<ReconcileJob>, share: Share): Wish | undefined {
	const { itemIndex, wanted, outputOf, assertAlone, whole } = job;
	const { record, journal } = share;
	if (!wanted) {
		record.addResults(itemIndex, []);
		return undefined;
	}
	try {
		assertAlone?.();
	} catch (error) {
		record.addFailure(itemIndex, error);
		return undefined;
	}
	const { fields, reference } = job.session.mapper.read(wanted.charge.sent);
	return {
		wanted,
		earlier: earlierOf(job, journal),
		shownAs: { ...fields, reference },
		create: 'notSent',
		record(outcome) {
			if (outcome instanceof Error) return record.addFailure(itemIndex, outcome);
			record.addResults(itemIndex, [outputOf(outcome)], { isChange: !whole?.isDryRun });
			if (!outcome.isUnverified) return;
			record.warn(
				`Item ${itemIndex} was created, but its reservation could not be read once more to look for a second one`,
			);
		},
	};
}

/** What an earlier try of the execution has left of an input. */
function earlierOf(
	{ itemIndex, session }: Numbered<ReconcileJob>,
	journal: Journal,
): Earlier | undefined {
	const done = journal.resultsOf(itemIndex)?.[0];
	if (!done) return journal.leftOf(itemIndex);
	// A simplified item has its ID under this name, whatever the service calls it.
	return { isDone: true, id: session.mapper.read(done).id ?? (done.id as string | undefined) };
}
