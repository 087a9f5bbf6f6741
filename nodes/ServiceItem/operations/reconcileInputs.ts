import type { IDataObject } from 'n8n-workflow';

import type { Charge } from '../../shared/format/charges';
import { userError } from '../../shared/n8n/userError';
import {
	reconcile,
	type Reconciliation,
} from '../../shared/reservation/reconcile';
import { RunOfAccount } from '../../shared/reservation/runOfAccount';
import type { Desired, Wish } from '../../shared/reservation/wish';
import { eachOf, inOrder } from '../../shared/run/inOrder';
import type { Job, Placed, Report } from '../../shared/run/operation';
import { outputOf, type Output } from './operation';

export interface Wanted extends Output, Job {
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
type Wanting = Placed<Wanted>;

interface Reservation {
	/** The last of its inputs. */
	last: Wanting;
	reconciled: Reconciliation;
}

/** Of the operations that want each charge to be there once. */
export async function reconcileInputs(
	inputs: Wanting[],
	report: Report,
): Promise<void> {
	refuseTwice(inputs);
	if (report.shouldStop()) return;
	const all: Reservation[] = [];
	const runs = {};
	await inOrder(inputs, report, async (line) => {
		const one = await reconcileLine(line, report, runs);
		if (one) all.push(one);
	});
	await deleteMissing(all, report);
	for (const each of all) each.reconciled.end();
}

function refuseTwice(inputs: Wanting[]) {
	const first = new Map<string, Wanting>();
	for (const input of inputs) {
		const { orderKey, reservationId, wish } = input.job;
		if (wish?.reference === undefined) continue;
		const key = `${orderKey} ${wish.reference}`;
		const other = first.get(key);
		first.set(key, other ?? input);
		if (!other) continue;
		const error = userError({
			what: `'Reference' is '${wish.reference}' on reservation '${reservationId}' in input items ${other.index} and ${input.index}`,
			advice: 'Give each charge its own, such as order number and line',
		});
		other.failed(error);
		input.failed(error);
	}
}

/** All inputs of a run on one reservation. */
async function reconcileLine(
	line: Wanting[],
	report: Report,
	runs: Record<string, RunOfAccount>,
): Promise<Reservation | undefined> {
	const last = line.at(-1) as Wanting;
	const { session, job } = last;
	const { sync, reservationId } = job;
	const isDryRun = sync?.isDryRun ?? false;
	const isIdle = line.every((input) => input.results);
	if (isIdle && !isDryRun && !sync?.prefix) return undefined;
	const run = (runs[session.account] ??= new RunOfAccount());
	const wishing = line.filter((input) => input.job.wish);
	const desired: Desired = {
		reservationId,
		wishes: wishing.map(wishOf),
		run,
		isDryRun,
		stopsAtFailure: report.stopsAtFailure,
		prefix: sync?.prefix,
	};
	const reconciled = await reconcile(session, desired, report.shouldStop);
	for (const [n, input] of wishing.entries()) {
		const outcome = reconciled.outcomes[n];
		if (outcome?.is === 'failed') {
			input.failed(outcome.error, outcome.isUnclear);
		} else if (outcome) {
			const { action, charge, before, hint } = outcome;
			input.done([rowOf(input.job, action, charge, before)], !isDryRun);
			if (hint) report.hint(`Item ${input.index} ${hint}`);
		}
	}
	for (const input of line) {
		if (!input.job.wish && !input.results) input.done([], false);
	}
	return { last, reconciled };
}

function wishOf(input: Wanting): Wish {
	const { job, earlier, results } = input;
	const wish: Wish = { ...(job.wish as Wish), watch: input };
	// A dry run tells what is there, whoever made it.
	if (job.sync?.isDryRun) return wish;
	if (results) wish.earlier = 'done';
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
	return {
		action,
		reservationId: job.reservationId,
		reference: after ? job.wish?.reference : before?.reference,
		before: shownOf(before),
		after: shownOf(after),
	};
}

/** After all else of the run is done: what no input of a sync wants. */
async function deleteMissing(all: Reservation[], report: Report) {
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
		if (!isDryRun) {
			const advice =
				'Nothing was deleted. If the input is complete, set it higher';
			report.runError = userError({ what, advice });
			return;
		}
		report.hint(`${what}: it would fail`);
	}
	const most = all[0]?.last.session.concurrency ?? 1;
	await eachOf(all, most, report, async ({ last, reconciled }) => {
		const rows = [...(last.allResults ?? [])];
		try {
			for (const outcome of await reconciled.deleteOrphans()) {
				if (outcome.is === 'failed') last.failed(outcome.error);
				else rows.push(rowOf(last.job, outcome.is, undefined, outcome.charge));
			}
		} catch (error) {
			last.failed(error as Error);
		}
		last.done(rows, !isDryRun);
	});
}
