import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { toNodeError } from '../messages/nodeErrors';
import { CanceledError } from '../client/requestFailure';
import type { Accounts } from '../reservation/accounts';
import type { Session } from '../reservation/session';
import type { ExtraJob, RunWork } from './itemJob';
import { ItemInput, savedParametersOf } from './itemInput';
import type { NumberedJob } from './itemWork';
import { ItemWork } from './itemWork';
import { Journal } from './journal';
import { runInOrder } from './runInOrder';
import { Progress } from './progress';
import { RunRecord } from './runRecord';
import { Witness } from './witness';

/** Checking input takes no requests: after so many milliseconds, n8n gets its turn. */
const LONGEST_TURN_MS = 20;

/** Takes the items of one run from their input to their results. */
export class ItemRun {
	private readonly itemCount: number;
	private readonly record: RunRecord;
	private readonly progress: Progress;
	private journal?: Journal;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly signal: AbortSignal | undefined,
	) {
		this.itemCount = context.getInputData().length;
		this.record = new RunRecord(context, this.itemCount);
		this.progress = new Progress(context, this.itemCount);
	}

	/** Opens the accounts; if that does not succeed, no item can. */
	async open(openThem: () => Promise<Accounts>): Promise<Accounts | undefined> {
		try {
			const accounts = await openThem();
			this.journal = new Journal(this.context, accounts);
			this.record.extra.push(...this.journal.extra);
			return accounts;
		} catch (error) {
			for (let item = 0; item < this.itemCount; item++) this.record.noteError(error, item);
			return undefined;
		}
	}

	/** Checks the input of every item, before anything is sent. */
	async prepareAll(
		accounts: Accounts,
		works: ReadonlyMap<Session, RunWork>,
	): Promise<NumberedJob[]> {
		const jobs: NumberedJob[] = [];
		const saved = savedParametersOf(this.context);
		const share = { hints: new Set<string>(), origin: () => this.journal?.origin ?? '' };
		let turn = Date.now();
		for (let itemIndex = 0; itemIndex < this.itemCount && !this.mustStop(); itemIndex++) {
			if (Date.now() - turn > LONGEST_TURN_MS) {
				await sleep(0);
				turn = Date.now();
			}
			try {
				const session = accounts.of(itemIndex);
				if (session instanceof Error) {
					for (const { noteUnread } of works.values()) noteUnread?.();
					throw session;
				}
				const input = new ItemInput(this.context, itemIndex, saved, share);
				const job = works.get(session)?.prepare(input);
				if (job) jobs.push({ ...job, itemIndex, session });
			} catch (error) {
				this.record.noteError(error, itemIndex);
			}
		}
		for (const hint of share.hints) this.warn(hint);
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

	/**
	 * Does what every item needs, in parallel within the bound of each account, and looks once more at those that want it.
	 * Accounts do not wait for each other.
	 */
	async runAll(jobs: NumberedJob[]): Promise<void> {
		if (this.mustStop() || !this.journal) return;
		const witness = new Witness(this.context, this.journal, this.signal);
		const work = new ItemWork(this.record, this.journal, witness, this.progress);
		const runAll = async (some: NumberedJob[], shouldStop: () => boolean): Promise<void> => {
			const runOf = async ({ maxConcurrency }: Session, own: NumberedJob[]): Promise<void> =>
				await runInOrder(own, maxConcurrency, shouldStop, async (group) => {
					await inTurn(group, async () => {
						for (const job of group) if (!shouldStop()) await work.run(job);
						for (const job of group) if (!this.isCanceled()) await work.recheck(job);
					});
				});
			await Promise.all(
				[...bySession(some)].map(async ([session, own]) => await runOf(session, own)),
			);
		};
		// What an earlier try has begun comes first, and all of it: the count of what is done is right then, and
		// nothing new is started after a charge that is still unclear.
		const begun = new Set(jobs.filter((job) => work.isBegun(job)));
		const others = jobs.filter((job) => !begun.has(job));
		await runAll([...begun], () => this.isCanceled());
		await runAll(others, () => this.mustStop());
		for (const job of jobs) if (!this.isCanceled()) await work.assertApart(job);
	}

	/** Does what belongs to no single item. */
	async runExtra(jobs: ExtraJob[], { maxConcurrency, reservations }: Session): Promise<void> {
		const shouldStop = (): boolean => this.mustStop();
		const emit: Parameters<ExtraJob['run']>[0]['emit'] = (json, items, isChange) => {
			const output = { json, pairedItem: items.map((item) => ({ item })) };
			this.record.extra.push(output);
			if (isChange) this.journal?.extra.push(output);
		};
		const attempt = async (action: () => Promise<void>): Promise<boolean> => {
			await this.attemptExtra(action);
			return !this.mustStop();
		};
		await runInOrder(jobs, maxConcurrency, shouldStop, async (group) => {
			for (const { kind, reservationId, run, leftOut } of group) {
				const work = async (): Promise<void> => await run({ emit, attempt });
				await this.attemptExtra(async () => {
					if (kind === 'read') return await work();
					if (!(await reservations.inUndisturbedTurn(reservationId, work))) this.warn(leftOut);
				});
			}
		});
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
			const error = this.record.stopError(() => this.doneCount());
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

	private async attemptExtra(action: () => Promise<void>): Promise<void> {
		try {
			await action();
		} catch (error) {
			this.record.noteExtraError(error);
		}
	}

	private isCanceled(): boolean {
		return this.signal?.aborted === true;
	}

	/** How many items are done, those of earlier tries included that this one has not come to. */
	private doneCount(): number {
		let done = 0;
		for (let item = 0; item < this.itemCount; item++) {
			if (this.record.results.has(item) || this.journal?.resultsOf(item)) done++;
		}
		return done;
	}
}

/**
 * Does the work of a group, which is all about one reservation if any of it must happen once: then it takes turns with
 * other executions. An execution that is stopped meanwhile does nothing.
 */
async function inTurn(group: NumberedJob[], work: () => Promise<void>): Promise<void> {
	const job = group.find(({ kind }) => kind === 'changeOnce');
	if (job?.kind !== 'changeOnce') return await work();
	const { reservations } = job.session;
	await reservations.inTurn(job.reservationId, work).catch((error: unknown) => {
		if (!(error instanceof CanceledError)) throw error;
	});
}

/** The jobs of each account, in input order. */
function bySession(jobs: NumberedJob[]): Map<Session, NumberedJob[]> {
	const grouped = new Map<Session, NumberedJob[]>();
	for (const job of jobs) {
		const known = grouped.get(job.session);
		if (known) known.push(job);
		else grouped.set(job.session, [job]);
	}
	return grouped;
}
