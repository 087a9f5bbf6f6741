import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
} from 'n8n-workflow';
import { jsonStringify } from 'n8n-workflow';

import { digest } from '../format/json';
import { RequestFailure } from '../http/failure';
import type { Session } from '../http/session';
import type { NodeError } from '../n8n/nodeErrors';
import { isTool, toNodeError } from '../n8n/nodeErrors';
import type { Told } from '../n8n/userError';
import { ApiError, CanceledError, toldBy, userError } from '../n8n/userError';
import { cancelSignalOf, isToolExecution } from '../n8n/versions';
import type { Entry } from './memory';
import { forget, memoryOf } from './memory';

/** So many failed items are named with words. */
const NAMED = 5;

interface Rule {
	hint?: string;
	/** False for what changes nothing. */
	isRemembered?: boolean;
}

/** What becomes of the inputs of one run, and how n8n is told of it. */
export class Report {
	readonly stopsAtFailure: boolean;
	readonly errors = new Map<number, Error>();
	private readonly results = new Map<number, IDataObject[]>();
	private readonly memory;
	private readonly indexes: number[];
	private readonly rows: INodeExecutionData[] = [];
	private extraError?: NodeError;
	private readonly hints = new Set<string>();

	constructor(private readonly context: IExecuteFunctions) {
		this.memory = memoryOf(context);
		this.indexes = [...context.getInputData().keys()];
		this.stopsAtFailure = !context.continueOnFail();
	}

	/**
	 * @returns what an earlier try did
	 * @throws where it did something else at this position
	 */
	open(index: number, { settings }: Session): Entry {
		const operation = this.context.getNodeParameter('operation', 0, '');
		const { environment, accountId } = settings;
		const { json } = this.context.getInputData()[index] ?? {};
		// In memory, an item may contain itself.
		const content = jsonStringify(json, { replaceCircularRefs: true });
		// Parameters, keys and addresses may be put right between two tries.
		const fits = digest([operation, environment, accountId, content]);
		const entry = this.entryOf(index);
		const isOpen = !entry.results && !entry.sent;
		if (isOpen) entry.fits = fits;
		if (entry.fits === fits) return { ...entry };
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

	/** Also where the execution was stopped. */
	get hasFailed(): boolean {
		return this.isCanceled || this.errors.size > 0 || !!this.extraError;
	}

	readonly shouldStop = (): boolean =>
		this.isCanceled || (this.stopsAtFailure && this.hasFailed);

	/** Before a change goes out: what to say of it until more is known. */
	sending(index: number, told: Told, reference?: string): void {
		const entry = this.entryOf(index);
		entry.sent = { isAnswered: false, ...entry.sent, told };
		if (reference !== undefined) entry.sent.reference = reference;
	}

	/** Carried out, and not seen yet. */
	answered(index: number): void {
		const { sent } = this.entryOf(index);
		if (sent) sent.isAnswered = true;
	}

	/** Clearly not carried out. */
	refused(index: number): void {
		delete this.entryOf(index).sent;
	}

	done(index: number, results: IDataObject[], rule: Rule = {}): void {
		this.results.set(index, results);
		if (rule.hint !== undefined) this.hint(rule.hint);
		if (rule.isRemembered === false) return;
		this.refused(index);
		this.entryOf(index).results = results;
	}

	/** @param isUnclear as the error says; the first outcome counts */
	failed(index: number, error: Error, isUnclear = false): void {
		if (this.errors.has(index) || this.results.has(index)) return;
		// An execution that ran out of time can be retried.
		const underWay = error instanceof CanceledError && error.underWay;
		const failure = underWay || error;
		const isRequest = failure instanceof RequestFailure;
		const isOpen = isUnclear || (isRequest && failure.outcome === 'unclear');
		if (isOpen) this.sending(index, toldBy(failure));
		const told = this.entryOf(index).sent?.told;
		// That it may have been carried out counts more than what came after.
		const isLess = told && !isOpen && error instanceof ApiError;
		this.errors.set(index, isLess ? userError(told) : error);
	}

	/** Rows of several inputs. */
	extra(results: IDataObject[], inputs: number[], rule: Rule = {}): void {
		const isOwn = rule.isRemembered === false;
		const rows = isOwn ? this.rows : this.memory.extra;
		rows.push(...rowsOf(results, inputs[0]));
	}

	extraFailed(failure: Error, inputs: number[]): void {
		const error = toNodeError(this.context.getNode(), failure);
		this.extraError ??= error;
		this.rows.push(...rowsOf([{ error: error.message }], inputs[0]));
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
		const error = stops && this.stopError();
		// A model reads nothing of what is thrown, and Retry On Fail would call the
		// tool again, without the memory.
		if (error && isForModel) return rowsOf([{ error: error.message }]);
		if (error) throw error;
		const items = this.indexes.flatMap((index) => this.itemsOf(index));
		items.push(...this.memory.extra, ...this.rows);
		// Retry On Fail runs the node again where the first item has an `error`, be
		// it a service item's own, and before n8n 2.41 also with null.
		if (items[0]?.json.error === undefined) forget(this.context);
		return items;
	}

	private resultsOf(index: number): IDataObject[] | undefined {
		return this.results.get(index) ?? this.entryOf(index).results;
	}

	/**
	 * n8n's error output puts the input beside `error` where that is the only
	 * key, and the item is paired.
	 */
	private itemsOf(index: number): INodeExecutionData[] {
		if (!this.errors.has(index)) return rowsOf(this.resultsOf(index), index);
		return rowsOf([{ error: this.nodeErrorOf(index).message }], index);
	}

	/** First what is unclear. */
	private stopError(): NodeError | undefined {
		const { errors } = this;
		const failed = [...errors.keys()].sort((a, b) => a - b);
		const [first, ...rest] = new Set([...this.unclear(), ...failed]);
		// One that all inputs share is told once.
		const shared = first !== undefined && errors.get(first);
		const others = rest.filter((index) => errors.get(index) !== shared);
		const words = others
			.slice(0, NAMED - 1)
			.map((index) => `${this.nodeErrorOf(index).message}.`);
		const unnamed = others.length - words.length;
		if (unnamed > 0) words.push(`And ${unnamed} more.`);
		if (this.indexes.length + this.memory.extra.length > 1) {
			words.push(`${this.progress()}.`);
		}
		const isExtra = first === undefined;
		const error = isExtra ? this.extraError : this.nodeErrorOf(first);
		if (!error) return undefined;
		const all = [error.description, ...words];
		error.description = all.filter(Boolean).join(' ');
		// A model reads nothing but the message.
		const isForModel = isTool(this.context.getNode());
		if (isForModel) error.message += `. ${error.description}`;
		return error;
	}

	private progress(): string {
		const { indexes, memory } = this;
		const done = indexes.filter((index) => this.resultsOf(index));
		const words = [`${done.length} of ${indexes.length} items were done`];
		const unclear = this.unclear().join(', ');
		if (unclear) {
			words.push(`it is unclear for items ${unclear} whether they were`);
		}
		const deleted = memory.extra.map(({ json }) => json.reference as string);
		if (deleted.length > 0) words.push(`deleted: ${deleted.join(', ')}`);
		return words.join('; ');
	}

	/** Of which something was sent, and not seen as it should be. */
	private unclear(): number[] {
		const sent = this.indexes.filter((index) => this.entryOf(index).sent);
		return sent.filter((index) => !this.resultsOf(index));
	}

	private nodeErrorOf(itemIndex: number): NodeError {
		const told = this.entryOf(itemIndex).sent?.told;
		const error = this.errors.get(itemIndex) ?? (told && userError(told));
		const position = { itemIndex, itemCount: this.indexes.length };
		return toNodeError(this.context.getNode(), error, position);
	}

	private entryOf(index: number): Entry {
		return (this.memory.entries[index] ??= { fits: '' });
	}
}

/** Paired with one input also where they belong to several. */
function rowsOf(results: IDataObject[] = [], item = 0): INodeExecutionData[] {
	return results.map((json) => ({ json, pairedItem: { item } }));
}
