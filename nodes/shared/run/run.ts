import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { RequestFailure } from '../http/failure';
import { CanceledError } from '../http/wait';
import { toNodeError } from '../http/nodeErrors';
import { cancelSignalOf } from '../n8n/offers';
import type { Accounts } from '../reservation/accounts';
import { openAccounts } from '../reservation/accounts';
import { reconcile } from '../reservation/reconcile';
import type { Session } from '../reservation/session';
import type { Reconciled, Removal, Wish } from '../reservation/wanted';
import { ItemInput, savedParametersOf } from './itemInput';
import type { Job, ReconcileJob, RunPlan } from './job';
import { reservationKey } from './job';
import { Journal } from './journal';
import { Progress } from './progress';
import { groupedBy, runInOrder } from './runInOrder';
import { RunRecord } from './runRecord';

/** Checking input takes no requests: after so many milliseconds, n8n gets its turn. */
const LONGEST_TURN_MS = 20;

/** One input's job, its place, and the account it uses. */
type Numbered<Kind extends Job = Job> = Kind & { itemIndex: number; session: Session };

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
		const bySession = groupedBy(jobs, ({ session }) => session);
		const runs = [...bySession].map(async ([session, own]) => {
			const concurrency = session.maxConcurrency;
			await runInOrder(own, { keyOf: orderKeyOf, concurrency, shouldStop }, async (group) => {
				await this.reconcileAll(
					group.filter((job) => job.kind === 'reconcile'),
					shouldStop,
				);
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
			else this.noteDone(itemIndex, await job.run(unclear));
		} catch (error) {
			// A read that did not succeed tells nothing new about what was unclear before.
			const isRead = error instanceof RequestFailure && error.request.method === 'GET';
			this.noteFailure(itemIndex, (isRead && unclear) || error);
		}
		this.progress.noteItem();
	}

	/** Reconciles one reservation with all inputs that are about it. */
	private async reconcileAll(
		jobs: Array<Numbered<ReconcileJob>>,
		shouldStop: () => boolean,
	): Promise<void> {
		const [first] = jobs;
		if (!first) return;
		const { session, reservationId, whole } = first;
		const wishes = jobs.flatMap((job) => this.wishOf(job) ?? []);
		const items = jobs.map(({ itemIndex }) => ({ item: itemIndex }));
		const isDryRun = whole?.isDryRun ?? false;
		const settleRemoval = (outcome: Removal | Error): void => {
			if (outcome instanceof Error) return this.record.noteExtraError(outcome);
			if (!whole) return;
			const json = whole.outputOf(outcome, outcome.item);
			const output = { json, pairedItem: items };
			this.record.extra.push(output);
			if (!isDryRun) this.journal.extra.push(output);
		};
		const removes = whole?.removes();
		const policy = { isDryRun, removes, settleRemoval, shouldStop };
		await reconcile(session, reservationId, wishes, policy).catch((error: unknown) => {
			if (!(error instanceof CanceledError)) throw error;
		});
	}

	private wishOf(job: Numbered<ReconcileJob>): Wish | undefined {
		const { itemIndex, wanted, outputOf, assertAlone, whole, session } = job;
		if (!wanted) {
			this.record.results.set(itemIndex, []);
			return undefined;
		}
		try {
			assertAlone?.();
		} catch (error) {
			this.noteFailure(itemIndex, error);
			return undefined;
		}
		const done = this.journal.resultsOf(itemIndex)?.[0];
		// A simplified item has its ID under this name, whatever the service calls it.
		const doneId = done && (session.mapper.read(done).id ?? (done.id as string | undefined));
		let isCounted = false;
		const settle = (outcome: Reconciled | Error): void => {
			if (!isCounted) this.progress.noteItem();
			isCounted = true;
			if (outcome instanceof Error) return this.noteFailure(itemIndex, outcome);
			const results = [outputOf(outcome)];
			if (whole?.isDryRun) this.record.results.set(itemIndex, results);
			else this.noteDone(itemIndex, results);
			if (outcome.isUnverified) {
				this.progress.warn(
					`Item ${itemIndex} was created, but its reservation could not be read once more to look for a second one`,
				);
			}
		};
		const earlier = done
			? ({ isDone: true, id: doneId } as const)
			: this.journal.earlierOf(itemIndex);
		return { wanted, earlier, settle };
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

	private noteDone(itemIndex: number, results: IDataObject[]): void {
		this.record.noteDone(itemIndex, results);
		this.journal.noteDone(itemIndex, results);
	}

	private noteFailure(itemIndex: number, error: unknown): void {
		// An execution that ran out of time can be retried, too.
		const failure = error instanceof CanceledError ? error.underWay : error;
		this.journal.noteFailure(itemIndex, failure);
		this.record.noteFailure(itemIndex, error);
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
