import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IPairedItemData,
} from 'n8n-workflow';
import { jsonStringify } from 'n8n-workflow';
import { hash, randomUUID } from 'node:crypto';

import type { FailedRequest } from '../http/failure';
import { RequestFailure } from '../http/failure';
import type { NodeError } from '../http/nodeErrors';
import { toNodeError } from '../http/nodeErrors';
import { wordsIn } from '../http/serviceWords';
import { CanceledError } from '../http/wait';
import { isToolExecution } from '../n8n/n8nCompat';
import type { Session } from '../reservation/session';
import { ChargeLeft } from '../reservation/wanted';

const CONTEXT_KEY = 'reservationServiceJournal';

type Remembered =
	| { results: IDataObject[] }
	| { unclear: FailedRequest }
	| { left: Pick<ChargeLeft, 'message' | 'description' | 'ids'> };

/**
 * What the node has already done in this run. Retry On Fail, and a retry from the list of executions, run the whole node
 * again. Its context survives that: finished inputs are not sent again, and unclear ones stay unclear.
 */
interface Journal {
	runIndex: number;
	operation: string;
	/** Identifies the run, also for a retry of its execution. */
	origin: string;
	/**
	 * By index. Each has a digest of the input's content, as parameters such as `{{ $now }}` change, and of the address
	 * and account it was done with: keys are replaced.
	 */
	entries: { [itemIndex: string]: Remembered & { input: string } };
	removed: INodeExecutionData[];
}

/** What has become of the inputs of one run in all its tries, and how n8n is told. */
export class RunRecord {
	readonly origin: string;
	private readonly nodeContext: { [key: string]: unknown };
	private readonly journal: Journal;
	private readonly digests: string[] = [];
	private readonly results = new Map<number, IDataObject[]>();
	private readonly errors = new Map<number, NodeError>();
	/** Items whose charge may or may not have been created. */
	private readonly unclear = new Set<number>();
	/** What belongs to no single item, beside what was removed. */
	private readonly extra: INodeExecutionData[] = [];
	private extraError?: NodeError;
	private readonly warnings = new Set<string>();

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly sessions: Array<Session | Error>,
	) {
		// An AI agent calls a tool many times in one run, and every call counts.
		this.nodeContext = isToolExecution(context) ? {} : context.getContext('node');
		// Not by an expression: starting n8n's sandbox for it would block the process.
		const runIndex = context.getWorkflowDataProxy(0).$runIndex as number;
		const operation = String(context.getNodeParameter('operation', 0, ''));
		const earlier = this.nodeContext[CONTEXT_KEY] as Journal | undefined;
		this.journal =
			earlier?.runIndex === runIndex && earlier.operation === operation
				? earlier
				: { runIndex, operation, origin: originOf(context, runIndex), entries: {}, removed: [] };
		this.nodeContext[CONTEXT_KEY] = this.journal;
		this.origin = this.journal.origin;
		for (const itemIndex of Object.keys(this.journal.entries).map(Number)) {
			const entry = this.entryOf(itemIndex);
			if (entry && 'results' in entry) this.results.set(itemIndex, entry.results);
		}
	}

	get hasFailed(): boolean {
		return this.errors.size > 0 || this.extraError !== undefined;
	}

	resultsOf(itemIndex: number): IDataObject[] | undefined {
		return this.results.get(itemIndex);
	}

	/** What an earlier try has left: it must not simply be sent again. */
	leftOf(itemIndex: number): RequestFailure | ChargeLeft | undefined {
		const entry = this.entryOf(itemIndex);
		if (!entry || 'results' in entry) return undefined;
		if ('unclear' in entry) return new RequestFailure(entry.unclear, []);
		const { message, description, ids } = entry.left;
		return new ChargeLeft(message, description, ids);
	}

	/** @param isChange true for what is remembered for a later try */
	addResults(itemIndex: number, results: IDataObject[], { isChange = false } = {}): void {
		this.results.set(itemIndex, results);
		if (isChange) this.remember(itemIndex, { results });
	}

	addFailure(itemIndex: number, error: unknown): void {
		// An execution that ran out of time can be retried: what was under way counts.
		const failure = error instanceof CanceledError ? error.underWay : error;
		if (failure instanceof ChargeLeft) {
			const { message, description, ids } = failure;
			this.remember(itemIndex, { left: { message, description, ids } });
		} else if (isUnclearChange(failure)) {
			this.remember(itemIndex, { unclear: storable(failure) });
			if (failure.request.method === 'POST') this.unclear.add(itemIndex);
		} else if (this.results.has(itemIndex)) {
			// What was created has been deleted again.
			delete this.journal.entries[itemIndex];
		}
		this.results.delete(itemIndex);
		this.addError(itemIndex, error);
	}

	addError(itemIndex: number, error: unknown): void {
		const position = { itemIndex, itemCount: this.sessions.length };
		this.errors.set(itemIndex, toNodeError(this.context.getNode(), error, position));
	}

	/** @param isDone false for what a dry run would remove */
	addRemoved(output: INodeExecutionData, { isDone }: { isDone: boolean }): void {
		if (isDone) this.journal.removed.push(output);
		else this.extra.push(output);
	}

	addNotRemoved(failure: Error, pairedItem: IPairedItemData[]): void {
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

	output(): INodeExecutionData[] {
		const output: INodeExecutionData[] = [];
		for (const item of this.sessions.keys()) {
			const pairedItem = { item };
			const error = this.errors.get(item);
			if (error) output.push({ json: jsonOfFailed(error), error, pairedItem });
			else for (const json of this.results.get(item) ?? []) output.push({ json, pairedItem });
		}
		// Reservations finish in any order.
		const others = [...this.journal.removed, ...this.extra];
		return [...output, ...others.sort((a, b) => firstInputOf(a) - firstInputOf(b))];
	}

	dropJournal(): void {
		delete this.nodeContext[CONTEXT_KEY];
	}

	/** The first failed item; one with an unclear charge goes before all others. */
	stopError(): NodeError | undefined {
		const failed = [...this.errors.keys()].sort((a, b) => a - b);
		const unclear = failed.filter((item) => this.unclear.has(item));
		const first = this.errors.get(unclear[0] ?? failed[0] ?? NaN);
		if (!first) return this.extraError && this.withRemovals(this.extraError);
		const itemCount = this.sessions.length;
		if (itemCount > 1) {
			const others = failed.length > 1 ? `, and ${failed.length} did not succeed` : '';
			const open =
				unclear.length > 1
					? `It is unclear for items ${unclear.join(', ')} whether their charge was made.`
					: undefined;
			const count = `${this.results.size} of ${itemCount} items were done before the run stopped${others}.`;
			first.description = [first.description, open, count].filter(Boolean).join(' ');
		}
		return first;
	}

	stoppedAt(): string {
		const open = [...this.unclear].sort((a, b) => a - b).join(', ');
		const done = `Stopped: ${this.results.size} of ${this.sessions.length} items were done`;
		if (open === '') return done;
		return `${done}; it is unclear for items ${open} whether their charge was made`;
	}

	private withRemovals(error: NodeError): NodeError {
		const removed = this.journal.removed.map(({ json }) => `'${json.reference as string}'`);
		if (removed.length === 0) return error;
		const told = `Removed before that: ${removed.join(', ')}.`;
		error.description = [error.description, told].filter(Boolean).join(' ');
		return error;
	}

	private remember(itemIndex: number, remembered: Remembered): void {
		this.journal.entries[itemIndex] = { ...remembered, input: this.digestOf(itemIndex) };
	}

	private entryOf(itemIndex: number): Remembered | undefined {
		const entry = this.journal.entries[itemIndex];
		return entry && entry.input === this.digestOf(itemIndex) ? entry : undefined;
	}

	private digestOf(itemIndex: number): string {
		const session = this.sessions[itemIndex];
		const access = session instanceof Error ? undefined : session?.client.access;
		const account = `${access?.address.base} ${access?.accountId}`;
		const item = this.context.getInputData()[itemIndex]?.json;
		// In memory, an item may contain itself.
		const textOf = () => jsonStringify(item, { replaceCircularRefs: true });
		return (this.digests[itemIndex] ??= hash('sha256', `${account}${textOf()}`, 'base64'));
	}
}

function isUnclearChange(failure: unknown): failure is RequestFailure {
	return failure instanceof RequestFailure && failure.isUnclear && failure.request.method !== 'GET';
}

/** The failure without headers and bodies, which may hold secrets. */
function storable(failure: RequestFailure): FailedRequest {
	const { request, outcome, response, isUnclear, secrets } = failure;
	return {
		request: { ...request, query: undefined, body: undefined },
		outcome:
			outcome.kind === 'answer'
				? { ...outcome, headers: {}, body: wordsIn(outcome.body, secrets) }
				: outcome,
		response: { ...response, sign: undefined },
		isUnclear,
	};
}

/** Unique among all n8n. Each call that an AI agent makes counts as a run. */
function originOf(context: IExecuteFunctions, runIndex: number): string {
	const executionId = context.getExecutionId();
	if (isToolExecution(context) || !executionId) return randomUUID();
	const { id: workflowId } = context.getWorkflow();
	const parts = [context.getInstanceId(), workflowId, executionId, context.getNode().id, runIndex];
	return hash('sha256', JSON.stringify(parts), 'hex');
}

function firstInputOf({ pairedItem }: INodeExecutionData): number {
	const [first] = [pairedItem].flat();
	return typeof first === 'object' ? first.item : 0;
}

/** n8n makes `{ error: message }` of this, but only after Retry On Fail, which an `error` here would set off. */
function jsonOfFailed(error: NodeError): IDataObject {
	return { $error: error, $json: {} };
}
