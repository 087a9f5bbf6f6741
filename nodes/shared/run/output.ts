import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IPairedItemData,
} from 'n8n-workflow';

import type { NodeError } from '../n8n/nodeErrors';
import { toNodeError } from '../n8n/nodeErrors';

/** What has become of the inputs of one run, and how n8n is told. */
export class RunOutput {
	private readonly results = new Map<number, IDataObject[]>();
	private readonly errors = new Map<number, NodeError>();
	/** The same, before n8n's error was made of it. */
	private readonly causes = new Map<number, unknown>();
	/** Inputs whose charge may or may not have been created. */
	private readonly unclear = new Set<number>();
	/** What belongs to no single input, beside what was deleted. */
	private readonly extra: INodeExecutionData[] = [];
	private extraError?: NodeError;
	private readonly warnings = new Set<string>();

	/** @param deleted what this run and its earlier tries have deleted */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly itemCount: number,
		private readonly deleted: INodeExecutionData[],
	) {}

	get hasFailed(): boolean {
		return this.errors.size > 0 || this.extraError !== undefined;
	}

	resultsOf(itemIndex: number): IDataObject[] | undefined {
		return this.results.get(itemIndex);
	}

	hasError(itemIndex: number): boolean {
		return this.errors.has(itemIndex);
	}

	errorOf(itemIndex: number): unknown {
		return this.causes.get(itemIndex);
	}

	addResults(itemIndex: number, results: IDataObject[]): void {
		this.results.set(itemIndex, results);
	}

	addError(itemIndex: number, error: unknown): void {
		const position = { itemIndex, itemCount: this.itemCount };
		this.results.delete(itemIndex);
		this.causes.set(itemIndex, error);
		this.errors.set(itemIndex, toNodeError(this.context.getNode(), error, position));
	}

	addUnclear(itemIndex: number): void {
		this.unclear.add(itemIndex);
	}

	addExtra(output: INodeExecutionData): void {
		this.extra.push(output);
	}

	/** A failure that is not that of one input. */
	addExtraError(failure: unknown, pairedItem: IPairedItemData[]): void {
		const error = toNodeError(this.context.getNode(), failure);
		this.extraError ??= error;
		this.extra.push({ json: jsonOfFailed(error), error, pairedItem });
	}

	/** Shows a hint in the editor and the log, once per run. */
	warn(message: string): void {
		if (this.warnings.has(message)) return;
		this.warnings.add(message);
		this.context.logger.warn(`${this.context.getNode().name}: ${message}`);
		this.context.addExecutionHints({ message, location: 'outputPane', type: 'warning' });
	}

	items(): INodeExecutionData[] {
		const output: INodeExecutionData[] = [];
		for (let item = 0; item < this.itemCount; item++) {
			const pairedItem = { item };
			const error = this.errors.get(item);
			if (error) output.push({ json: jsonOfFailed(error), error, pairedItem });
			else for (const json of this.results.get(item) ?? []) output.push({ json, pairedItem });
		}
		// Reservations finish in any order.
		const others = [...this.deleted, ...this.extra];
		return [...output, ...others.sort((a, b) => firstInputOf(a) - firstInputOf(b))];
	}

	/** The first failed input; one with an unclear charge goes before all others. */
	stopError(): NodeError | undefined {
		const failed = [...this.errors.keys()].sort((a, b) => a - b);
		const unclear = failed.filter((item) => this.unclear.has(item));
		const first = this.errors.get(unclear[0] ?? failed[0] ?? NaN);
		if (!first) return this.extraError && this.withDeletions(this.extraError);
		if (this.itemCount > 1) {
			const others = failed.length > 1 ? `, and ${failed.length} did not succeed` : '';
			const count = `${this.results.size} of ${this.itemCount} items were done before the run stopped${others}.`;
			const parts = [first.description];
			if (unclear.length > 1) {
				parts.push(`It is unclear for items ${unclear.join(', ')} whether their charge was made.`);
			}
			first.description = [...parts, count].filter(Boolean).join(' ');
		}
		return first;
	}

	stoppedAt(): string {
		const open = [...this.unclear].sort((a, b) => a - b).join(', ');
		const done = `Stopped: ${this.results.size} of ${this.itemCount} items were done`;
		if (open === '') return done;
		return `${done}; it is unclear for items ${open} whether their charge was made`;
	}

	private withDeletions(error: NodeError): NodeError {
		const references = this.deleted.map(({ json }) => `'${json.reference as string}'`);
		if (references.length === 0) return error;
		const told = `Deleted before that: ${references.join(', ')}.`;
		error.description = [error.description, told].filter(Boolean).join(' ');
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
