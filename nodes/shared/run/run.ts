import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { failureAfter, RequestFailure } from '../http/failure';
import { toNodeError } from '../n8n/nodeErrors';
import { CanceledError } from '../n8n/canceled';
import { cancelSignalOf } from '../n8n/n8nCompat';
import { openSessions } from '../session/session';
import { ItemInput, savedParametersOf } from './itemInput';
import type { InputJob, InputOperation, Run, SendJob } from './job';
import { orderKeyOf } from './job';
import { Journal } from './journal';
import { assertFirstSync } from './loopRounds';
import { RunOutput } from './output';
import type { ReservationPlan, Wanting } from './plan';
import { planReservations, problemsOf, survey } from './plan';
import { reconcileInputs } from './reconcileInputs';
import { groupedBy } from '../lists/grouping';
import { allDone, runInOrder } from './runInOrder';

/** Checking input never waits: after so many milliseconds, other work gets its turn. */
const LONGEST_TURN_MS = 20;

/** All inputs are checked before anything is sent, and results come out in input order. */
export async function runInputs(
	context: IExecuteFunctions,
	operation: InputOperation,
): Promise<INodeExecutionData[]> {
	const inputs = context.getInputData();
	if (inputs.length === 0) return [];
	const signal = cancelSignalOf(context);
	const { ignoresExamples = false } = operation;
	const sessions = await openSessions(context, { signal, ignoresExamples }).catch(
		(error: unknown) => inputs.map(() => error as Error),
	);
	const journal = new Journal(context, sessions);
	const output = new RunOutput(context, inputs.length, journal.deleted);
	const isCanceled = (): boolean => signal?.aborted === true;
	const mustStop = (): boolean => isCanceled() || (output.hasFailed && !context.continueOnFail());
	await carryOut({ context, sessions, journal, output, isCanceled, mustStop }, operation);
	if (isCanceled()) {
		output.warn(output.stoppedAt());
		throw toNodeError(context.getNode(), new CanceledError());
	}
	const error = context.continueOnFail() ? undefined : output.stopError();
	if (error) throw error;
	const items = output.items();
	// A service item with an `error` of its own makes n8n run the node again under Retry On Fail.
	const isRunAgain = ![undefined, null, false].includes(items[0]?.json.error as undefined);
	if (!isRunAgain) journal.drop();
	return items;
}

async function carryOut(run: Run, operation: InputOperation): Promise<void> {
	const { output, journal, mustStop } = run;
	const checked = await checkInputs(run, operation);
	const plans = planReservations(checked.filter(isWanting));
	for (const { job, error } of problemsOf(plans)) output.addError(job.itemIndex, error);
	assertFirstSync(run, plans);
	if (mustStop()) return;
	await decideDeletions(run, plans);
	if (mustStop()) return;
	const jobs = checked.filter(({ itemIndex }) => !output.hasError(itemIndex));
	// What an earlier try left comes first: nothing new is started after a charge that is still unclear.
	const isLeft = ({ itemIndex }: InputJob): boolean => {
		const attempt = journal.attemptOf(itemIndex);
		return attempt !== undefined && attempt.state !== 'done';
	};
	const left = jobs.filter(isLeft);
	const changes = new Set(left.filter(({ kind }) => kind === 'change'));
	await sendAll(run, plans, [...changes], run.isCanceled);
	const leftKeys = new Set(left.map(orderKeyOf));
	const isFirst = (job: InputJob): boolean => leftKeys.has(orderKeyOf(job));
	const rest = jobs.filter((job) => !changes.has(job));
	const inOrder = [...rest.filter(isFirst), ...rest.filter((job) => !isFirst(job))];
	await sendAll(run, plans, inOrder, mustStop);
	// After all lists are read: none may show an item of another reservation.
	for (const { itemIndex, session, reservationId } of jobs.filter(isWanting)) {
		const error = session.reservations.notApart.get(reservationId);
		if (error && output.resultsOf(itemIndex)) output.addError(itemIndex, error);
	}
}

/** Checks each input by itself. */
async function checkInputs(run: Run, { prepare }: InputOperation): Promise<InputJob[]> {
	const { context, sessions, journal, output, mustStop } = run;
	const { origin } = journal;
	const warn = (message: string): void => output.warn(message);
	const share = { node: context.getNode(), saved: savedParametersOf(context), origin, warn };
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
			const input = new ItemInput(context, itemIndex, session.mapper, share);
			jobs.push({ ...prepare(input, session), itemIndex, session, input });
			const results = journal.resultsOf(itemIndex);
			if (results) output.addResults(itemIndex, results);
		} catch (error) {
			output.addError(itemIndex, error);
		}
	}
	return jobs;
}

/** Takes the deletions out of the plans where they are not safe. */
async function decideDeletions({ output }: Run, plans: ReservationPlan[]): Promise<void> {
	const { problems, areAllRead, tooMany } = await survey(plans);
	for (const { job, error } of problems) output.addError(job.itemIndex, error);
	if (tooMany) {
		for (const { jobs } of plans) {
			for (const { itemIndex } of jobs) output.addError(itemIndex, tooMany);
		}
	}
	const isDeleting = plans.some(({ deletion }) => deletion);
	if (!isDeleting || (areAllRead && !output.hasFailed)) return;
	for (const plan of plans) plan.deletion = undefined;
	if (!tooMany) output.warn('Nothing was deleted, as not every input item could be done');
}

/** Accounts do not wait for each other. */
async function sendAll(
	run: Run,
	plans: ReservationPlan[],
	jobs: InputJob[],
	shouldStop: () => boolean,
): Promise<void> {
	const planOf = new Map(plans.flatMap((plan) => plan.jobs.map((job) => [job.itemIndex, plan])));
	const bySession = groupedBy(jobs, ({ session }) => session);
	const runs = [...bySession].map(async ([{ maxConcurrency: concurrency }, own]) => {
		const groups = [...groupedBy(own, (job): unknown => orderKeyOf(job) ?? job).values()];
		await runInOrder(groups, { concurrency, shouldStop }, async (group) => {
			for (const part of partsOf(group)) {
				if (shouldStop()) return;
				const wanting = part.filter(isWanting);
				const plan = planOf.get(wanting[0]?.itemIndex ?? NaN);
				if (plan) await reconcileInputs(run, plan, wanting, shouldStop);
				else for (const job of part) await sendOne(run, job as InputJob<SendJob>, shouldStop);
			}
		});
	});
	await allDone(runs);
}

/** Neighbours in input order that are reconciled together, or sent one by one. */
function partsOf(group: InputJob[]): InputJob[][] {
	const parts: InputJob[][] = [];
	for (const job of group) {
		const last = parts.at(-1);
		if (last && isWanting(job) === isWanting(last[0] as InputJob)) last.push(job);
		else parts.push([job]);
	}
	return parts;
}

function isWanting(job: InputJob): job is Wanting {
	return job.kind === 'reconcile';
}

async function sendOne(
	{ journal, output }: Run,
	job: InputJob<SendJob>,
	shouldStop: () => boolean,
): Promise<void> {
	const { itemIndex, kind, sentAs } = job;
	if (output.resultsOf(itemIndex) || shouldStop()) return;
	const earlier = kind === 'change' ? journal.attemptOf(itemIndex) : undefined;
	// Made while Prevent Duplicates was on.
	if (earlier?.state === 'stray') return output.addError(itemIndex, earlier.error);
	const failure = earlier?.state === 'unclear' ? earlier.failure : undefined;
	try {
		const results = await job.run(failure);
		output.addResults(itemIndex, results);
		if (kind === 'change') journal.keepResults(itemIndex, results);
	} catch (error) {
		const failed = failureAfter(failure, error);
		// An execution that ran out of time can be retried: what was under way counts.
		const left = failed instanceof CanceledError ? failed.underWay : failed;
		if (left instanceof RequestFailure && left.isUnclear && left.request.method !== 'GET') {
			const as = (earlier?.state === 'unclear' && earlier.sentAs) || sentAs;
			journal.keepAttempt(itemIndex, {
				state: 'unclear',
				failure: left,
				sentAs: as ?? { protection: 'off', fields: {} },
			});
			if (left.request.method === 'POST') output.addUnclear(itemIndex);
		}
		output.addError(itemIndex, failed);
	}
}
