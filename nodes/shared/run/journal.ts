import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { jsonStringify } from 'n8n-workflow';
import { hash, randomUUID } from 'node:crypto';

import { RequestFailure } from '../http/failure';
import type { FailedRequest } from '../http/failure';
import { wordsIn } from '../http/words';
import { isToolExecution, runIndexOf } from '../n8n/n8nCompat';
import type { Told } from '../n8n/userError';
import { toldBy, userError } from '../n8n/userError';
import type { EarlierAttempt, SentAs } from '../reservation/desired';
import type { Session } from '../session/session';

const CONTEXT_KEY = 'reservationServiceJournal';
/** Services forget a key of idempotency after a day (assumption). */
const KEY_LIFE_MS = 24 * 60 * 60_000;

/** An attempt as n8n can store it. */
type Attempt = DoneAttempt | UnclearAttempt | { state: 'stray'; told: Told; ids: string[] };

interface DoneAttempt {
	state: 'done';
	results: IDataObject[];
}

interface UnclearAttempt {
	state: 'unclear';
	failed: FailedRequest;
	sentAs?: SentAs;
	isSentTwice?: boolean;
	/** When it became unclear, in epoch milliseconds. */
	at: number;
}

interface Entry {
	attempt: Attempt;
	/** Digests of what it was done for and with: parameters such as `{{ $now }}` change, keys and addresses are corrected. */
	input: string;
	account: string;
	operation: string;
}

interface Remembered {
	runIndex: number;
	/** Identifies the run, also for a retry of its execution. */
	origin: string;
	entries: { [itemIndex: string]: Entry };
	deleted: INodeExecutionData[];
}

/**
 * What the node has already done in this run. Retry On Fail, and a retry from the list of executions, run the whole node
 * again. Its context survives that: finished inputs are not sent again, and unclear ones stay unclear. What does not fit an
 * input any more is not forgotten: the input is refused.
 */
export class Journal {
	private readonly nodeContext: { [key: string]: unknown };
	private readonly remembered: Remembered;
	private readonly operation: string;
	private readonly digests: string[] = [];

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly sessions: Array<Session | Error>,
	) {
		// An AI agent calls a tool many times in one run, and every call counts.
		this.nodeContext = isToolExecution(context) ? {} : context.getContext('node');
		const runIndex = runIndexOf(context);
		this.operation = String(context.getNodeParameter('operation', 0, ''));
		const earlier = this.nodeContext[CONTEXT_KEY] as Remembered | undefined;
		const isSameRun = earlier?.runIndex === runIndex;
		const fresh = { runIndex, origin: originOf(context, runIndex), entries: {}, deleted: [] };
		this.remembered = isSameRun ? earlier : fresh;
		this.nodeContext[CONTEXT_KEY] = this.remembered;
	}

	get origin(): string {
		return this.remembered.origin;
	}

	get deleted(): INodeExecutionData[] {
		return this.remembered.deleted;
	}

	/** @throws UserError when an earlier try has done something for the input that this one cannot go on with */
	assertFits(itemIndex: number): void {
		const entry = this.remembered.entries[itemIndex];
		if (!entry) return;
		const { input, account, operation } = entry;
		if (operation !== this.operation) throw doesNotFit(entry, 'with another operation');
		if (account !== this.accountOf(itemIndex)) throw doesNotFit(entry, 'for another account');
		if (input !== this.digestOf(itemIndex)) throw doesNotFit(entry, 'for another input item');
	}

	resultsOf(itemIndex: number): IDataObject[] | undefined {
		const attempt = this.remembered.entries[itemIndex]?.attempt;
		return attempt?.state === 'done' ? attempt.results : undefined;
	}

	/** What an earlier try has left: it must not simply be sent again. */
	attemptOf(itemIndex: number): EarlierAttempt | undefined {
		const attempt = this.remembered.entries[itemIndex]?.attempt;
		switch (attempt?.state) {
			case undefined:
				return undefined;
			case 'done':
				return { state: 'done' };
			case 'unclear':
				return revived(attempt);
			case 'stray':
				return { state: 'stray', ids: attempt.ids, error: userError(attempt.told) };
		}
	}

	/** By input whose charge may or may not have been created: why. In input order. */
	unclearCreates(): Map<number, RequestFailure> {
		const failures = new Map<number, RequestFailure>();
		for (const itemIndex of Object.keys(this.remembered.entries).map(Number)) {
			const attempt = this.attemptOf(itemIndex);
			if (attempt?.state !== 'unclear' || attempt.failure.request.method !== 'POST') continue;
			failures.set(itemIndex, attempt.failure);
		}
		return failures;
	}

	keepResults(itemIndex: number, results: IDataObject[]): void {
		this.keep(itemIndex, { state: 'done', results });
	}

	keepStray(itemIndex: number, { ids, error }: EarlierAttempt & { state: 'stray' }): void {
		this.keep(itemIndex, { state: 'stray', told: toldBy(error), ids });
	}

	/** One of an earlier try keeps its time. */
	keepUnclear(
		itemIndex: number,
		{ failure, ...how }: { failure: RequestFailure; sentAs?: SentAs; isSentTwice?: boolean },
	): void {
		const known = this.remembered.entries[itemIndex]?.attempt;
		const at = known?.state === 'unclear' ? known.at : Date.now();
		const { sentAs, isSentTwice } = how;
		this.keep(itemIndex, { state: 'unclear', failed: storable(failure), sentAs, isSentTwice, at });
	}

	drop(): void {
		delete this.nodeContext[CONTEXT_KEY];
	}

	private keep(itemIndex: number, attempt: Attempt): void {
		this.remembered.entries[itemIndex] = {
			attempt,
			input: this.digestOf(itemIndex),
			account: this.accountOf(itemIndex),
			operation: this.operation,
		};
	}

	/** By environment and Account ID: an address that was put right is still that of the same account. */
	private accountOf(itemIndex: number): string {
		const session = this.sessions[itemIndex];
		if (!session || session instanceof Error) return '';
		return digest([session.settings.environment, session.client.access.accountId]);
	}

	private digestOf(itemIndex: number): string {
		const item = this.context.getInputData()[itemIndex]?.json;
		// In memory, an item may contain itself.
		const replaceCircularRefs = true;
		return (this.digests[itemIndex] ??= digest(jsonStringify(item, { replaceCircularRefs })));
	}
}

function revived({ failed, sentAs, isSentTwice, at }: UnclearAttempt): EarlierAttempt {
	const isKeyTrusted = Date.now() - at < KEY_LIFE_MS;
	const idempotencyKey = isKeyTrusted ? failed.request.idempotencyKey : undefined;
	const request = { ...failed.request, idempotencyKey };
	const failure = new RequestFailure({ ...failed, request }, []);
	return { state: 'unclear', failure, sentAs, isSentTwice };
}

function doesNotFit({ attempt }: Entry, how: string) {
	const what = attempt.state === 'done' ? 'was done' : 'may have been done';
	return userError({
		what: `At this position in the input, an earlier try of this execution ${what} ${how}`,
		advice: `Nothing was sent: look at the reservation, then execute the workflow anew with 'Prevent Duplicates'`,
		more: 'A retry goes on with what it began: with the same operation, account and input items. What is done already would be done twice otherwise.',
	});
}

/** The failure without headers and bodies, which may hold secrets. */
function storable(failure: RequestFailure): FailedRequest {
	const { request, reply, response, isUnclear, secrets } = failure;
	return {
		request: { ...request, query: undefined, body: undefined },
		reply:
			reply.kind === 'answer'
				? { ...reply, headers: {}, body: wordsIn(reply.body, secrets) }
				: reply,
		response,
		isUnclear,
	};
}

/** Unique among all n8n. Each call that an AI agent makes counts as a run. */
function originOf(context: IExecuteFunctions, runIndex: number): string {
	const executionId = context.getExecutionId();
	if (isToolExecution(context) || !executionId) return randomUUID();
	const { id: workflowId } = context.getWorkflow();
	return digest([context.getInstanceId(), workflowId, executionId, context.getNode().id, runIndex]);
}

export function digest(content: unknown): string {
	return hash('sha256', JSON.stringify(content), 'hex');
}
