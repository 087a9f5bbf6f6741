import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { failureAfter, RequestFailure } from '../http/failure';
import { CanceledError } from '../n8n/userError';
import { isToolExecution } from '../n8n/n8nCompat';
import { isTool, toNodeError } from '../n8n/nodeErrors';
import { SavedParameters } from '../n8n/savedParameters';
import type { ToldError } from '../n8n/userError';
import { userError } from '../n8n/userError';
import type { EarlierAttempt } from '../reservation/desired';
import { groupedBy } from '../lists/grouping';
import { ItemInput } from './itemInput';
import type { InputJob, InputOperation, Job, SendJob } from './job';
import { isReconciled } from './job';
import { linesOf, partsOf } from './lines';
import { problemsOfRounds } from './loopRounds';
import type { ReservationPlan, Wanting } from './plan';
import { planReservations, problemsOf } from './plan';
import { reconcileInputs } from './reconcileInputs';
import type { Run } from './run';
import { openRun } from './run';
import { allDone, runInOrder } from './runInOrder';
import { survey } from './survey';

/** Checking input never waits: after so many milliseconds, other work gets its turn. */
const LONGEST_TURN_MS = 20;

/** All inputs are checked before anything is sent, and results come out in input order. */
export async function runInputs(
	context: IExecuteFunctions,
	operation: InputOperation,
): Promise<INodeExecutionData[]> {
	if (context.getInputData().length === 0) return [];
	assertIsAnswered(context);
	const run = await openRun(context, operation);
	const jobs = await checkInputs(run);
	const plans = await planRun(run, jobs);
	await sendAll(run, plans, jobs);
	refuseShared(run, jobs);
	return itemsOf(run);
}

/** @throws NodeOperationError where an AI agent would read nothing, as n8n empties the output of a tool that has an error output */
function assertIsAnswered(context: IExecuteFunctions): void {
	const node = context.getNode();
	const hasErrorOutput = isTool(node) && node.onError === 'continueErrorOutput';
	if (!hasErrorOutput || isToolExecution(context)) return;
	const error = userError({
		what: 'A tool cannot have an error output: the model would read nothing, not even that a charge was made',
		advice: `Set 'On Error' of the tool to 'Continue': the model then reads what went wrong`,
		more: 'Nothing was sent to the service.',
	});
	throw toNodeError(node, error);
}

/** @throws what a run ends with that was stopped, or has failed */
function itemsOf({ context, output, journal, isCanceled }: Run): INodeExecutionData[] {
	if (isCanceled) {
		output.warn(output.stoppedAt());
		throw toNodeError(context.getNode(), new CanceledError());
	}
	const isAnswer = isToolExecution(context);
	const error = !isAnswer && context.continueOnFail() ? undefined : output.stopError();
	// Of what is thrown, the model reads nothing, and Retry On Fail makes another call of it, without the journal.
	if (error && isAnswer) return [{ json: { error: error.message } }];
	if (error) throw error;
	const items = output.items();
	// A service item with an `error` of its own makes n8n run the node again under Retry On Fail.
	const isRunAgain = ![undefined, null, false].includes(items[0]?.json.error as undefined);
	if (!isRunAgain) journal.drop();
	return items;
}

/** Looks at the inputs beside each other, and at what is there where that is needed. */
async function planRun(run: Run, jobs: InputJob[]): Promise<ReservationPlan[]> {
	const plans = planReservations(jobs.filter(isReconciled));
	run.addProblems([...problemsOf(plans), ...problemsOfRounds(run.context, plans)]);
	if (!run.mustStop()) run.addProblems(await survey(plans));
	if (run.mustStop() || !run.output.hasFailed) return plans;
	return withoutDeletions(run, plans);
}

/** After all lists are read: none may show an item of another reservation. */
function refuseShared({ output }: Run, jobs: InputJob[]): void {
	for (const { input, reservationId } of jobs.filter(isReconciled)) {
		const error = input.session.reservations.notApart.get(reservationId);
		const results = output.resultsOf(input.itemIndex);
		if (error && results) output.addError(input.itemIndex, afterChange(error, results));
	}
}

/** Says as well what had been done before it was seen. */
function afterChange({ told }: ToldError, results: IDataObject[]): ToldError {
	const changed = results.find(({ action }) => action === 'created' || action === 'updated');
	if (!changed) return userError(told);
	return userError({
		...told,
		what: `The service item was ${changed.action as string}. ${told.what}`,
	});
}

/** Checks each input by itself. */
async function checkInputs(run: Run): Promise<InputJob[]> {
	const { context, sessions, journal, output, mustStop } = run;
	const share = {
		context,
		node: context.getNode(),
		saved: new SavedParameters(context),
		journal,
		output,
	};
	const jobs: InputJob[] = [];
	let turn = Date.now();
	for (const [itemIndex, session] of sessions.entries()) {
		if (mustStop()) break;
		if (Date.now() - turn > LONGEST_TURN_MS) {
			await sleep(0);
			turn = Date.now();
		}
		try {
			if (session instanceof Error) throw session;
			journal.assertFits(itemIndex);
			const input = new ItemInput(share, itemIndex, session);
			const job = run.operation.prepare(input);
			assertMayBeSent(job, journal.attemptOf(itemIndex));
			jobs.push({ ...job, input });
		} catch (error) {
			output.addError(itemIndex, error);
		}
	}
	return jobs;
}

/** @throws what an earlier try has left, where a create without a look would be sent again blindly */
function assertMayBeSent(job: Job, earlier: EarlierAttempt | undefined): void {
	if (job.kind !== 'change' || !job.creates) return;
	if (earlier?.state === 'stray') throw earlier.error;
	if (earlier?.state !== 'unclear') return;
	if (!earlier.failure.hasKey(job.creates.idempotencyKey)) throw earlier.failure;
}

/** Where an input is no good, what is missing may be missing by mistake. */
function withoutDeletions({ output }: Run, plans: ReservationPlan[]): ReservationPlan[] {
	if (plans.every(({ deletion }) => !deletion)) return plans;
	output.warn('Nothing was deleted, as not every input item could be done');
	return plans.map((plan) => ({ ...plan, deletion: undefined }));
}

/** Accounts do not wait for each other. */
async function sendAll(run: Run, plans: ReservationPlan[], jobs: InputJob[]): Promise<void> {
	const { mustStop: shouldStop, output } = run;
	const planOf = new Map<InputJob, ReservationPlan>();
	for (const plan of plans) for (const job of plan.jobs) planOf.set(job, plan);
	const sendLine = async (line: InputJob[]): Promise<void> => {
		for (const part of partsOf(line)) {
			if (shouldStop()) return;
			const [first] = part as [InputJob];
			const plan = planOf.get(first);
			if (plan) await reconcileInputs(run, plan, part as Wanting[]);
			else await sendOne(run, first as InputJob<SendJob>);
		}
	};
	const sound = jobs.filter(({ input }) => !output.hasError(input.itemIndex));
	const accounts: Array<Promise<void>> = [];
	for (const [session, own] of groupedBy(sound, ({ input }) => input.session)) {
		const rule = { concurrency: session.maxConcurrency, shouldStop };
		accounts.push(runInOrder(linesOf(own), rule, sendLine));
	}
	await allDone(accounts);
}

async function sendOne({ operation, journal, output }: Run, job: InputJob<SendJob>): Promise<void> {
	const { itemIndex, session } = job.input;
	if (output.resultsOf(itemIndex)) return;
	const attempt = journal.attemptOf(itemIndex);
	const earlier = attempt?.state === 'unclear' ? attempt : undefined;
	try {
		if (!operation.send) throw new Error('This operation only reconciles');
		const { results, hint } = await operation.send(job, { session, earlier: earlier?.failure });
		if (hint !== undefined) output.warn(hint);
		if (job.kind === 'change') journal.keepResults(itemIndex, results);
		else output.addResults(itemIndex, results);
	} catch (error) {
		const failed = failureAfter(earlier?.failure, error);
		// An execution that ran out of time can be retried: what was under way counts.
		const left = failed instanceof CanceledError ? failed.underWay : failed;
		if (left instanceof RequestFailure && left.isUnclear && left.request.method !== 'GET') {
			const sentAs = earlier?.sentAs ?? job.creates?.sentAs;
			journal.keepUnclear(itemIndex, { failure: left, sentAs });
		}
		output.addError(itemIndex, failed);
	}
}
