import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { toNodeError } from '../messages/nodeErrors';
import { CanceledError, RequestFailure } from '../client/requestFailure';
import type { ExtraJob, ItemJob } from './itemJob';
import { ItemInput, savedParametersOf } from './itemInput';
import { Journal } from './journal';
import { runInLanes } from './runInOrder';
import { Progress } from './progress';
import { RunRecord } from './runRecord';
import type { Session } from '../reservation/session';

/** Checking input takes no requests: after so many milliseconds, n8n gets its turn. */
const LONGEST_TURN_MS = 20;

/** The work of one input item, and its place. */
export type NumberedJob = ItemJob & { itemIndex: number };

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

	/** Opens the run; if that does not succeed, no item can. */
	async open(openIt: () => Promise<Session>): Promise<Session | undefined> {
		try {
			const session = await openIt();
			this.journal = new Journal(this.context, session.client.fingerprint);
			this.record.extra.push(...this.journal.extra);
			return session;
		} catch (error) {
			for (let item = 0; item < this.itemCount; item++) this.record.noteError(error, item);
			return undefined;
		}
	}

	/** Checks the input of every item, before anything is sent. */
	async prepareAll(prepare: (input: ItemInput) => ItemJob): Promise<NumberedJob[]> {
		const jobs: NumberedJob[] = [];
		const saved = savedParametersOf(this.context);
		let turn = Date.now();
		for (let itemIndex = 0; itemIndex < this.itemCount && !this.mustStop(); itemIndex++) {
			if (Date.now() - turn > LONGEST_TURN_MS) {
				await sleep(0);
				turn = Date.now();
			}
			try {
				jobs.push({ ...prepare(new ItemInput(this.context, itemIndex, saved)), itemIndex });
			} catch (error) {
				this.record.noteError(error, itemIndex);
			}
		}
		return jobs;
	}

	/** Sends what every item needs, in parallel within the bound. */
	async sendAll(jobs: NumberedJob[], concurrency: number): Promise<void> {
		if (this.mustStop()) return;
		const send = async (job: NumberedJob): Promise<void> => await this.sendOne(job);
		// What an earlier try has begun comes first, and all of it: the count of what is done is right then, and
		// nothing new is started after a charge that is still unclear.
		const begun = new Set(jobs.filter((job) => this.isBegun(job)));
		const others = jobs.filter((job) => !begun.has(job));
		await runInLanes([...begun], concurrency, () => this.isCanceled(), send);
		await runInLanes(others, concurrency, () => this.mustStop(), send);
	}

	/** Looks once more at those items that want it. */
	async verifyAll(jobs: NumberedJob[], concurrency: number): Promise<void> {
		await runInLanes(
			jobs.filter(({ itemIndex, verify }) => verify && this.record.results.has(itemIndex)),
			concurrency,
			() => this.isCanceled(),
			async (job) => await this.verifyOne(job),
		);
	}

	/** Does what belongs to no single item. */
	async sendExtra(jobs: ExtraJob[], concurrency: number): Promise<void> {
		await runInLanes(
			jobs,
			concurrency,
			() => this.mustStop(),
			async ({ send }) => {
				await this.attemptExtra(
					async () =>
						await send({
							emit: (json, items, isChange) => {
								const output = { json, pairedItem: items.map((item) => ({ item })) };
								this.record.extra.push(output);
								if (isChange) this.journal?.extra.push(output);
							},
							attempt: async (action) => {
								await this.attemptExtra(action);
								return !this.mustStop();
							},
						}),
				);
			},
		);
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

	private isBegun({ itemIndex, lane }: NumberedJob): boolean {
		return lane !== undefined && this.journal?.has(itemIndex) === true;
	}

	private async sendOne({ itemIndex, lane, send, recall }: NumberedJob): Promise<void> {
		const journal = lane === undefined ? undefined : this.journal;
		const unclear = journal?.unclearOf(itemIndex);
		try {
			const earlier = journal?.resultsOf(itemIndex);
			if (earlier) await recall?.(earlier, journal?.isSuspect(itemIndex) === true);
			if (unclear?.possibleMatch !== undefined) throw unclear;
			const results = earlier ?? (await send(unclear));
			this.record.results.set(itemIndex, results);
			journal?.noteDone(itemIndex, results);
		} catch (thrown) {
			// A read that did not succeed tells nothing new about what an earlier try has finished or left unclear.
			const isRead = thrown instanceof RequestFailure && thrown.request.method === 'GET';
			const error: unknown = isRead && unclear ? unclear : thrown;
			if (error instanceof RequestFailure && error.isUnclear && error.request.method !== 'GET') {
				journal?.noteUnclear(itemIndex, error);
				if (error.request.method === 'POST') this.record.unclear.add(itemIndex);
			}
			if (error instanceof CanceledError && error.underWay?.method === 'POST') {
				this.record.unclear.add(itemIndex);
			}
			this.record.noteError(error, itemIndex);
		}
		this.progress.noteItem();
	}

	private async verifyOne({ itemIndex, verify, recall }: NumberedJob): Promise<void> {
		try {
			const results = await verify?.();
			if (!results) return;
			this.record.results.set(itemIndex, results);
			this.journal?.noteDone(itemIndex, results);
		} catch (error) {
			// The charge is made, and its result stands; only the second look could not be had.
			if (error instanceof RequestFailure) {
				this.progress.warn(
					`Item ${itemIndex} was created, but its reservation could not be read once more to look for a second one`,
				);
				return;
			}
			if (recall) this.journal?.noteSuspect(itemIndex);
			else this.journal?.forget(itemIndex);
			this.record.noteError(error, itemIndex);
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
