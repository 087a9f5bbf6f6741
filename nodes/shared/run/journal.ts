import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
} from 'n8n-workflow';
import { jsonStringify } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';

import { digest } from '../format/json';
import { RequestFailure } from '../http/failure';
import type { FailedRequest } from '../http/failure';
import { wordsIn } from '../http/words';
import { isToolExecution, runIndexOf } from '../n8n/n8nCompat';
import type { Told } from '../n8n/userError';
import { toldBy, userError } from '../n8n/userError';
import { reservationKey } from '../lists/reservationId';
import type { ExistingItem } from '../lists/reservations';
import type {
	EarlierAttempt,
	EarlierUnclear,
	SentAs,
} from '../reservation/desired';
import type { Session } from '../session/session';

const CONTEXT_KEY = 'reservationServiceJournal';
/** Services forget a key of idempotency after a day (assumption). */
const KEY_LIFE_MS = 24 * 60 * 60_000;

/** What must not simply be sent again. */
type OpenAttempt = Exclude<EarlierAttempt, { state: 'done' }>;

/** An attempt as n8n can store it. */
type Attempt =
	| { state: 'done'; results: IDataObject[] }
	| UnclearAttempt
	| { state: 'stray'; told: Told; ids: string[] }
	| { state: 'unseen'; told: Told };

interface UnclearAttempt {
	state: 'unclear';
	failed: FailedRequest;
	sentAs?: SentAs;
	isSentTwice?: boolean;
	/** When it became unclear, in epoch milliseconds. */
	at: number;
	/** The last execution that has left it so. */
	executionId?: string;
}

/** `purpose`: a digest of what it was done for and with. */
type Entry = Attempt & { purpose: string };

interface Remembered {
	runIndex: number;
	/** Identifies the run, also for a retry of its execution. */
	origin: string;
	entries: { [itemIndex: string]: Entry };
	deleted: INodeExecutionData[];
	/** By account and reservation, what may have been deleted as well. */
	openDeletions: { [reservation: string]: ExistingItem[] };
}

/**
 * What the node has already done in this run. Retry On Fail, and a retry from
 * the list of executions, run the whole node again. Its context survives that:
 * finished inputs are not sent again, and unclear ones stay unclear. What does
 * not fit an input any more is not forgotten: the input is refused.
 */
export class Journal {
	private readonly nodeContext: { [key: string]: unknown };
	private readonly remembered: Remembered;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly sessions: Array<Session | Error>,
	) {
		// An AI agent calls a tool many times in one run, and every call counts.
		this.nodeContext = isToolExecution(context)
			? {}
			: context.getContext('node');
		const runIndex = runIndexOf(context);
		const earlier = this.nodeContext[CONTEXT_KEY] as Remembered | undefined;
		const isSameRun = earlier?.runIndex === runIndex;
		const fresh = {
			runIndex,
			origin: originOf(context, runIndex),
			entries: {},
			deleted: [],
			openDeletions: {},
		};
		this.remembered = isSameRun ? earlier : fresh;
		this.nodeContext[CONTEXT_KEY] = this.remembered;
	}

	get origin(): string {
		return this.remembered.origin;
	}

	get deleted(): INodeExecutionData[] {
		return this.remembered.deleted;
	}

	/**
	 * @throws UserError when an earlier try has done something for the input that
	 * this one cannot go on with
	 */
	assertFits(itemIndex: number): void {
		const entry = this.remembered.entries[itemIndex];
		if (!entry || entry.purpose === this.purposeOf(itemIndex)) return;
		const what = entry.state === 'done' ? 'was done' : 'may have been done';
		throw userError({
			what: `At this position in the input, an earlier try of this execution ${what} with another operation, for another account or for another input item`,
			advice: `Nothing was sent: look at the reservation, then execute the workflow anew with 'Prevent Duplicates'`,
		});
	}

	resultsOf(itemIndex: number): IDataObject[] | undefined {
		const entry = this.remembered.entries[itemIndex];
		return entry?.state === 'done' ? entry.results : undefined;
	}

	attemptOf(itemIndex: number): EarlierAttempt | undefined {
		const entry = this.remembered.entries[itemIndex];
		if (entry?.state === 'unclear') {
			return {
				...revived(entry),
				isRetried: entry.executionId !== this.context.getExecutionId(),
			};
		}
		if (!entry || entry.state === 'done') return entry;
		const { told, ...how } = entry;
		return { ...how, error: userError(told) };
	}

	/** What an earlier try may have deleted of a reservation. */
	openDeletionsOf(
		session: Session,
		reservationId: string,
	): ExistingItem[] | undefined {
		return this.remembered.openDeletions[keyOf(session, reservationId)];
	}

	keepOpenDeletions(
		session: Session,
		reservationId: string,
		open: ExistingItem[],
	): void {
		this.remembered.openDeletions[keyOf(session, reservationId)] = open;
	}

	keepResults(itemIndex: number, results: IDataObject[]): void {
		this.keep(itemIndex, { state: 'done', results });
	}

	keepOpen(itemIndex: number, open: OpenAttempt): void {
		if (open.state !== 'unclear') {
			const { error, ...how } = open;
			this.keep(itemIndex, { ...how, told: toldBy(error) });
			return;
		}
		// One of an earlier try keeps its time.
		const known = this.remembered.entries[itemIndex];
		const at = known?.state === 'unclear' ? known.at : Date.now();
		const { failure, ...how } = open;
		const executionId = this.context.getExecutionId();
		this.keep(itemIndex, {
			...how,
			failed: storable(failure),
			at,
			executionId,
		});
	}

	drop(): void {
		delete this.nodeContext[CONTEXT_KEY];
	}

	private keep(itemIndex: number, attempt: Attempt): void {
		this.remembered.entries[itemIndex] = {
			...attempt,
			purpose: this.purposeOf(itemIndex),
		};
	}

	/**
	 * Parameters such as `{{ $now }}` change, and keys and addresses are
	 * corrected: they do not count.
	 */
	private purposeOf(itemIndex: number): string {
		const operation = this.context.getNodeParameter('operation', 0, '');
		const session = this.sessions[itemIndex] as Session;
		const item = this.context.getInputData()[itemIndex]?.json;
		// In memory, an item may contain itself.
		const content = jsonStringify(item, { replaceCircularRefs: true });
		return digest([operation, ...session.memoryKey, content]);
	}
}

function keyOf({ memoryKey }: Session, reservationId: string): string {
	return digest([...memoryKey, reservationKey(reservationId)]);
}

function revived({
	failed,
	sentAs,
	isSentTwice,
	at,
}: UnclearAttempt): EarlierUnclear {
	const isKeyTrusted = Date.now() - at < KEY_LIFE_MS;
	const idempotencyKey = isKeyTrusted
		? failed.request.idempotencyKey
		: undefined;
	const request = { ...failed.request, idempotencyKey };
	const failure = new RequestFailure({ ...failed, request }, []);
	return { state: 'unclear', failure, sentAs, isSentTwice };
}

/** The failure without headers and bodies, which may hold secrets. */
function storable({
	request,
	reply,
	response,
	isUnclear,
	secrets,
}: RequestFailure): FailedRequest {
	const plain = { ...reply };
	if (plain.kind === 'answer') {
		plain.headers = {};
		plain.body = wordsIn(plain.body, secrets);
	}
	return {
		request: { ...request, query: undefined, body: undefined },
		reply: plain,
		response,
		isUnclear,
	};
}

/** Unique among all n8n. Each call that an AI agent makes counts as a run. */
function originOf(context: IExecuteFunctions, runIndex: number): string {
	const executionId = context.getExecutionId();
	if (isToolExecution(context) || !executionId) return randomUUID();
	const workflow = context.getWorkflow().id;
	return digest([
		context.getInstanceId(),
		workflow,
		executionId,
		context.getNode().id,
		runIndex,
	]);
}
