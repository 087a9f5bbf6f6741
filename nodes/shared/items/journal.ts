import type {
	IContextObject,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
} from 'n8n-workflow';
import { jsonStringify } from 'n8n-workflow';

import { sha256Of } from '../n8n/digest';
import { isToolExecution } from '../n8n/offers';
import type { FailedRequest } from '../http/failure';
import { RequestFailure } from '../http/failure';
import { wordsIn } from '../http/serviceWords';
import type { Accounts } from '../reservation/accounts';
import { originOf } from './chargeKeys';

const CONTEXT_KEY = 'reservationServiceJournal';

/** What became of one item: its results, or the request whose outcome stayed unclear. */
interface JournalEntry {
	/** Digest of the input item, and of the address, account and key it was done with. */
	input: string;
	results?: IDataObject[];
	/** True when a second look found fault with it. */
	needsRecheck?: boolean;
	unclear?: FailedRequest;
}

interface StoredJournal {
	runIndex: number;
	operation: string;
	/** The execution that began it, once somebody asked; one that tries it again goes on under the same name. */
	origin?: string;
	entries: { [itemIndex: string]: JournalEntry };
	/** What was done that belongs to no single input item. */
	extra: INodeExecutionData[];
}

/**
 * What the node has already done in this run. Retry On Fail, and a retry from the list of executions, run the whole node
 * again; its context survives that, so what was finished is given out instead of being sent, and what was unclear stays so.
 *
 * An entry belongs to one run of the node, one operation, one account and one input item, recognized by its content, as
 * parameters such as `{{ $now }}` change. There is one journal per node, dropped when the run succeeds.
 */
export class Journal {
	private readonly nodeContext: IContextObject;
	private readonly stored: StoredJournal;
	private readonly digests: string[] = [];

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly accounts: Pick<Accounts, 'of'>,
	) {
		// An AI agent calls a tool many times in one run of its node, each time meaning what it says.
		this.nodeContext = isToolExecution(context) ? {} : context.getContext('node');
		// An expression would say the same, but starting n8n's sandbox for it holds everything else up.
		const runIndex = context.getWorkflowDataProxy(0).$runIndex as number;
		const operation = String(context.getNodeParameter('operation', 0, ''));
		const earlier = this.nodeContext[CONTEXT_KEY] as StoredJournal | undefined;
		this.stored =
			earlier?.runIndex === runIndex && earlier.operation === operation
				? earlier
				: { runIndex, operation, entries: {}, extra: [] };
		this.nodeContext[CONTEXT_KEY] = this.stored;
	}

	/** What tells this run of the node from all others, and is the same for every try of it. */
	get origin(): string {
		this.stored.origin ??= originOf(this.context, this.stored.runIndex);
		return this.stored.origin;
	}

	/** True when an earlier try has finished an item or left it unclear. */
	has(itemIndex: number): boolean {
		return this.entryOf(itemIndex) !== undefined;
	}

	/** The results of an item that an earlier try has finished. */
	resultsOf(itemIndex: number): IDataObject[] | undefined {
		return this.entryOf(itemIndex)?.results;
	}

	/** True when a second look at an item that an earlier try has finished found fault with it. */
	needsRecheck(itemIndex: number): boolean {
		return this.entryOf(itemIndex)?.needsRecheck === true;
	}

	/** The failure of an item whose outcome an earlier try could not find out. */
	unclearOf(itemIndex: number): RequestFailure | undefined {
		const unclear = this.entryOf(itemIndex)?.unclear;
		return unclear && new RequestFailure(unclear, []);
	}

	/** Notes that an item is finished. */
	noteDone(itemIndex: number, results: IDataObject[]): void {
		this.stored.entries[itemIndex] = { input: this.inputDigest(itemIndex), results };
	}

	/** Notes that a second look found fault with a finished item. */
	noteNeedsRecheck(itemIndex: number): void {
		Object.assign(this.stored.entries[itemIndex] ?? {}, { needsRecheck: true });
	}

	/** Notes a change that may or may not have been carried out, without anything secret. */
	noteUnclear(itemIndex: number, failure: RequestFailure): void {
		const { request, purpose, outcome, response, isUnclear, secrets } = failure;
		const { method, serviceId, idempotencyKey } = request;
		this.stored.entries[itemIndex] = {
			input: this.inputDigest(itemIndex),
			unclear: {
				request: { method, serviceId, idempotencyKey },
				purpose,
				outcome:
					outcome.kind === 'answer'
						? { ...outcome, headers: {}, body: wordsIn(outcome.body, secrets) }
						: outcome,
				response: { ...response, sign: undefined },
				isUnclear,
			},
		};
	}

	/** The results of earlier tries that belong to no single input item. */
	get extra(): INodeExecutionData[] {
		return this.stored.extra;
	}

	/** Forgets everything, as the run has succeeded. */
	drop(): void {
		delete this.nodeContext[CONTEXT_KEY];
	}

	private entryOf(itemIndex: number): JournalEntry | undefined {
		const entry = this.stored.entries[itemIndex];
		if (!entry) return undefined;
		return entry.input === this.inputDigest(itemIndex) ? entry : undefined;
	}

	private inputDigest(itemIndex: number): string {
		return (this.digests[itemIndex] ??= this.digestOf(itemIndex));
	}

	private digestOf(itemIndex: number): string {
		const item = this.context.getInputData()[itemIndex]?.json;
		const session = this.accounts.of(itemIndex);
		const access = session instanceof Error ? '' : session.client.account;
		return sha256Of(`${access}${textOf(item)}`, 'base64');
	}
}

/** An item may refer to itself, which only the slower way can write. */
function textOf(item: IDataObject | undefined): string {
	try {
		return JSON.stringify(item ?? null);
	} catch {
		return jsonStringify(item, { replaceCircularRefs: true });
	}
}
