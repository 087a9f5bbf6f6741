import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { failureAfter, RequestFailure } from '../http/failure';
import { CanceledError } from '../http/wait';
import { toNodeError } from '../http/nodeErrors';
import { cancelSignalOf } from '../n8n/offers';
import type { Accounts } from '../reservation/accounts';
import { openAccounts } from '../reservation/accounts';
import { ItemInput, savedParametersOf } from './itemInput';
import type { Job, Numbered, ReconcileJob, RunPlan } from './job';
import { reservationKey } from './job';
import { Journal } from './journal';
import { Progress } from './progress';
import { reconcileJobs } from './reconcileJobs';
import { groupedBy, runInOrder } from './runInOrder';
import { RunRecord } from './runRecord';

/** Checking input takes no requests: after so many milliseconds, n8n gets its turn. */
const LONGEST_TURN_MS = 20;

/**
 * The one loop over the inputs of a run: all are checked before anything is sent; what changes one thing goes one after
 * another, all else in parallel; every output keeps its input's place.
 *
 * With "Continue" an input that did not succeed becomes an output item with `error`. Otherwise the first such input, by
 * position, stops the run: what is under way is finished, nothing more is started.
 */
export async function runInputs(
	context: IExecuteFunctions,
	plan: RunPlan,
): Promise<INodeExecutionData[]> {
	if (context.getInputData().length === 0) return [];
	const signal = cancelSignalOf(context);
	const record = new RunRecord(context);
	const options: IDataObject = context.getNodeParameter('options', 0, {});
	let journal: Journal | undefined;
	const accounts = await openAccounts(context, options, signal).catch((error: unknown) => {
		record.noteErrorOfAll(error);
	});
	if (accounts) {
		journal = new Journal(context, accounts);
		await new Run(context, { accounts, record, journal, signal }).execute(plan);
	}
	return finish(context, record, { journal, isCanceled: signal?.aborted === true });
}

/** Gives out what became of the inputs, or stops the run with the first error. */
function finish(
	context: IExecuteFunctions,
	record: RunRecord,
	{ journal, isCanceled }: { journal?: Journal; isCanceled: boolean },
): INodeExecutionData[] {
	if (isCanceled) {
		new Progress(context).warn(record.stoppedAt());
		throw toNodeError(context.getNode(), new CanceledError());
	}
	if (!context.continueOnFail()) {
		const error = record.stopError((item) => journal?.resultsOf(item) !== undefined);
		if (error) throw error;
	}
	const output = record.output();
	// A service item with an `error` of its own makes n8n run the node again under Retry On Fail.
	const isRunAgain = ![undefined, null, false].includes(output[0]?.json.error as undefined);
	if (!isRunAgain) journal?.drop();
	return output;
}

interface Parts {
	accounts: Accounts;
	record: RunRecord;
	journal: Journal;
	signal: AbortSignal | undefined;
}

class Run {
	private readonly progress: Progress;
	private readonly accounts: Accounts;
	private readonly record: RunRecord;
	private readonly journal: Journal;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly parts: Parts,
	) {
		({ accounts: this.accounts, record: this.record, journal: this.journal } = parts);
		this.progress = new Progress(context);
	}

	async execute({ begin }: RunPlan): Promise<void> {
		const { record, journal } = this;
		record.extra.push(...journal.extra);
		const saved = savedParametersOf(this.context);
		const work = begin(saved);
		const jobs = await this.checkAll(work, saved);
		if (this.mustStop()) return;
		try {
			const areAllRead = jobs.length === this.context.getInputData().length;
			const warn = (message: string): void => this.progress.warn(message);
			await work.checkRun?.({ areAllRead, warn });
		} catch (error) {
			record.noteRefusal(error);
			return;
		}
		// What an earlier try has begun comes first, and all of it: then the count of what is done is right, and nothing new
		// is started after a charge that is still unclear.
		const isBegun = (job: Numbered): boolean => job.kind !== 'read' && journal.has(job.itemIndex);
		const begun = jobs.filter(isBegun);
		for (const job of begun) this.giveOutDone(job);
		await this.sendAll(
			begun.filter((job) => job.kind === 'change'),
			() => this.isCanceled(),
		);
		const begunReservations = new Set(begun.map((job) => reservationOf(job)));
		const rest = jobs.filter((job) => job.kind === 'reconcile' || !isBegun(job));
		const isFirst = (job: Numbered): boolean =>
			job.kind === 'reconcile' && begunReservations.has(reservationOf(job));
		await this.sendAll([...rest.filter(isFirst), ...rest.filter((job) => !isFirst(job))], () =>
			this.mustStop(),
		);
		for (const job of jobs) this.assertApart(job);
	}

	/** Checks every input, before anything is sent. */
	private async checkAll(
		{ prepare }: ReturnType<RunPlan['begin']>,
		saved: ReturnType<typeof savedParametersOf>,
	): Promise<Numbered[]> {
		const { context, journal } = this;
		const hints = new Set<string>();
		const share = { node: context.getNode(), hints, origin: () => journal.origin };
		const jobs: Numbered[] = [];
		let turn = Date.now();
		for (const itemIndex of context.getInputData().keys()) {
			if (this.mustStop()) break;
			if (Date.now() - turn > LONGEST_TURN_MS) {
				await sleep(0);
				turn = Date.now();
			}
			try {
				const session = this.accounts.of(itemIndex);
				if (session instanceof Error) throw session;
				const job = prepare(new ItemInput(context, itemIndex, saved, share), session);
				jobs.push({ ...job, itemIndex, session });
			} catch (error) {
				this.record.noteError(error, itemIndex);
			}
		}
		for (const hint of hints) this.progress.warn(hint);
		return jobs;
	}

	/** Does jobs in parallel, within the bound of each account. Accounts do not wait for each other. */
	private async sendAll(jobs: Numbered[], shouldStop: () => boolean): Promise<void> {
		const { record, journal, progress } = this;
		const bySession = groupedBy(jobs, ({ session }) => session);
		const runs = [...bySession].map(async ([session, own]) => {
			const concurrency = session.maxConcurrency;
			await runInOrder(own, { keyOf: orderKeyOf, concurrency, shouldStop }, async (group) => {
				const toReconcile = group.filter((job) => job.kind === 'reconcile');
				await reconcileJobs(toReconcile, { record, journal, progress, shouldStop });
				for (const job of group) {
					if (job.kind !== 'reconcile' && !shouldStop()) await this.sendOne(job);
				}
			});
		});
		await Promise.all(runs);
	}

	private async sendOne(job: Numbered<Exclude<Job, ReconcileJob>>): Promise<void> {
		const { itemIndex } = job;
		if (this.record.results.has(itemIndex)) return;
		const earlier = job.kind === 'change' ? this.journal.earlierOf(itemIndex) : undefined;
		const unclear = earlier instanceof RequestFailure ? earlier : undefined;
		try {
			if (job.kind === 'read') this.record.noteDone(itemIndex, await job.run());
			else this.record.noteDone(itemIndex, await job.run(unclear), this.journal);
		} catch (error) {
			this.record.noteFailure(itemIndex, failureAfter(unclear, error), this.journal);
		}
		this.progress.noteItem();
	}

	/** What an earlier try has finished is given out again, and not sent. */
	private giveOutDone({ itemIndex }: Numbered): void {
		const results = this.journal.resultsOf(itemIndex);
		if (results) this.record.results.set(itemIndex, results);
	}

	/** When all lists are read, makes sure that none of them shows what belongs to another reservation. */
	private assertApart(job: Numbered): void {
		const { kind, session, itemIndex } = job;
		if (kind !== 'reconcile' || !this.record.results.has(itemIndex) || this.isCanceled()) return;
		try {
			session.reservations.assertApart(job.reservationId);
		} catch (error) {
			this.record.noteError(error, itemIndex);
		}
	}

	private mustStop(): boolean {
		return this.isCanceled() || (this.record.hasFailed && !this.context.continueOnFail());
	}

	private isCanceled(): boolean {
		return this.parts.signal?.aborted === true;
	}
}

/** What a job changes: jobs with the same key keep their order. */
function orderKeyOf(job: Job): string | undefined {
	if (job.kind === 'reconcile') return reservationKey(job.reservationId);
	return job.kind === 'change' ? job.orderKey : undefined;
}

function reservationOf(job: Numbered): string | undefined {
	return job.kind === 'reconcile' ? job.reservationId : undefined;
}
