import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { jsonStringify } from 'n8n-workflow';
import { hash, randomUUID } from 'node:crypto';

import type { FailedRequest } from '../http/failure';
import { RequestFailure } from '../http/failure';
import { wordsIn } from '../http/serviceWords';
import { isToolExecution } from '../n8n/n8nCompat';
import type { Session } from '../reservation/session';
import { ChargeLeft } from '../reservation/wanted';

const CONTEXT_KEY = 'reservationServiceJournal';

/** One input: done, unclear, or with a charge that needs looking at. */
type JournalEntry = {
	/** Digest of the input, and of the address, account and key it was done with. */
	input: string;
} & (
	| { results: IDataObject[] }
	| { unclear: FailedRequest }
	| { left: Pick<ChargeLeft, 'message' | 'description' | 'ids'> }
);

interface StoredJournal {
	runIndex: number;
	operation: string;
	/** Identifies the run, also for a retry of its execution. */
	origin?: string;
	entries: { [itemIndex: string]: JournalEntry };
	extra: INodeExecutionData[];
}

/**
 * What the node has already done in this run. Retry On Fail, and a retry from the list of executions, run the whole node
 * again. Its context survives that: finished inputs are not sent again, and unclear ones stay unclear.
 *
 * An entry belongs to one run, operation, account and input, recognized by its content, as parameters such as `{{ $now }}`
 * change. The journal is dropped when the run succeeds.
 */
export class Journal {
	private readonly nodeContext: { [key: string]: unknown };
	private readonly stored: StoredJournal;
	private readonly digests: string[] = [];

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly sessions: Array<Session | Error>,
	) {
		// An AI agent calls a tool many times in one run, and every call counts.
		this.nodeContext = isToolExecution(context) ? {} : context.getContext('node');
		// Not by an expression: starting n8n's sandbox for it would block the process.
		const runIndex = context.getWorkflowDataProxy(0).$runIndex as number;
		const operation = String(context.getNodeParameter('operation', 0, ''));
		const earlier = this.nodeContext[CONTEXT_KEY] as StoredJournal | undefined;
		this.stored =
			earlier?.runIndex === runIndex && earlier.operation === operation
				? earlier
				: { runIndex, operation, entries: {}, extra: [] };
		this.nodeContext[CONTEXT_KEY] = this.stored;
	}

	/** The same for every try of this run. */
	get origin(): string {
		this.stored.origin ??= originOf(this.context, this.stored.runIndex);
		return this.stored.origin;
	}

	get extra(): INodeExecutionData[] {
		return this.stored.extra;
	}

	has(itemIndex: number): boolean {
		return this.entryOf(itemIndex) !== undefined;
	}

	resultsOf(itemIndex: number): IDataObject[] | undefined {
		const entry = this.entryOf(itemIndex);
		return entry && 'results' in entry ? entry.results : undefined;
	}

	/** What an earlier try has left: it must not simply be sent again. */
	leftOf(itemIndex: number): RequestFailure | ChargeLeft | undefined {
		const entry = this.entryOf(itemIndex);
		if (!entry || 'results' in entry) return undefined;
		if ('unclear' in entry) return new RequestFailure(entry.unclear, []);
		const { message, description, ids } = entry.left;
		return new ChargeLeft(message, description, ids);
	}

	addResults(itemIndex: number, results: IDataObject[]): void {
		this.stored.entries[itemIndex] = { input: this.inputDigest(itemIndex), results };
	}

	/** Remembers what may have been carried out although it failed. */
	addFailure(itemIndex: number, failure: unknown): void {
		const input = this.inputDigest(itemIndex);
		const { entries } = this.stored;
		if (failure instanceof ChargeLeft) {
			const { message, description, ids } = failure;
			entries[itemIndex] = { input, left: { message, description, ids } };
		} else if (isUnclearChange(failure)) {
			entries[itemIndex] = { input, unclear: storable(failure) };
		} else if (this.resultsOf(itemIndex)) {
			// What was created has been deleted again.
			delete entries[itemIndex];
		}
	}

	drop(): void {
		delete this.nodeContext[CONTEXT_KEY];
	}

	private entryOf(itemIndex: number): JournalEntry | undefined {
		const entry = this.stored.entries[itemIndex];
		return entry?.input === this.inputDigest(itemIndex) ? entry : undefined;
	}

	private inputDigest(itemIndex: number): string {
		return (this.digests[itemIndex] ??= this.digestOf(itemIndex));
	}

	private digestOf(itemIndex: number): string {
		const item = this.context.getInputData()[itemIndex]?.json;
		const session = this.sessions[itemIndex];
		const access = session instanceof Error ? '' : session?.client.account;
		return hash('sha256', `${access}${textOf(item)}`, 'base64');
	}
}

export function isUnclearChange(failure: unknown): failure is RequestFailure {
	return failure instanceof RequestFailure && failure.isUnclear && failure.request.method !== 'GET';
}

/** The failure without headers and bodies, which may hold secrets. */
function storable(failure: RequestFailure): FailedRequest {
	const { request, purpose, outcome, response, isUnclear, secrets } = failure;
	const { method, serviceId, idempotencyKey } = request;
	return {
		request: { method, serviceId, idempotencyKey },
		purpose,
		outcome:
			outcome.kind === 'answer'
				? { ...outcome, headers: {}, body: wordsIn(outcome.body, secrets) }
				: outcome,
		response: { ...response, sign: undefined },
		isUnclear,
	};
}

/** Only the slower way can write an item that contains itself. */
function textOf(item: IDataObject | undefined): string {
	try {
		return JSON.stringify(item ?? null);
	} catch {
		return jsonStringify(item, { replaceCircularRefs: true });
	}
}

/** Unique among all n8n. Each call that an AI agent makes counts as a run. */
function originOf(context: IExecuteFunctions, runIndex: number): string {
	const executionId = context.getExecutionId();
	if (isToolExecution(context) || !executionId) return randomUUID();
	const { id: workflowId } = context.getWorkflow();
	const parts = [context.getInstanceId(), workflowId, executionId, context.getNode().id, runIndex];
	return hash('sha256', JSON.stringify(parts), 'hex');
}
