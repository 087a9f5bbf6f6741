import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { failureAfter, RequestFailure } from '../http/failure';
import { isToolExecution } from '../n8n/n8nCompat';
import { isTool, toNodeError } from '../n8n/nodeErrors';
import { CanceledError, userError } from '../n8n/userError';
import type { EarlierAttempt } from '../reservation/desired';
import { groupedBy } from '../lists/grouping';
import { reservationKey } from '../lists/reservationId';
import { ItemInput } from './itemInput';
import type { InputJob, InputOperation, Job, SendJob } from './job';
import { isReconcileJob } from './job';
import { linesOf } from './lines';
import type { ReservationPlan } from './plan';
import { planRun } from './plan';
import { reconcileInputs } from './reconcileInputs';
import type { Run } from './run';
import { openRun } from './run';
import { allDone, runInOrder } from './runInOrder';
import { survey } from './survey';

/**
 * Checking never waits: after so many inputs, other executions get their turn.
 */
const INPUTS_AT_A_TURN = 50;

/**
 * All inputs are checked before anything is sent, and results come out in input
 * order.
 */
export async function runInputs(
	context: IExecuteFunctions,
	operation: InputOperation,
): Promise<INodeExecutionData[]> {
	if (context.getInputData().length === 0) return [];
	assertModelIsAnswered(context);
	const run = await openRun(context, operation);
	const jobs = await checkInputs(run);
	await sendAll(run, await planOf(run, jobs), jobs);
	refuseShared(run, jobs);
	return itemsOf(run);
}

/**
 * @throws NodeOperationError where an AI agent would read nothing, as n8n
 * empties the output of a tool that has an error output
 */
function assertModelIsAnswered(context: IExecuteFunctions): void {
	const node = context.getNode();
	const hasErrorOutput = isTool(node) && node.onError === 'continueErrorOutput';
	if (!hasErrorOutput || isToolExecution(context)) return;
	const error = userError({
		what: 'A tool cannot have an error output: the model would read nothing, not even that a charge was made',
		advice: `Set 'On Error' of the tool to 'Continue'`,
	});
	throw toNodeError(node, error);
}

async function checkInputs(run: Run): Promise<InputJob[]> {
	const { journal, output } = run;
	const jobs: InputJob[] = [];
	for (const [itemIndex, session] of run.sessions.entries()) {
		if (run.shouldStop()) break;
		if (itemIndex % INPUTS_AT_A_TURN === INPUTS_AT_A_TURN - 1) await sleep(0);
		try {
			if (session instanceof Error) throw session;
			journal.assertFits(itemIndex);
			const input = new ItemInput(run, itemIndex, session);
			const job = run.operation.prepare(input);
			assertMayBeSent(job, journal.attemptOf(itemIndex));
			jobs.push({ ...job, input });
		} catch (error) {
			output.errors.set(itemIndex, error);
		}
	}
	return jobs;
}

/**
 * @throws what an earlier try has left, where a create without a look would be
 * sent again blindly
 */
function assertMayBeSent(job: Job, earlier: EarlierAttempt | undefined): void {
	if (isReconcileJob(job) || !job.creates) return;
	if (earlier?.state === 'stray' || earlier?.state === 'unseen') {
		throw earlier.error;
	}
	if (earlier?.state !== 'unclear') return;
	if (!earlier.failure.hasKey(job.creates.idempotencyKey)) {
		throw earlier.failure;
	}
}

/**
 * Looks at the inputs beside each other, and at what is there where that is
 * needed.
 */
async function planOf(run: Run, jobs: InputJob[]): Promise<ReservationPlan[]> {
	const plans = planRun(run, jobs);
	// Then nothing is sent any more.
	if (run.shouldStop()) return plans;
	const surveyed = deletingIfSound(run, plans);
	await survey(run, surveyed);
	return run.shouldStop() ? surveyed : deletingIfSound(run, surveyed);
}

/** Where an input is no good, what is missing may be missing by mistake. */
function deletingIfSound(
	run: Run,
	plans: ReservationPlan[],
): ReservationPlan[] {
	const isAnyToDelete = plans.some((plan) => plan.deletion);
	if (!run.output.hasFailed || !isAnyToDelete) return plans;
	run.output.warn('Nothing was deleted, as not every input item could be done');
	return plans.map((plan) => ({ ...plan, deletion: undefined }));
}

/** Accounts do not wait for each other. */
async function sendAll(
	run: Run,
	plans: ReservationPlan[],
	jobs: InputJob[],
): Promise<void> {
	const { shouldStop, output } = run;
	const planOfJob = new Map<InputJob, ReservationPlan>();
	for (const plan of plans) {
		for (const job of plan.jobs) planOfJob.set(job, plan);
	}
	const sendLine = async (line: InputJob[]): Promise<void> => {
		// A line is the jobs of one plan, or jobs without one.
		const plan = planOfJob.get(line[0] as InputJob);
		if (plan) return await reconcileInputs(run, plan);
		for (const job of line) {
			if (shouldStop()) return;
			await sendOne(run, job as InputJob<SendJob>);
		}
	};
	const sound = jobs.filter((job) => !output.errors.has(job.input.itemIndex));
	const accounts: Array<Promise<void>> = [];
	for (const [session, own] of groupedBy(sound, (job) => job.input.session)) {
		const rule = { concurrency: session.maxConcurrency, shouldStop };
		accounts.push(runInOrder(linesOf(own), rule, sendLine));
	}
	await allDone(accounts);
}

async function sendOne(
	{ operation, journal, output }: Run,
	job: InputJob<SendJob>,
): Promise<void> {
	const { itemIndex } = job.input;
	// An earlier try has done it.
	if (output.resultsOf(itemIndex)) return;
	const attempt = journal.attemptOf(itemIndex);
	// Any other was refused before, see `assertMayBeSent`.
	const earlier = attempt?.state === 'unclear' ? attempt : undefined;
	try {
		if (!operation.send) throw new Error('This operation only reconciles');
		const { results, hint } = await operation.send(job, earlier?.failure);
		if (hint !== undefined) output.warn(hint);
		if (job.changes) journal.keepResults(itemIndex, results);
		else output.addResults(itemIndex, results);
	} catch (error) {
		const failed = failureAfter(earlier?.failure, error);
		// An execution that ran out of time can be retried: what was under way
		// counts.
		const failure = failed instanceof CanceledError ? failed.underWay : failed;
		const mayBeChanged = failure instanceof RequestFailure && failure.isUnclear;
		if (mayBeChanged && failure.request.method !== 'GET') {
			const sentAs = earlier?.sentAs ?? job.creates?.sentAs;
			journal.keepOpen(itemIndex, { state: 'unclear', failure, sentAs });
		}
		output.errors.set(itemIndex, failed);
	}
}

/** After all lists are read: none may show an item of another reservation. */
function refuseShared(run: Run, jobs: InputJob[]): void {
	for (const job of jobs.filter(isReconcileJob)) {
		const { reservations } = job.input.session;
		const error = reservations.shared.get(
			reservationKey(job.changes.reservationId),
		);
		const results = run.output.resultsOf(job.input.itemIndex);
		if (!error || !results) continue;
		const done =
			results.map((json) => json.action as string).join() || 'nothing';
		const what = `${error.told.what}. Done for this item before that was seen: ${done}`;
		run.refuse([job], userError({ ...error.told, what }));
	}
}

/** @throws the error that a stopped or failed run ends with */
function itemsOf(run: Run): INodeExecutionData[] {
	const { context, output } = run;
	if (run.isCanceled) {
		output.warn(`Stopped: ${output.progress()}`);
		throw toNodeError(context.getNode(), new CanceledError());
	}
	const isForModel = isToolExecution(context);
	if (isForModel || !context.continueOnFail()) {
		const error = output.stopError();
		// A model reads nothing of what is thrown, and Retry On Fail would call the
		// tool again, without the journal.
		if (error && isForModel) return [{ json: { error: error.message } }];
		if (error) throw error;
	}
	const items = output.items();
	// Retry On Fail runs the node again where the first item has an `error`, be it
	// a service item's own, and before 2.41 also with null. No other try comes.
	if (items[0]?.json.error === undefined) run.journal.drop();
	return items;
}
