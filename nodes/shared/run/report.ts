import type {
	IExecuteFunctions,
	INode,
	INodeExecutionData,
} from 'n8n-workflow';

import { isTool, toNodeError } from '../n8n/nodeErrors';
import { CanceledError, userError } from '../n8n/userError';
import { isToolExecution } from '../n8n/versions';
import { Input } from './input';
import { forget, memoryOf, type Memory } from './memory';

/** What becomes of a run. */
export class Report {
	readonly inputs: Input[];
	readonly stopsAtFailure: boolean;
	readonly memory: Memory;
	failures = 0;
	private readonly hints = new Set<string>();
	private readonly isForModel: boolean;
	private readonly node: INode;
	/** Of no input. */
	runError?: Error;

	constructor(readonly context: IExecuteFunctions) {
		this.node = context.getNode();
		this.memory = memoryOf(context);
		this.isForModel = isToolExecution(context);
		this.stopsAtFailure = this.isForModel || !context.continueOnFail();
		const items = context.getInputData();
		this.inputs = items.map((_item, index) => new Input(this, index));
	}

	get isCanceled() {
		return this.context.getExecutionCancelSignal()?.aborted ?? false;
	}

	get hasFailed() {
		return this.isCanceled || this.failures > 0;
	}

	readonly shouldStop = () =>
		this.isCanceled || (this.stopsAtFailure && this.hasFailed);

	hint(message: string): void {
		if (this.hints.has(message)) return;
		this.hints.add(message);
		this.context.logger.warn(`${this.node.name}: ${message}`);
		const place = { location: 'outputPane', type: 'warning' } as const;
		this.context.addExecutionHints({ message, ...place });
	}

	/** @throws what a stopped or failed run ends with */
	output(): INodeExecutionData[] {
		const { context, inputs, node, runError } = this;
		if (this.isCanceled) {
			this.hint(`Stopped: ${this.progress()}`);
			throw toNodeError(node, new CanceledError());
		}
		const error = this.stopsAtFailure && this.stopError();
		// A model reads nothing of what is thrown.
		if (error && this.isForModel) return [errorItem(error)];
		if (error) throw error;
		const items = inputs.flatMap((input) => this.itemsOf(input));
		if (runError) items.push(errorItem(toNodeError(node, runError)));
		// Else, Retry On Fail runs the node again.
		if (items[0]?.json.error === undefined) forget(context);
		return items;
	}

	private itemsOf(input: Input): INodeExecutionData[] {
		const pairedItem = { item: input.index };
		const results = input.results ?? [];
		const items = results.map((json) => ({ json, pairedItem }));
		if (!input.error) return items;
		return [...items, errorItem(this.nodeErrorOf(input), input.index)];
	}

	/** First what is unclear. */
	private stopError(): Error | undefined {
		const { inputs, node, runError } = this;
		const failed = inputs.filter((input) => input.error);
		const [first, ...rest] = new Set([...this.unclear(), ...failed]);
		if (!first) return runError && toNodeError(node, runError);
		const error = this.nodeErrorOf(first);
		// One that all inputs share is told once.
		const isShared = inputs.every((input) => input.error === first.error);
		const others = isShared ? [] : rest;
		const words = others.slice(0, 4).map((input) => {
			return `${this.nodeErrorOf(input).message}.`;
		});
		if (others.length > 4) words.push(`And ${others.length - 4} more.`);
		const hasMore = inputs.length > 1 || first.allResults;
		if (hasMore) words.push(`${this.progress()}.`);
		const more = `${error.description} ${words.join(' ')}`.trim();
		error.description = more;
		if (more && isTool(node)) error.message += `. ${more}`;
		return error;
	}

	private progress() {
		const inputs = this.inputs;
		const done = inputs.filter((input) => input.allResults);
		let words = `${done.length} of ${inputs.length} items were done`;
		const unclear = this.unclear().map((input) => input.index);
		if (unclear.length > 0) {
			words += `; it is unclear for items ${unclear.join(', ')} whether they were`;
		}
		const rows = done.flatMap((input) => input.allResults ?? []);
		const deleted = rows.filter((row) => row.action === 'deleted');
		if (deleted.length === 0) return words;
		const names = deleted.map((row) => row.reference as string);
		return `${words}. Deleted before that: '${names.join("', '")}'`;
	}

	private unclear(): Input[] {
		return this.inputs.filter((input) => input.unclear && !input.allResults);
	}

	private nodeErrorOf({ error, index, unclear }: Input) {
		const failure = error ?? (unclear && userError(unclear));
		const itemCount = this.inputs.length;
		return toNodeError(this.node, failure, { itemIndex: index, itemCount });
	}
}

/** n8n's error output puts the input beside `error`, if that is all. */
function errorItem({ message }: Error, item = 0): INodeExecutionData {
	return { json: { error: message }, pairedItem: { item } };
}
