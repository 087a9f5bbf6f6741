import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { NodeError } from '../http/nodeErrors';
import { toNodeError } from '../http/nodeErrors';
import { CanceledError } from '../http/wait';
import { showHint } from '../n8n/n8nCompat';
import type { Journal } from './journal';
import { isUnclearChange } from './journal';

/** What has become of the items of one run, and how n8n is told. */
export class RunRecord {
	private readonly results = new Map<number, IDataObject[]>();
	private readonly errors = new Map<number, NodeError>();
	/** Items whose charge may or may not have been created. */
	private readonly unclear = new Set<number>();
	/** What belongs to no single item. */
	private readonly extra: INodeExecutionData[];
	private extraError?: NodeError;
	private readonly warnings = new Set<string>();
	private readonly itemCount: number;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly journal: Journal,
	) {
		this.itemCount = context.getInputData().length;
		this.extra = [...journal.extra];
	}

	get hasFailed(): boolean {
		return this.errors.size > 0 || this.extraError !== undefined;
	}

	has(itemIndex: number): boolean {
		return this.results.has(itemIndex);
	}

	/** @param isChange true for what is remembered for a later try */
	addResults(itemIndex: number, results: IDataObject[], { isChange = false } = {}): void {
		this.results.set(itemIndex, results);
		if (isChange) this.journal.addResults(itemIndex, results);
	}

	addFailure(itemIndex: number, error: unknown): void {
		// An execution that ran out of time can be retried: what was under way counts.
		const failure = error instanceof CanceledError ? error.underWay : error;
		if (isUnclearChange(failure) && failure.request.method === 'POST') this.unclear.add(itemIndex);
		this.journal.addFailure(itemIndex, failure);
		this.results.delete(itemIndex);
		this.addError(itemIndex, error);
	}

	addError(itemIndex: number, error: unknown): void {
		const { itemCount } = this;
		const node = this.context.getNode();
		this.errors.set(itemIndex, toNodeError(node, error, { itemIndex, itemCount }));
	}

	addErrorOfAll(error: unknown): void {
		for (let item = 0; item < this.itemCount; item++) this.addError(item, error);
	}

	/** The same for what belongs to no single item. */
	addExtra(output: INodeExecutionData, { isChange = false } = {}): void {
		this.extra.push(output);
		if (isChange) this.journal.extra.push(output);
	}

	addExtraError(error: Error): void {
		const nodeError = toNodeError(this.context.getNode(), error);
		this.extraError ??= nodeError;
		this.addExtra({ json: jsonOfFailed(nodeError), error: nodeError });
	}

	/** Shows a hint in the editor and the log, once per run. */
	warn(message: string): void {
		if (this.warnings.has(message)) return;
		this.warnings.add(message);
		this.context.logger.warn(`${this.context.getNode().name}: ${message}`);
		showHint(this.context, message);
	}

	output(): INodeExecutionData[] {
		const output: INodeExecutionData[] = [];
		for (let item = 0; item < this.itemCount; item++) {
			const pairedItem = { item };
			const error = this.errors.get(item);
			if (error) output.push({ json: jsonOfFailed(error), error, pairedItem });
			else for (const json of this.results.get(item) ?? []) output.push({ json, pairedItem });
		}
		// Reservations finish in any order.
		const byInput = [...this.extra].sort((a, b) => firstInputOf(a) - firstInputOf(b));
		return [...output, ...byInput];
	}

	/** The first failed item; one with an unclear charge goes before all others. */
	stopError(): NodeError | undefined {
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
			const count = `${this.doneCount()} of ${this.itemCount} items were done before the run stopped${others}.`;
			first.description = [first.description, open, count].filter(Boolean).join(' ');
		}
		return first;
	}

	stoppedAt(): string {
		const open = [...this.unclear].sort((a, b) => a - b).join(', ');
		const done = `Stopped: ${this.results.size} of ${this.itemCount} items were done`;
		return open === ''
			? done
			: `${done}; it is unclear for items ${open} whether their charge was made`;
	}

	/** Items that an earlier try has finished count as well. */
	private doneCount(): number {
		const items = Array.from({ length: this.itemCount }, (_, item) => item);
		return items.filter((item) => this.has(item) || this.journal.resultsOf(item)).length;
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

function firstInputOf({ pairedItem }: INodeExecutionData): number {
	const [first] = [pairedItem].flat();
	return typeof first === 'object' ? first.item : 0;
}

/** n8n makes `{ error: message }` of this, but only after Retry On Fail, which an `error` here would set off. */
function jsonOfFailed(error: NodeError): IDataObject {
	return { $error: error, $json: {} };
}
