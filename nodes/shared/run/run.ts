import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { failureAfter } from '../http/failure';
import { toNodeError } from '../http/nodeErrors';
import { CanceledError } from '../http/wait';
import { cancelSignalOf } from '../n8n/n8nCompat';
import type { ExistingItem } from '../reservation/reservations';
import { reconcile } from '../reservation/reconcile';
import type { Session } from '../reservation/session';
import { openSessions } from '../reservation/session';
import type { Wish } from '../reservation/wanted';
import { ChargeLeft } from '../reservation/wanted';
import { ItemInput, savedParametersOf } from './itemInput';
import type { Job, Numbered, ReconcileJob, RunPlan, RunWork, SendJob } from './job';
import { reservationKey } from './job';
import { groupedBy, runInOrder } from './runInOrder';
import { RunRecord } from './runRecord';

/** Checking input never waits: after so many milliseconds, other work gets its turn. */
const LONGEST_TURN_MS = 20;

interface Run {
	context: IExecuteFunctions;
	sessions: Array<Session | Error>;
	record: RunRecord;
	isCanceled: () => boolean;
	mustStop: () => boolean;
}

/** All inputs are checked before anything is sent, and results come out in input order. */
export async function runInputs(
	context: IExecuteFunctions,
	plan: RunPlan,
): Promise<INodeExecutionData[]> {
	const inputs = context.getInputData();
	if (inputs.length === 0) return [];
	const signal = cancelSignalOf(context);
	const sessions = await openSessions(context, signal).catch((error: unknown) =>
		inputs.map(() => error as Error),
	);
	const record = new RunRecord(context, sessions);
	const isCanceled = (): boolean => signal?.aborted === true;
	const mustStop = (): boolean => isCanceled() || (record.hasFailed && !context.continueOnFail());
	const work = 'begin' in plan ? plan.begin() : plan;
	await carryOut({ context, sessions, record, isCanceled, mustStop }, work);
	if (isCanceled()) {
		record.warn(record.stoppedAt());
		throw toNodeError(context.getNode(), new CanceledError());
	}
	const error = context.continueOnFail() ? undefined : record.stopError();
	if (error) throw error;
	const output = record.output();
	// A service item with an `error` of its own makes n8n run the node again under Retry On Fail.
	const isRunAgain = ![undefined, null, false].includes(output[0]?.json.error as undefined);
	if (!isRunAgain) record.dropJournal();
	return output;
}

async function carryOut(run: Run, work: RunWork): Promise<void> {
	const { record } = run;
	const jobs = await checkAll(run, work);
	if (run.mustStop()) return;
	try {
		await work.checkRun?.(jobs.length === run.sessions.length);
	} catch (error) {
		for (const { itemIndex } of jobs) record.addError(itemIndex, error);
		return;
	}
	// What an earlier try left comes first: nothing new is started after a charge that is still unclear.
	const left = jobs.filter(({ itemIndex }) => record.leftOf(itemIndex));
	const changes = new Set(left.filter(({ kind }) => kind === 'change'));
	await sendAll(run, [...changes], run.isCanceled);
	const leftKeys = new Set(left.map(orderKeyOf));
	const isFirst = (job: Numbered): boolean => leftKeys.has(orderKeyOf(job));
	const rest = jobs.filter((job) => !changes.has(job));
	const inOrder = [...rest.filter(isFirst), ...rest.filter((job) => !isFirst(job))];
	await sendAll(run, inOrder, run.mustStop);
	// After all lists are read: none may show an item of another reservation.
	for (const { itemIndex, session, ...job } of jobs) {
		if (job.kind !== 'reconcile' || !record.resultsOf(itemIndex)) continue;
		const error = session.reservations.notApart.get(job.reservationId);
		if (error) record.addError(itemIndex, error);
	}
}

async function checkAll(run: Run, { prepare }: RunWork): Promise<Numbered[]> {
	const { context, sessions, record, mustStop } = run;
	const share = { node: context.getNode(), saved: savedParametersOf(context), record };
	const jobs: Numbered[] = [];
	let turn = Date.now();
	for (const [itemIndex, session] of sessions.entries()) {
		if (mustStop()) break;
		if (Date.now() - turn > LONGEST_TURN_MS) {
			await sleep(0);
			turn = Date.now();
		}
		try {
			if (session instanceof Error) throw session;
			const input = new ItemInput(context, itemIndex, session.mapper, share);
			jobs.push({ ...prepare(input, session), itemIndex, session });
		} catch (error) {
			record.addError(itemIndex, error);
		}
	}
	return jobs;
}

/** Accounts do not wait for each other. */
async function sendAll(run: Run, jobs: Numbered[], shouldStop: () => boolean): Promise<void> {
	const bySession = groupedBy(jobs, ({ session }) => session);
	const runs = [...bySession].map(async ([{ maxConcurrency: concurrency }, own]) => {
		const groups = groupedBy(own, (job): unknown => orderKeyOf(job) ?? job);
		await runInOrder([...groups.values()], { concurrency, shouldStop }, async (group) => {
			const toReconcile = group.filter((job) => job.kind === 'reconcile');
			await reconcileJobs(run, toReconcile, shouldStop);
			for (const job of group) {
				if (job.kind !== 'reconcile' && !shouldStop()) await sendOne(run, job);
			}
		});
	});
	await Promise.all(runs);
}

async function sendOne({ record }: Run, job: Numbered<SendJob>): Promise<void> {
	const { itemIndex } = job;
	if (record.resultsOf(itemIndex)) return;
	const left = job.kind === 'change' ? record.leftOf(itemIndex) : undefined;
	// Made while Prevent Duplicates was on.
	if (left instanceof ChargeLeft) return record.addFailure(itemIndex, left);
	try {
		const results = await job.run(left);
		record.addResults(itemIndex, results, { isChange: job.kind === 'change' });
	} catch (error) {
		record.addFailure(itemIndex, failureAfter(left, error));
	}
}

async function reconcileJobs(
	{ record }: Run,
	jobs: Array<Numbered<ReconcileJob>>,
	shouldStop: () => boolean,
): Promise<void> {
	const [first] = jobs;
	if (!first) return;
	const { session, reservationId, whole } = first;
	const wishes = jobs.flatMap((job) => wishOf(record, job) ?? []);
	const isDryRun = whole?.isDryRun ?? false;
	const pairedItem = jobs.map(({ itemIndex }) => ({ item: itemIndex }));
	const recordRemoval = (outcome: ExistingItem | Error): void => {
		if (outcome instanceof Error) return record.addNotRemoved(outcome, pairedItem);
		if (!whole) return;
		const output = { json: whole.outputOfRemoved(outcome), pairedItem };
		record.addRemoved(output, { isDone: !isDryRun });
	};
	const policy = { isDryRun, removes: whole?.removes(), recordRemoval, shouldStop };
	await reconcile(session, reservationId, wishes, policy).catch((error: unknown) => {
		if (!(error instanceof CanceledError)) throw error;
	});
}

function wishOf(record: RunRecord, job: Numbered<ReconcileJob>): Wish | undefined {
	const { itemIndex, session, wanted, outputOf, assertAlone, whole } = job;
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
	const { mapper } = session;
	const { fields, reference } = mapper.read(wanted.charge.sent);
	const done = record.resultsOf(itemIndex)?.[0];
	// A simplified item has its ID under this name, whatever the service calls it.
	const id = done && (mapper.read(done).id ?? (done.id as string | undefined));
	return {
		wanted,
		done: done && { id },
		left: record.leftOf(itemIndex),
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

function orderKeyOf(job: Job): string | undefined {
	return job.kind === 'reconcile' ? reservationKey(job.reservationId) : job.orderKey;
}
