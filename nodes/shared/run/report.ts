import type {
	IDataObject,
	IExecuteFunctions,
	INode,
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
import type { Entry, Memory } from './memory';
import { forget, memoryOf } from './memory';

/** What becomes of the inputs of one run. */
export class Report {
	readonly stopsAtFailure: boolean;
	readonly errors = new Map<number, Error>();
	private readonly results = new Map<number, IDataObject[]>();
	private readonly hints = new Set<string>();
	private readonly isForModel: boolean;
	private readonly node: INode;
	private readonly memory: Memory;
	private readonly indexes: number[];
	private runError?: Error;

	constructor(readonly context: IExecuteFunctions) {
		this.node = context.getNode();
		this.memory = memoryOf(context);
		this.indexes = [...context.getInputData().keys()];
		this.isForModel = isToolExecution(context);
		this.stopsAtFailure = this.isForModel || !context.continueOnFail();
	}

	/** @throws where an earlier try did something else */
	open(index: number, session: Session): Entry {
		const { environment, accountId } = session.settings;
		const operation = this.context.getNodeParameter('operation', 0, '');
		const input = this.context.getInputData()[index];
		const content = jsonStringify(input?.json, { replaceCircularRefs: true });
		// All else may be put right between two tries.
		const fits = digest([operation, environment, accountId, content]);
		const entry = this.entryOf(index);
		if (!entry.results && !entry.sent) entry.fits = fits;
		if (entry.fits === fits) return { ...entry };
		const was = entry.results ? 'was done' : 'may have been done';
		throw userError({
			what: `At this position, an earlier try of this execution ${was} with another operation, for another account or for another input item`,
			advice:
				"Look at the reservation, then execute the workflow anew with 'Prevent Duplicates'",
		});
	}

	/** The same in every try, and for no other input. */
	chargeKey(index: number): string {
		return digest([this.memory.origin, index]);
	}

	get isCanceled(): boolean {
		return cancelSignalOf(this.context)?.aborted ?? false;
	}

	get hasFailed(): boolean {
		return this.isCanceled || this.errors.size > 0;
	}

	readonly shouldStop = (): boolean =>
		this.isCanceled || (this.stopsAtFailure && this.hasFailed);

	sending(index: number, told: Told, sign?: string): void {
		const entry = this.entryOf(index);
		const { sent } = entry;
		const isAnswered = sent?.isAnswered ?? false;
		entry.sent = { told, isAnswered, sign: sign ?? sent?.sign };
	}

	answered(index: number): void {
		const { sent } = this.entryOf(index);
		if (sent) sent.isAnswered = true;
	}

	refused(index: number): void {
		delete this.entryOf(index).sent;
	}

	/** @param isRemembered false for what changes nothing */
	done(index: number, results: IDataObject[], isRemembered = true): void {
		this.results.set(index, results);
		if (!isRemembered) return;
		this.refused(index);
		this.entryOf(index).results = results;
	}

	resultsOf(index: number): IDataObject[] | undefined {
		return this.results.get(index) ?? this.entryOf(index).results;
	}

	failed(index: number, error: Error, isUnclear = false): void {
		if (this.errors.has(index)) return;
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

	/** Of no input. */
	runFailed(error: Error): void {
		this.runError = error;
	}

	hint(message: string): void {
		if (this.hints.has(message)) return;
		this.hints.add(message);
		this.context.logger.warn(`${this.node.name}: ${message}`);
		const place = { location: 'outputPane', type: 'warning' } as const;
		this.context.addExecutionHints({ message, ...place });
	}

	/** @throws what a stopped or failed run ends with */
	output(): INodeExecutionData[] {
		if (this.isCanceled) {
			this.hint(`Stopped: ${this.progress()}`);
			throw toNodeError(this.node, new CanceledError());
		}
		const error = this.stopsAtFailure && this.stopError();
		// A model reads nothing of what is thrown.
		if (error && this.isForModel) return [errorItem(error)];
		if (error) throw error;
		const items = this.indexes.flatMap((index) => this.itemsOf(index));
		const { node, runError } = this;
		if (runError) items.push(errorItem(toNodeError(node, runError)));
		// Else, Retry On Fail runs the node again.
		if (items[0]?.json.error === undefined) forget(this.context);
		return items;
	}

	private itemsOf(index: number): INodeExecutionData[] {
		const results = this.results.get(index) ?? [];
		const pairedItem = { item: index };
		const items = results.map((json) => ({ json, pairedItem }));
		if (!this.errors.has(index)) return items;
		return [...items, errorItem(this.nodeErrorOf(index), index)];
	}

	/** First what is unclear. */
	private stopError(): Error | undefined {
		const { errors, indexes, node, runError } = this;
		const failed = indexes.filter((index) => errors.has(index));
		const [first, ...rest] = new Set([...this.unclear(), ...failed]);
		if (first === undefined) return runError && toNodeError(node, runError);
		const error = this.nodeErrorOf(first);
		// One that all inputs share is told once.
		const shared = errors.get(first);
		const others = rest.filter((index) => errors.get(index) !== shared);
		const words = others.slice(0, 4).map((index) => {
			return `${this.nodeErrorOf(index).message}.`;
		});
		if (others.length > 4) words.push(`And ${others.length - 4} more.`);
		const hasMore = indexes.length > 1 || this.resultsOf(first);
		if (hasMore) words.push(`${this.progress()}.`);
		const more = `${error.description} ${words.join(' ')}`.trim();
		error.description = more;
		if (more && isTool(node)) error.message += `. ${more}`;
		return error;
	}

	private progress(): string {
		const { indexes } = this;
		const done = indexes.filter((index) => this.resultsOf(index));
		let words = `${done.length} of ${indexes.length} items were done`;
		const unclear = this.unclear().join(', ');
		if (unclear) {
			words += `; it is unclear for items ${unclear} whether they were`;
		}
		const rows = done.flatMap((index) => this.resultsOf(index) ?? []);
		const deleted = rows.filter((row) => row.action === 'deleted');
		if (deleted.length === 0) return words;
		const names = deleted.map((row) => row.reference as string);
		return `${words}. Deleted before that: '${names.join("', '")}'`;
	}

	private unclear(): number[] {
		const sent = this.indexes.filter((index) => this.entryOf(index).sent);
		return sent.filter((index) => !this.resultsOf(index));
	}

	private nodeErrorOf(itemIndex: number) {
		const told = this.entryOf(itemIndex).sent?.told;
		const error = this.errors.get(itemIndex) ?? (told && userError(told));
		const position = { itemIndex, itemCount: this.indexes.length };
		return toNodeError(this.node, error, position);
	}

	private entryOf(index: number): Entry {
		return (this.memory.entries[index] ??= { fits: '' });
	}
}

/** n8n's error output puts the input beside `error`, if that is all. */
function errorItem({ message }: Error, item = 0): INodeExecutionData {
	return { json: { error: message }, pairedItem: { item } };
}
