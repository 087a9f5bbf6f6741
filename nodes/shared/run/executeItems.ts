import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { NodeError } from '../errors/nodeErrors';
import { toNodeError } from '../errors/nodeErrors';
import { CanceledError, RequestFailure } from '../errors/requestFailure';
import { ItemInput } from './itemInput';
import { Journal } from './journal';
import { runInLanes } from './lanes';
import { Progress } from './progress';
import type { ServiceRun } from './serviceRun';
import { openRun } from './serviceRun';

/** One item's work, its input already checked. */
export interface ItemJob {
	/** What it changes, as changes of the same thing are sent in input order; absent when it only reads. */
	lane?: string;
	/**
	 * Sends the requests and gives out the results.
	 *
	 * @param earlier how an earlier try of this run ended for the item, if its outcome stayed unclear
	 */
	send: (earlier?: RequestFailure) => Promise<IDataObject[]>;
	/** Looks once more at what was sent, after all items; gives out the results to use instead, if any. */
	verify?: () => Promise<IDataObject[] | undefined>;
}

/** Work that belongs to no single input item. */
export interface ExtraJob {
	lane?: string;
	/** Sends the requests; what was emitted is given out even if a later request does not succeed. */
	send: (emit: (json: IDataObject) => void) => Promise<void>;
}

/** What an operation does with the items of one run. */
export interface RunWork {
	/** Checks one item's input and says what to do for it. Throws, and sends nothing, when the input is no good. */
	prepare: (input: ItemInput) => ItemJob;
	/** What is left to do when all items have been sent. */
	afterItems?: () => ExtraJob[];
}

/** Starts an operation for one run; what the items have to know of each other lives in its closure. */
export type BeginRun = (run: ServiceRun) => RunWork;

/**
 * The one loop over items: all input is checked before anything is sent, requests run in parallel within
 * the bound, and every output keeps its input's place and index.
 *
 * With "Continue" an item that did not succeed becomes an output item with `error`. Otherwise the first
 * such item, by position, stops the run: what is under way is finished, nothing more is started.
 */
export async function executeItems(
	context: IExecuteFunctions,
	begin: BeginRun,
): Promise<INodeExecutionData[]> {
	if (context.getInputData().length === 0) return [];
	const signal = context.getExecutionCancelSignal?.();
	const items = new ItemRun(context, signal);
	const run = await items.open(
		async () => await openRun(context, context.getNodeParameter('options', 0, {}), signal),
	);
	if (!run) return items.finish();
	const work = begin(run);
	const jobs = items.prepareAll(work.prepare);
	await items.sendAll(jobs, run.maxConcurrency);
	await items.verifyAll(jobs, run.maxConcurrency);
	if (work.afterItems && !items.mustStop()) {
		await items.sendExtra(work.afterItems(), run.maxConcurrency);
	}
	return items.finish();
}

type NumberedJob = ItemJob & { itemIndex: number };

/** What has become of the items of one run so far. */
class ItemRun {
	private readonly itemCount: number;
	private readonly results = new Map<number, IDataObject[]>();
	private readonly errors = new Map<number, NodeError>();
	private readonly extra: INodeExecutionData[] = [];
	private extraError?: NodeError;
	private readonly journal: Journal;
	private readonly progress: Progress;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly signal: AbortSignal | undefined,
	) {
		this.itemCount = context.getInputData().length;
		this.journal = new Journal(context);
		this.progress = new Progress(context, this.itemCount);
	}

	/** Opens the run; if that does not succeed, no item can. */
	async open(openIt: () => Promise<ServiceRun>): Promise<ServiceRun | undefined> {
		try {
			return await openIt();
		} catch (error) {
			for (let item = 0; item < this.itemCount; item++) this.noteError(error, item);
			return undefined;
		}
	}

	prepareAll(prepare: (input: ItemInput) => ItemJob): NumberedJob[] {
		const jobs: NumberedJob[] = [];
		for (let itemIndex = 0; itemIndex < this.itemCount && !this.mustStop(); itemIndex++) {
			try {
				jobs.push({ ...prepare(new ItemInput(this.context, itemIndex)), itemIndex });
			} catch (error) {
				this.noteError(error, itemIndex);
			}
		}
		return jobs;
	}

	async sendAll(jobs: NumberedJob[], concurrency: number): Promise<void> {
		if (this.mustStop()) return;
		await runInLanes(
			jobs,
			concurrency,
			() => this.mustStop(),
			async (job) => await this.sendOne(job),
		);
	}

	async verifyAll(jobs: NumberedJob[], concurrency: number): Promise<void> {
		await runInLanes(
			jobs.filter(({ itemIndex, verify }) => verify && this.results.has(itemIndex)),
			concurrency,
			() => this.isCanceled(),
			async (job) => await this.verifyOne(job),
		);
	}

	async sendExtra(jobs: ExtraJob[], concurrency: number): Promise<void> {
		await runInLanes(
			jobs,
			concurrency,
			() => this.mustStop(),
			async ({ send }) => {
				try {
					await send((json) => this.extra.push({ json }));
				} catch (error) {
					if (error instanceof CanceledError) return;
					const nodeError = toNodeError(this.context.getNode(), error);
					this.extraError ??= nodeError;
					this.extra.push({ json: {}, error: nodeError });
				}
			},
		);
	}

	finish(): INodeExecutionData[] {
		if (this.isCanceled()) throw toNodeError(this.context.getNode(), new CanceledError());
		if (!this.context.continueOnFail()) {
			if (this.errors.size > 0) throw this.stopError();
			if (this.extraError) throw this.extraError;
		}
		this.journal.drop();
		return [...this.output(), ...this.extra];
	}

	private async sendOne({ itemIndex, lane, send }: NumberedJob): Promise<void> {
		const isChange = lane !== undefined;
		const done = isChange ? this.journal.resultsOf(itemIndex) : undefined;
		try {
			const results =
				done ?? (await send(isChange ? this.journal.unclearOf(itemIndex) : undefined));
			this.results.set(itemIndex, results);
			if (isChange) this.journal.noteDone(itemIndex, results);
		} catch (error) {
			if (isChange && error instanceof RequestFailure && error.isUnclear) {
				this.journal.noteUnclear(itemIndex, error);
			}
			this.noteError(error, itemIndex);
		}
		this.progress.noteItem();
	}

	private async verifyOne({ itemIndex, verify }: NumberedJob): Promise<void> {
		try {
			const results = await verify?.();
			if (!results) return;
			this.results.set(itemIndex, results);
			this.journal.noteDone(itemIndex, results);
		} catch (error) {
			this.journal.forget(itemIndex);
			this.noteError(error, itemIndex);
		}
	}

	private noteError(error: unknown, itemIndex: number): void {
		if (error instanceof CanceledError) return;
		const { itemCount } = this;
		this.errors.set(
			itemIndex,
			toNodeError(this.context.getNode(), error, { itemIndex, itemCount }),
		);
	}

	/** True when nothing more may be started. */
	mustStop(): boolean {
		const hasFailed = this.errors.size > 0 || this.extraError !== undefined;
		return this.isCanceled() || (hasFailed && !this.context.continueOnFail());
	}

	private isCanceled(): boolean {
		return this.signal?.aborted === true;
	}

	private stopError(): NodeError {
		const first = this.errors.get(Math.min(...this.errors.keys())) as NodeError;
		if (this.itemCount > 1) {
			const others = this.errors.size > 1 ? `, and ${this.errors.size} did not succeed` : '';
			const count = `${this.results.size} of ${this.itemCount} items were done before the run stopped${others}.`;
			first.description = [first.description, count].filter(Boolean).join(' ');
		}
		return first;
	}

	private output(): INodeExecutionData[] {
		const output: INodeExecutionData[] = [];
		for (let item = 0; item < this.itemCount; item++) {
			const error = this.errors.get(item);
			// n8n turns this into { json: { error: message } } after it has decided about Retry On Fail.
			if (error) output.push({ json: {}, error, pairedItem: { item } });
			else {
				for (const json of this.results.get(item) ?? [])
					output.push({ json, pairedItem: { item } });
			}
		}
		return output;
	}
}
