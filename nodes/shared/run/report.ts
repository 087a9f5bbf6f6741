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
import type { Entry } from './memory';
import { forget, memoryOf } from './memory';

interface Rule {
	hint?: string;
	/** False for what changes nothing. */
	isRemembered?: boolean;
}

/** What becomes of the inputs of one run. */
export class Report {
	readonly stopsAtFailure: boolean;
	readonly errors = new Map<number, Error>();
	private readonly results = new Map<number, IDataObject[]>();
	private readonly memory;
	private readonly indexes: number[];
	private readonly rows: INodeExecutionData[] = [];
	private extraError?: Error;
	private readonly hints = new Set<string>();

	constructor(private readonly context: IExecuteFunctions) {
		this.memory = memoryOf(context);
		this.indexes = [...context.getInputData().keys()];
		this.stopsAtFailure = isToolExecution(context) || !context.continueOnFail();
	}

	/** @throws where an earlier try did something else */
	open(index: number, { settings }: Session, json: IDataObject): Entry {
		const operation = this.context.getNodeParameter('operation', 0, '');
		const { environment, accountId } = settings;
		const content = jsonStringify(json, { replaceCircularRefs: true });
		// All else may be put right between two tries.
		const fits = digest([operation, environment, accountId, content]);
		const entry = this.entryOf(index);
		if (!entry.results && !entry.sent) entry.fits = fits;
		if (entry.fits === fits) return { ...entry };
		const was = entry.results ? 'was done' : 'may have been done';
		throw userError({
			what: `At this position in the input, an earlier try of this execution ${was} with another operation, for another account or for another input item`,
			advice:
				"Look at the reservation, then execute the workflow anew with 'Prevent Duplicates'",
		});
	}

	chargeKey(index: number): string {
		return digest([this.memory.origin, index]);
	}

	get isCanceled(): boolean {
		return cancelSignalOf(this.context)?.aborted ?? false;
	}

	get hasFailed(): boolean {
		return this.isCanceled || this.errors.size > 0 || !!this.extraError;
	}

	readonly shouldStop = (): boolean =>
		this.isCanceled || (this.stopsAtFailure && this.hasFailed);

	sending(index: number, told: Told, reference?: string): void {
		const entry = this.entryOf(index);
		entry.sent = { isAnswered: false, ...entry.sent, told };
		if (reference !== undefined) entry.sent.reference = reference;
	}

	answered(index: number): void {
		const { sent } = this.entryOf(index);
		if (sent) sent.isAnswered = true;
	}

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

	failed(index: number, error: Error, isUnclear = false): void {
		if (this.errors.has(index) || this.results.has(index)) return;
		const isStopped = error instanceof CanceledError;
		const failure = (isStopped && error.underWay) || error;
		const isRequest = failure instanceof RequestFailure;
		const isOpen = isUnclear || (isRequest && failure.outcome === 'unclear');
		if (isOpen) this.sending(index, toldBy(failure));
		const told = this.entryOf(index).sent?.told;
		// What may have been done counts more.
		const isLess = told && !isOpen && error instanceof ApiError;
		this.errors.set(index, isLess ? userError(told) : error);
	}

	extra(results: IDataObject[], inputs: number[], rule: Rule = {}): void {
		const { memory, rows } = this;
		const kept = rule.isRemembered === false ? rows : memory.extra;
		kept.push(...rowsOf(results, ...inputs));
	}

	extraFailed(error: Error, inputs: number[]): void {
		this.extraError ??= error;
		const { message } = toNodeError(this.context.getNode(), error);
		this.rows.push(...rowsOf([{ error: message }], ...inputs));
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
		const error = this.stopsAtFailure && this.stopError();
		// A model reads nothing of what is thrown.
		const isForModel = isToolExecution(this.context);
		if (error && isForModel) return rowsOf([{ error: error.message }]);
		if (error) throw error;
		const items = this.indexes.flatMap((index) => this.itemsOf(index));
		items.push(...this.memory.extra, ...this.rows);
		// Else, Retry On Fail runs the node again.
		if (items[0]?.json.error === undefined) forget(this.context);
		return items;
	}

	private resultsOf(index: number): IDataObject[] | undefined {
		return this.results.get(index) ?? this.entryOf(index).results;
	}

	/** n8n's error output puts the input beside `error`, if that is all. */
	private itemsOf(index: number): INodeExecutionData[] {
		if (!this.errors.has(index)) return rowsOf(this.resultsOf(index), index);
		return rowsOf([{ error: this.nodeErrorOf(index).message }], index);
	}

	/** First what is unclear. */
	private stopError() {
		const { errors, indexes, memory } = this;
		const failed = indexes.filter((index) => errors.has(index));
		const [first, ...rest] = new Set([...this.unclear(), ...failed]);
		if (first === undefined && !this.extraError) return undefined;
		const error = this.nodeErrorOf(first);
		// One that all inputs share is told once.
		const shared = errors.get(first ?? -1);
		const others = rest.filter((index) => errors.get(index) !== shared);
		const words = [error.description];
		for (const index of others.splice(0, 4)) {
			words.push(`${this.nodeErrorOf(index).message}.`);
		}
		if (others.length > 0) words.push(`And ${others.length} more.`);
		const isOne = indexes.length + memory.extra.length < 2;
		if (!isOne) words.push(`${this.progress()}.`);
		const more = words.filter(Boolean).join(' ');
		error.description = more;
		if (more && isTool(this.context.getNode())) error.message += `. ${more}`;
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
		const known = words.join('; ');
		const deleted = memory.extra.map(({ json }) => json.reference as string);
		if (deleted.length === 0) return known;
		return `${known}. Deleted before that: '${deleted.join("', '")}'`;
	}

	private unclear(): number[] {
		const sent = this.indexes.filter((index) => this.entryOf(index).sent);
		return sent.filter((index) => !this.resultsOf(index));
	}

	private nodeErrorOf(itemIndex?: number) {
		const node = this.context.getNode();
		if (itemIndex === undefined) return toNodeError(node, this.extraError);
		const told = this.entryOf(itemIndex).sent?.told;
		const error = this.errors.get(itemIndex) ?? (told && userError(told));
		const position = { itemIndex, itemCount: this.indexes.length };
		return toNodeError(node, error, position);
	}

	private entryOf(index: number): Entry {
		return (this.memory.entries[index] ??= { fits: '' });
	}
}

function rowsOf(results: IDataObject[] = [], ...inputs: number[]) {
	const all = inputs.map((item) => ({ item }));
	const pairedItem = all.length > 1 ? all : (all[0] ?? { item: 0 });
	return results.map((json) => ({ json, pairedItem }));
}
