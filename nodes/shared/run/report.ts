import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
} from 'n8n-workflow';
import { jsonStringify } from 'n8n-workflow';

import { digest } from '../format/json';
import { RequestFailure } from '../http/failure';
import type { Session } from '../http/session';
import { isTool, toNodeError } from '../n8n/nodeErrors';
import type { Told } from '../n8n/userError';
import { ApiError, CanceledError, toldBy, userError } from '../n8n/userError';
import { cancelSignalOf, isToolExecution } from '../n8n/versions';
import { forget, memoryOf } from './memory';
import type { Report, Rule, Sent } from './operation';

/** So many failed items are named with words. */
const NAMED = 5;

/** What becomes of the inputs of one run, and how n8n is told of it. */
export class RunReport implements Report {
	readonly stopsAtFailure: boolean;
	private readonly memory;
	private readonly indexes: number[];
	private readonly fits: string[] = [];
	private readonly results = new Map<number, IDataObject[]>();
	private readonly errors = new Map<number, Error>();
	private readonly rows: INodeExecutionData[] = [];
	private extraError?: Error;
	private readonly hints = new Set<string>();

	constructor(private readonly context: IExecuteFunctions) {
		this.memory = memoryOf(context);
		this.indexes = [...context.getInputData().keys()];
		this.stopsAtFailure = !context.continueOnFail();
	}

	/**
	 * Parameters, keys and addresses may be put right between two tries.
	 *
	 * @throws where an earlier try did something else at this position
	 */
	open(index: number, { settings }: Session): void {
		const operation = this.context.getNodeParameter('operation', 0, '');
		const { environment, accountId } = settings;
		// In memory, an item may contain itself.
		const content = jsonStringify(this.context.getInputData()[index]?.json, {
			replaceCircularRefs: true,
		});
		const fits = digest([operation, environment, accountId, content]);
		this.fits[index] = fits;
		const entry = this.memory.entries[index];
		if (!entry || entry.fits === fits) return;
		const was = entry.results ? 'was done' : 'may have been done';
		throw userError({
			what: `At this position in the input, an earlier try of this execution ${was} with another operation, for another account or for another input item`,
			advice:
				"Look at the reservation, then execute the workflow anew with 'Prevent Duplicates'",
		});
	}

	chargeKey(index: number, content: unknown): string {
		return digest([this.memory.origin, index, content]);
	}

	get isCanceled(): boolean {
		return cancelSignalOf(this.context)?.aborted ?? false;
	}

	get hasFailed(): boolean {
		const hasError = this.errors.size > 0 || this.extraError !== undefined;
		return hasError || this.isCanceled;
	}

	readonly shouldStop = (): boolean =>
		this.isCanceled || (this.stopsAtFailure && this.hasFailed);

	hasFailedAt(index: number): boolean {
		return this.errors.has(index);
	}

	sentOf(index: number): Sent | undefined {
		return this.memory.entries[index]?.sent;
	}

	/** Also by an earlier try. */
	resultsOf(index: number): IDataObject[] | undefined {
		return this.results.get(index) ?? this.memory.entries[index]?.results;
	}

	sending(index: number, told: Told, reference?: string): void {
		const fits = this.fits[index] ?? '';
		const sent = { isAnswered: false, ...this.sentOf(index), told };
		if (reference !== undefined) sent.reference = reference;
		this.memory.entries[index] = { fits, sent };
	}

	answered(index: number): void {
		const sent = this.sentOf(index);
		if (sent) sent.isAnswered = true;
	}

	refused(index: number): void {
		delete this.memory.entries[index];
	}

	done(index: number, results: IDataObject[], rule: Rule = {}): void {
		this.results.set(index, results);
		if (rule.hint !== undefined) this.hint(rule.hint);
		const fits = this.fits[index] ?? '';
		const isRemembered = rule.isRemembered ?? true;
		if (isRemembered) this.memory.entries[index] = { fits, results };
	}

	failed(index: number, error: Error, isUnclear = false): void {
		// An execution that ran out of time can be retried.
		const isStopped = error instanceof CanceledError;
		const failure = (isStopped && error.underWay) || error;
		const isRequest = failure instanceof RequestFailure;
		const isOpen = isUnclear || (isRequest && failure.outcome === 'unclear');
		if (isOpen) this.sending(index, toldBy(failure));
		const told = this.sentOf(index)?.told;
		// That it may have been carried out counts more than what came after.
		const isLess = told && !isOpen && error instanceof ApiError;
		this.errors.set(index, isLess ? userError(told) : error);
	}

	extra(results: IDataObject[], inputs: number[], rule: Rule = {}): void {
		const isRemembered = rule.isRemembered ?? true;
		const rows = isRemembered ? this.memory.extra : this.rows;
		rows.push(...rowsOf(results, inputs[0]));
	}

	extraFailed(error: Error, inputs: number[]): void {
		this.extraError ??= error;
		const { message } = toNodeError(this.context.getNode(), error);
		this.rows.push(...rowsOf([{ error: message }], inputs[0]));
	}

	hint(message: string): void {
		if (this.hints.has(message)) return;
		this.hints.add(message);
		this.context.logger.warn(`${this.context.getNode().name}: ${message}`);
		const place = { location: 'outputPane', type: 'warning' } as const;
		this.context.addExecutionHints({ message, ...place });
	}

	/** @throws what a stopped or failed run ends with */
	output(): INodeExecutionData[] {
		if (this.isCanceled) {
			this.hint(`Stopped: ${this.progress()}`);
			throw toNodeError(this.context.getNode(), new CanceledError());
		}
		const isForModel = isToolExecution(this.context);
		const stops = isForModel || this.stopsAtFailure;
		const error = stops ? this.stopError() : undefined;
		// A model reads nothing of what is thrown, and Retry On Fail would call the
		// tool again, without the memory.
		if (error && isForModel) return rowsOf([{ error: error.message }]);
		if (error) throw error;
		const items = this.indexes.flatMap((index) => {
			// n8n's error output puts the input beside `error` where that is the only
			// key, and the item is paired.
			const error = this.errors.has(index) && this.nodeErrorOf(index).message;
			return rowsOf(error ? [{ error }] : this.resultsOf(index), index);
		});
		items.push(...this.memory.extra, ...this.rows);
		// Retry On Fail runs the node again where the first item has an `error`, be
		// it a service item's own, and before n8n 2.41 also with null.
		if (items[0]?.json.error === undefined) forget(this.context);
		return items;
	}

	/** First what is unclear. */
	private stopError() {
		const failed = [...this.errors.keys()].sort((a, b) => a - b);
		const first = this.unclear()[0] ?? failed[0] ?? -1;
		const node = this.context.getNode();
		if (first < 0 && !this.extraError) return undefined;
		const error =
			first < 0 ? toNodeError(node, this.extraError) : this.nodeErrorOf(first);
		// An error that all inputs share is told once.
		const own = this.errors.get(first);
		const others = failed.filter((index) => this.errors.get(index) !== own);
		const named = others.slice(0, NAMED - 1);
		const words = named.map((index) => `${this.nodeErrorOf(index).message}.`);
		const rest = others.length - named.length;
		if (rest > 0) words.push(`And ${rest} more.`);
		const isOne = this.indexes.length + this.memory.extra.length < 2;
		if (!isOne) words.push(`${this.progress()}.`);
		const all = [error.description, ...words];
		error.description = all.filter(Boolean).join(' ');
		// A model reads nothing but the message.
		if (isTool(node)) error.message += `. ${error.description}`;
		return error;
	}

	private progress(): string {
		const done = this.indexes.filter((index) => this.isDone(index));
		const words = [`${done.length} of ${this.indexes.length} items were done`];
		const unclear = this.unclear().join(', ');
		if (unclear) {
			words.push(`it is unclear for items ${unclear} whether they were`);
		}
		const deleted = this.memory.extra.map(
			({ json }) => json.reference as string,
		);
		if (deleted.length > 0) words.push(`deleted: ${deleted.join(', ')}`);
		return words.join('; ');
	}

	private isDone(index: number): boolean {
		return this.resultsOf(index) !== undefined;
	}

	/** Of which something was sent, and not seen as it should be. */
	private unclear(): number[] {
		const isOpen = (index: number) =>
			!this.isDone(index) && this.sentOf(index) !== undefined;
		return this.indexes.filter(isOpen);
	}

	private nodeErrorOf(itemIndex: number) {
		const position = { itemIndex, itemCount: this.indexes.length };
		const told = this.sentOf(itemIndex)?.told;
		const error = this.errors.get(itemIndex) ?? (told && userError(told));
		return toNodeError(this.context.getNode(), error, position);
	}
}

function rowsOf(results: IDataObject[] = [], item = 0): INodeExecutionData[] {
	return results.map((json) => ({ json, pairedItem: { item } }));
}
