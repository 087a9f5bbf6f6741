import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IPairedItemData,
} from 'n8n-workflow';

import type { NodeError } from '../n8n/nodeErrors';
import { isTool, toNodeError } from '../n8n/nodeErrors';
import type { Journal } from './journal';

/**
 * Results and errors of one run, with those that the journal keeps, and how n8n
 * is told of them.
 */
export class RunOutput {
	readonly errors = new Map<number, unknown>();
	private readonly results = new Map<number, IDataObject[]>();
	/** What belongs to no single input, beside what was deleted. */
	readonly extra: INodeExecutionData[] = [];
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

	addResults(itemIndex: number, results: IDataObject[]): void {
		this.results.set(itemIndex, results);
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
		this.context.addExecutionHints({
			message,
			location: 'outputPane',
			type: 'warning',
		});
	}

	items(): INodeExecutionData[] {
		const output: INodeExecutionData[] = [];
		for (let item = 0; item < this.itemCount; item++) {
			const pairedItem = { item };
			if (this.errors.has(item)) {
				const error = this.nodeErrorOf(item);
				output.push({ json: jsonOfFailed(error), error, pairedItem });
			}
			for (const json of this.resultsOf(item) ?? []) {
				output.push({ json, pairedItem });
			}
		}
		// Reservations finish in any order.
		const others = [...this.journal.deleted, ...this.extra];
		return [
			...output,
			...others.sort((a, b) => firstInputOf(a) - firstInputOf(b)),
		];
	}

	/**
	 * Of the first unclear input, even if this try did not come to it, else of
	 * the first that failed.
	 */
	stopError(): NodeError | undefined {
		const [failed] = [...this.errors.keys()].sort((a, b) => a - b);
		if (failed === undefined) {
			return this.extraError && this.withProgress(this.extraError);
		}
		const [unclear] = this.unclearInputs();
		if (!unclear) return this.withProgress(this.nodeErrorOf(failed));
		const [item, why] = unclear;
		if (this.errors.has(item)) {
			return this.withProgress(this.nodeErrorOf(item));
		}
		const stoppedBy = this.nodeErrorOf(failed).message;
		return this.withProgress(
			this.nodeErrorOf(item, why),
			`This try did not come to it: ${stoppedBy}.`,
		);
	}

	private withProgress(error: NodeError, more?: string): NodeError {
		const words = [error.description, more];
		if (this.itemCount > 1) words.push(`${this.progress()}.`);
		const references = this.journal.deleted.map(
			(item) => `'${item.json.reference as string}'`,
		);
		if (references.length > 0) {
			const deleted = `Deleted before that: ${references.join(', ')}`;
			words.push(`${deleted}.`);
			// An AI agent reads nothing but the message.
			if (isTool(this.context.getNode())) error.message += `. ${deleted}`;
		}
		error.description = words.filter(Boolean).join(' ');
		return error;
	}

	progress(): string {
		let count = 0;
		for (let item = 0; item < this.itemCount; item++) {
			// What an earlier try has done was done, also where this one cannot go on
			// with it.
			if (this.resultsOf(item) ?? this.journal.resultsOf(item)) count++;
		}
		const done = `${count} of ${this.itemCount} items were done`;
		const open = [...this.unclearInputs().keys()].join(', ');
		if (open === '') return done;
		return `${done}; it is unclear for items ${open} whether they were`;
	}

	private nodeErrorOf(
		itemIndex: number,
		error = this.errors.get(itemIndex),
	): NodeError {
		const position = { itemIndex, itemCount: this.itemCount };
		return toNodeError(this.context.getNode(), error, position);
	}

	/**
	 * By input of which something was sent, and not seen as it should be: why.
	 * Where a dry run has planned for it, that counts.
	 */
	private unclearInputs(): Map<number, Error> {
		const unclear = new Map<number, Error>();
		for (let item = 0; item < this.itemCount; item++) {
			const attempt = this.journal.attemptOf(item);
			if (!attempt || attempt.state === 'done' || this.results.has(item)) {
				continue;
			}
			unclear.set(
				item,
				attempt.state === 'unclear' ? attempt.failure : attempt.error,
			);
		}
		return unclear;
	}
}

function firstInputOf(item: INodeExecutionData): number {
	const [first] = [item.pairedItem].flat();
	return typeof first === 'object' ? first.item : 0;
}

/**
 * n8n makes `{ error: message }` of this, but only after Retry On Fail, which
 * an `error` here would set off.
 */
function jsonOfFailed(error: NodeError): IDataObject {
	return { $error: error, $json: {} };
}
