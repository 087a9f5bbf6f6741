import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { toNodeError } from '../http/nodeErrors';
import { CanceledError } from '../http/wait';
import type { Accounts } from '../reservation/accounts';
import type { Session } from '../reservation/session';
import type { ExtraJob, RunWork } from './itemJob';
import { runExtra } from './extraJobs';
import type { CheckedRun } from './inputChecks';
import { checkedJobs } from './inputChecks';
import type { SavedParameters } from './itemInput';
import { savedParametersOf } from './itemInput';
import type { NumberedJob } from './itemWork';
import { ItemWork } from './itemWork';
import { Journal } from './journal';
import type { JobsByAccount } from './sendJobs';
import { groupedBy } from './runInOrder';
import { sendJobs } from './sendJobs';
import { Progress } from './progress';
import { RunRecord } from './runRecord';

/** What the operation does with the items of each account. */
type Works = ReadonlyMap<Session, RunWork>;

/** Takes the items of one run from their input to their results. */
export class ItemRun {
	readonly saved: SavedParameters;
	private readonly itemCount: number;
	private readonly record: RunRecord;
	private readonly progress: Progress;
	private readonly hints = new Set<string>();
	private journal?: Journal;
	private work?: ItemWork;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly signal: AbortSignal | undefined,
	) {
		this.itemCount = context.getInputData().length;
		this.saved = savedParametersOf(context);
		this.record = new RunRecord(context, this.itemCount);
		this.progress = new Progress(context, this.itemCount);
	}

	/** Opens the accounts; if that does not succeed, no item can. */
	async open(openThem: () => Promise<Accounts>): Promise<Accounts | undefined> {
		try {
			const accounts = await openThem();
			this.journal = new Journal(this.context, accounts);
			this.record.extra.push(...this.journal.extra);
			this.work = new ItemWork(this.record, this.journal, this.progress);
			return accounts;
		} catch (error) {
			for (let item = 0; item < this.itemCount; item++) this.record.noteError(error, item);
			return undefined;
		}
	}

	/** Checks the input of every item, before anything is sent. */
	async checkAll(accounts: Accounts, works: Works): Promise<NumberedJob[]> {
		const jobs = await checkedJobs(this.checksOf(accounts, works));
		for (const hint of this.hints) this.warn(hint);
		return jobs;
	}

	/** Checks the run as a whole. @returns false when it is refused, so that nothing may be sent */
	async allow(check: () => Promise<void>): Promise<boolean> {
		if (this.mustStop()) return false;
		try {
			await check();
			return true;
		} catch (error) {
			this.record.noteRefusal(error);
			return false;
		}
	}

	/** Does what every item needs, and looks once more at those that want it. */
	async runAll(jobs: NumberedJob[]): Promise<void> {
		const { work } = this;
		if (this.mustStop() || !work) return;
		// What an earlier try has begun comes first, and all of it: the count of what is done is right then, and
		// nothing new is started after a charge that is still unclear.
		const begun = new Set(jobs.filter((job) => work.isBegun(job)));
		const others = jobs.filter((job) => !begun.has(job));
		const sessionOf = ({ session }: NumberedJob): Session => session;
		await this.send(groupedBy([...begun], sessionOf), () => this.isCanceled());
		await this.send(groupedBy(others, sessionOf));
		for (const job of jobs) if (!this.isCanceled()) await work.assertApart(job);
	}

	/** Does what belongs to no single item. */
	async runExtra(jobs: ExtraJob[], session: Session): Promise<void> {
		const { record, journal } = this;
		const mustStop = (): boolean => this.mustStop();
		const warn = (message: string): void => this.warn(message);
		if (journal) await runExtra(jobs, session, { record, journal, mustStop, warn });
	}

	/** Says something that the user should know although the run goes on. */
	warn(message: string): void {
		this.progress.warn(message);
	}

	/**
	 * Gives out the items.
	 *
	 * @throws NodeApiError or NodeOperationError when an item did not succeed and the node does not continue
	 */
	finish(): INodeExecutionData[] {
		if (this.isCanceled()) {
			this.progress.warn(this.record.stoppedAt());
			throw toNodeError(this.context.getNode(), new CanceledError());
		}
		if (!this.context.continueOnFail()) {
			const error = this.record.stopError((item) => this.journal?.resultsOf(item) !== undefined);
			if (error) throw error;
		}
		const output = this.record.output();
		// A service item with an `error` of its own makes n8n run the node again under Retry On Fail.
		const isRunAgain = ![undefined, null, false].includes(output[0]?.json.error as undefined);
		if (!isRunAgain) this.journal?.drop();
		return output;
	}

	/** True when nothing more may be started. */
	mustStop(): boolean {
		return this.isCanceled() || (this.record.hasFailed && !this.context.continueOnFail());
	}

	private async send(jobs: JobsByAccount, shouldStop = () => this.mustStop()): Promise<void> {
		const { work } = this;
		if (work) await sendJobs(jobs, { work, shouldStop, isCanceled: () => this.isCanceled() });
	}

	private checksOf(accounts: Accounts, works: Works): CheckedRun {
		const { context, saved, hints } = this;
		return {
			context,
			accounts,
			works,
			saved,
			share: { node: context.getNode(), hints, origin: () => this.journal?.origin ?? '' },
			mustStop: () => this.mustStop(),
			noteError: (error, itemIndex) => this.record.noteError(error, itemIndex),
		};
	}

	private isCanceled(): boolean {
		return this.signal?.aborted === true;
	}
}
