import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IPairedItemData,
} from 'n8n-workflow';

import type { NodeError } from '../n8n/nodeErrors';
import { toNodeError } from '../n8n/nodeErrors';
import type { Journal } from './journal';

/** What has become of the inputs of one run beside what the journal keeps of it, and how n8n is told. */
export class RunOutput {
	private readonly results = new Map<number, IDataObject[]>();
	private readonly errors = new Map<number, unknown>();
	/** What belongs to no single input, beside what was deleted. */
	private readonly extra: INodeExecutionData[] = [];
	private extraError?: NodeError;
	private readonly warnings = new Set<string>();

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly itemCount: number,
		private readonly journal: Journal,
	) {}

	get hasFailed(): boolean {
		return this.errors.size > 0 || this.extraError !== undefined;
	}

	/** Also those of an earlier try. */
	resultsOf(itemIndex: number): IDataObject[] | undefined {
		if (this.errors.has(itemIndex)) return undefined;
		return this.results.get(itemIndex) ?? this.journal.resultsOf(itemIndex);
	}

	hasError(itemIndex: number): boolean {
		return this.errors.has(itemIndex);
	}

	errorOf(itemIndex: number): unknown {
		return this.errors.get(itemIndex);
	}

	addResults(itemIndex: number, results: IDataObject[]): void {
		this.results.set(itemIndex, results);
	}

	addError(itemIndex: number, error: unknown): void {
		this.errors.set(itemIndex, error);
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
			if (this.errors.has(item)) {
				const error = this.toNodeError(item, this.errors.get(item));
				output.push({ json: jsonOfFailed(error), error, pairedItem });
			}
			for (const json of this.resultsOf(item) ?? []) output.push({ json, pairedItem });
		}
		// Reservations finish in any order.
		const others = [...this.journal.deleted, ...this.extra];
		return [...output, ...others.sort((a, b) => firstInputOf(a) - firstInputOf(b))];
	}

	/** That of the first failed input; one with an unclear charge goes before all others, also if it was not come to. */
	stopError(): NodeError | undefined {
		const error = this.firstError();
		return error && withMore(error, this.deletions());
	}

	private firstError(): NodeError | undefined {
		const failed = [...this.errors.keys()].sort((a, b) => a - b);
		if (failed.length === 0) return this.extraError;
		const unclear = this.unclearInputs();
		const [first = failed[0] ?? 0] = unclear.keys();
		const error = this.toNodeError(first, this.errors.get(first) ?? unclear.get(first));
		if (this.itemCount === 1) return error;
		const others = failed.length > 1 ? `, and ${failed.length} did not succeed` : '';
		const count = `${this.countDone()} before the run stopped${others}.`;
		if (unclear.size < 2) return withMore(error, count);
		const open = `It is unclear for items ${[...unclear.keys()].join(', ')} whether their charge was made.`;
		return withMore(error, `${open} ${count}`);
	}

	stoppedAt(): string {
		const open = [...this.unclearInputs().keys()].join(', ');
		const done = `Stopped: ${this.countDone()}`;
		if (open === '') return done;
		return `${done}; it is unclear for items ${open} whether their charge was made`;
	}

	private toNodeError(itemIndex: number, error: unknown): NodeError {
		const position = { itemIndex, itemCount: this.itemCount };
		return toNodeError(this.context.getNode(), error, position);
	}

	/** Why; where a dry run has planned for them, that counts. */
	private unclearInputs(): Map<number, Error> {
		const unclear = this.journal.unclearCreates();
		for (const itemIndex of this.results.keys()) unclear.delete(itemIndex);
		return unclear;
	}

	private countDone(): string {
		let count = 0;
		for (let item = 0; item < this.itemCount; item++) if (this.resultsOf(item)) count++;
		return `${count} of ${this.itemCount} items were done`;
	}

	private deletions(): string | undefined {
		const references = this.journal.deleted.map(({ json }) => `'${json.reference as string}'`);
		return references.length > 0 ? `Deleted before that: ${references.join(', ')}.` : undefined;
	}
}

function withMore(error: NodeError, more: string | undefined): NodeError {
	if (more !== undefined) {
		error.description = [error.description, more].filter(Boolean).join(' ');
	}
	return error;
}

function firstInputOf({ pairedItem }: INodeExecutionData): number {
	const [first] = [pairedItem].flat();
	return typeof first === 'object' ? first.item : 0;
}

/** n8n makes `{ error: message }` of this, but only after Retry On Fail, which an `error` here would set off. */
function jsonOfFailed(error: NodeError): IDataObject {
	return { $error: error, $json: {} };
}
