import type { IDataObject } from 'n8n-workflow';

import type { Charge } from '../../shared/format/charges';
import type { Session } from '../../shared/http/session';
import { userError } from '../../shared/n8n/userError';
import { reconcile } from '../../shared/reservation/reconcile';
import { RunOfAccount } from '../../shared/reservation/runOfAccount';
import type { Desired, Reconciled, Wish } from '../../shared/reservation/wish';
import type * as run from '../../shared/run/operation';
import { eachOf, inOrder } from '../../shared/run/inOrder';
import type { Output } from './operation';
import { outputOf } from './operation';

/** What an input wants of its reservation. */
export interface Wanted extends Output, run.Job {
	reservationId: string;
	orderKey: string;
	/** Absent: none of the charges of a sync. */
	wish?: Wish;
	sync?: {
		isDryRun: boolean;
		/** References that begin with it are deleted where no input has them. */
		prefix?: string;
		maxDeletions?: number;
	};
}
type Placed = run.Placed<Wanted>;

interface Reservation {
	/** The last of its inputs. */
	last: Placed;
	reconciled: Reconciled;
}

/** Of the operations that want each charge to be there once. */
export async function reconcileInputs(
	jobs: Placed[],
	report: run.Report,
): Promise<void> {
	refuseTwice(jobs, report);
	if (report.shouldStop()) return;
	const all: Reservation[] = [];
	await inOrder(jobs, report, async (line) => {
		const one = await reconcileLine(line, report);
		if (one) all.push(one);
	});
	await deleteMissing(all, report);
	for (const { reconciled } of all) reconciled.end();
}

function refuseTwice(jobs: Placed[], report: run.Report): void {
	const first = new Map<string, number>();
	for (const { index, job } of jobs) {
		const reference = job.wish?.reference;
		const key = `${job.orderKey} ${reference}`;
		const other = first.get(key) ?? index;
		first.set(key, other);
		if (reference === undefined || other === index) continue;
		const error = userError({
			what: `'Reference' is '${reference}' on reservation '${job.reservationId}' in input items ${other} and ${index}`,
			advice: 'Give each charge its own, such as order number and line',
		});
		report.failed(other, error);
		report.failed(index, error);
	}
}

/** By session, as there is one of an account in a run. */
const accounts = new WeakMap<Session, RunOfAccount>();

/** All inputs of a run on one reservation. */
async function reconcileLine(
	line: Placed[],
	report: run.Report,
): Promise<Reservation | undefined> {
	const last = line.at(-1) as Placed;
	const { session } = last;
	const { sync, reservationId } = last.job;
	const isDryRun = sync?.isDryRun ?? false;
	const isIdle = line.every((each) => each.isDone);
	if (isIdle && !isDryRun && !sync?.prefix) return undefined;
	const account = accounts.get(session) ?? new RunOfAccount();
	accounts.set(session, account);
	const wishing = line.filter((each) => each.job.wish);
	const wishes = wishing.map(wishOf);
	const wanted = new Set(wishes.map((wish) => wish.reference ?? ''));
	const indexOf = (n: number): number => wishing[n]?.index ?? 0;
	const desired: Desired = {
		reservationId,
		wishes,
		run: account,
		isDryRun,
		stopsAtFailure: report.stopsAtFailure,
		deletion: sync?.prefix ? { prefix: sync.prefix, wanted } : undefined,
		watch: {
			sending: (n, told) =>
				report.sending(indexOf(n), told, wishing[n]?.job.sign),
			answered: (n) => report.answered(indexOf(n)),
			refused: (n) => report.refused(indexOf(n)),
		},
	};
	const reconciled = await reconcile(session, desired, report.shouldStop);
	for (const [n, { index, job }] of wishing.entries()) {
		const outcome = reconciled.outcomes[n];
		if (outcome?.is === 'failed') {
			report.failed(index, outcome.error, outcome.isUnclear);
		} else if (outcome) {
			const { action, charge, before, hint } = outcome;
			report.done(index, [rowOf(job, action, charge, before)], !isDryRun);
			if (hint) report.hint(`Item ${index} ${hint}`);
		}
	}
	for (const { index, job, isDone } of line) {
		if (!job.wish && !isDone) report.done(index, [], false);
	}
	return { last, reconciled };
}

function wishOf({ job, earlier, isDone }: Placed): Wish {
	const wish = { ...(job.wish as Wish) };
	// A dry run tells what is there, whoever made it.
	if (job.sync?.isDryRun) return wish;
	if (isDone) wish.earlier = 'done';
	else if (earlier?.isAnswered) wish.earlier = 'answered';
	else if (earlier?.sign !== undefined) wish.earlier = 'unclear';
	return wish;
}

function rowOf(
	job: Wanted,
	action: string,
	after?: Charge,
	before?: Charge,
): IDataObject {
	const shownOf = (charge?: Charge) => (charge ? outputOf(charge, job) : null);
	// First, whatever a service calls so.
	if (!job.sync) return Object.assign({ action }, shownOf(after), { action });
	const { reservationId } = job;
	const reference = after ? job.wish?.reference : before?.reference;
	const both = { before: shownOf(before), after: shownOf(after) };
	return { action, reservationId, reference, ...both };
}

/** After all else of the run is done: what no input of a sync wants. */
async function deleteMissing(
	all: Reservation[],
	report: run.Report,
): Promise<void> {
	const syncs = all.map((each) => each.last.job.sync);
	if (!syncs.some((sync) => sync?.prefix)) return;
	if (report.hasFailed) {
		report.hint('Nothing was deleted, as not every input item could be done');
		return;
	}
	const isDryRun = syncs[0]?.isDryRun;
	const limits = syncs.map((sync) => sync?.maxDeletions ?? Infinity);
	const limit = Math.min(...limits);
	const count = all.flatMap((each) => each.reconciled.orphans).length;
	if (count > limit) {
		const what = `This run would delete ${count} charges, more than 'Max Deletions' allows (${limit})`;
		const advice = 'If the input is complete, set it higher';
		const more = "Nothing was deleted. 'Dry Run' shows the charges.";
		if (isDryRun) report.hint(`${what}: it would fail`);
		else return report.runFailed(userError({ what, advice, more }));
	}
	const most = all[0]?.last.session.concurrency ?? 1;
	await eachOf(all, most, report, async ({ last, reconciled }) => {
		const { index, job } = last;
		const rows = [...(report.resultsOf(index) ?? [])];
		try {
			for (const outcome of await reconciled.deleteOrphans()) {
				if (outcome.is === 'failed') report.failed(index, outcome.error);
				else rows.push(rowOf(job, outcome.is, undefined, outcome.charge));
			}
		} catch (error) {
			report.failed(index, error as Error);
		}
		report.done(index, rows, !isDryRun);
	});
}
