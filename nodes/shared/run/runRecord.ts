import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { NodeError } from '../http/nodeErrors';
import { toNodeError } from '../http/nodeErrors';
import { CanceledError } from '../http/wait';
import type { Journal } from './journal';
import { isUnclearChange } from './journal';

/** What has become of the items of one run, and how n8n is told. */
export class RunRecord {
	/** What each finished item gives out. */
	readonly results = new Map<number, IDataObject[]>();
	/** Items of which nobody knows whether their charge was created. */
	private readonly unclear = new Set<number>();
	/** What belongs to no single input item. */
	readonly extra: INodeExecutionData[] = [];
	private readonly errors = new Map<number, NodeError>();
	private extraError?: NodeError;

	private readonly itemCount: number;

	constructor(private readonly context: IExecuteFunctions) {
		this.itemCount = context.getInputData().length;
	}

	/** True when something did not succeed. */
	get hasFailed(): boolean {
		return this.errors.size > 0 || this.extraError !== undefined;
	}

	/** @param journal where it is remembered, if it is to be */
	noteDone(itemIndex: number, results: IDataObject[], journal?: Journal): void {
		this.results.set(itemIndex, results);
		journal?.noteDone(itemIndex, results);
	}

	/** Notes what became of a change; one whose create may have been carried out goes before all others. */
	noteFailure(itemIndex: number, error: unknown, journal: Journal): void {
		// An execution that ran out of time can be retried, too.
		const failure = error instanceof CanceledError ? error.underWay : error;
		if (isUnclearChange(failure) && failure.request.method === 'POST') this.unclear.add(itemIndex);
		journal.noteFailure(itemIndex, failure);
		this.results.delete(itemIndex);
		this.noteError(error, itemIndex);
	}

	/** Notes why an item did not succeed; that the execution was stopped is nobody's failure. */
	noteError(error: unknown, itemIndex: number): void {
		if (error instanceof CanceledError) return;
		const { itemCount } = this;
		this.errors.set(
			itemIndex,
			toNodeError(this.context.getNode(), error, { itemIndex, itemCount }),
		);
	}

	noteErrorOfAll(error: unknown): void {
		for (let item = 0; item < this.itemCount; item++) this.noteError(error, item);
	}

	/** Notes why the run as a whole is refused: at the item that tipped the scales, and with Continue at every other. */
	noteRefusal(error: unknown): void {
		const first = error instanceof NodeOperationError ? Number(error.context.itemIndex ?? 0) : 0;
		for (let item = 0; item < this.itemCount; item++) {
			const isTold = item === first || this.context.continueOnFail();
			if (isTold && !this.errors.has(item)) this.noteError(error, item);
		}
	}

	/** The same for what belongs to no single item. */
	noteExtraError(error: unknown): void {
		if (error instanceof CanceledError) return;
		const nodeError = toNodeError(this.context.getNode(), error);
		this.extraError ??= nodeError;
		this.extra.push({ json: jsonOfFailed(nodeError), error: nodeError });
	}

	/** Every item's results, or its error, in input order, and what belongs to no single item. */
	output(): INodeExecutionData[] {
		const output: INodeExecutionData[] = [];
		for (let item = 0; item < this.itemCount; item++) {
			const pairedItem = { item };
			const error = this.errors.get(item);
			if (error) output.push({ json: jsonOfFailed(error), error, pairedItem });
			else for (const json of this.results.get(item) ?? []) output.push({ json, pairedItem });
		}
		return [...output, ...this.extra];
	}

	/**
	 * What stops the run, if anything: the first item by position that did not succeed, but one whose charge may have been
	 * made goes before all others.
	 *
	 * @param wasDone tells of an item whether an earlier try has finished it
	 */
	stopError(wasDone: (itemIndex: number) => boolean): NodeError | undefined {
		const failed = [...this.errors.keys()].sort((a, b) => a - b);
		const unclear = failed.filter((item) => this.unclear.has(item));
		const first = this.errors.get(unclear[0] ?? failed[0] ?? NaN);
		if (!first) return this.extraError && this.withRemovals(this.extraError);
		if (this.itemCount > 1) {
			const others = failed.length > 1 ? `, and ${failed.length} did not succeed` : '';
			const open =
				unclear.length > 1
					? `It is unclear for items ${unclear.join(', ')} whether their charge was made.`
					: undefined;
			const count = `${this.doneCount(wasDone)} of ${this.itemCount} items were done before the run stopped${others}.`;
			first.description = [first.description, open, count].filter(Boolean).join(' ');
		}
		return first;
	}

	/** How far a run came that the user stopped, as a sentence without its full stop. */
	stoppedAt(): string {
		const open = [...this.unclear].sort((a, b) => a - b).join(', ');
		const done = `Stopped: ${this.results.size} of ${this.itemCount} items were done`;
		return open === ''
			? done
			: `${done}; it is unclear for items ${open} whether their charge was made`;
	}

	private doneCount(wasDone: (itemIndex: number) => boolean): number {
		const items = Array.from({ length: this.itemCount }, (_, item) => item);
		return items.filter((item) => this.results.has(item) || wasDone(item)).length;
	}

	private withRemovals(error: NodeError): NodeError {
		const removed = this.extra
			.filter(({ json }) => json.action === 'removed')
			.map(({ json }) => `'${json.reference as string}'`);
		if (removed.length > 0) {
			error.description =
				`${error.description ?? ''} Removed before that: ${removed.join(', ')}.`.trim();
		}
		return error;
	}
}

/**
 * n8n turns this into `{ error: message }`, after it has decided about Retry On Fail, for which an `error` must not be there
 * yet.
 */
function jsonOfFailed(error: NodeError): IDataObject {
	return { $error: error, $json: {} };
}
