import { quoted } from '../format/json';
import type { Failure } from '../n8n/n8nCompat';
import type { Told } from '../n8n/userError';
import { ApiError } from '../n8n/userError';
import type { ResponseCase, ResponseClass } from './classify';
import type { Answer, Reply } from './reply';
import { valuesOf } from './reply';
import type { ServiceRequest } from './request';
import { kindOf } from './request';
import type { Meaning, Row } from './responses';
import { fill, NOT_SENT, RESPONSES } from './responses';
import { toldWithoutSecrets, withoutSecrets, wordsIn } from './words';

const NOT_FOUND = /^[\w\s'"-]*\bnot found[.!]?$/i;

/** What is known of a request that did not succeed; plain data, so that n8n can keep it with an execution. */
export interface FailedRequest {
	request: ServiceRequest;
	reply: Reply;
	response: ResponseClass;
	/** True when this or an earlier try may have been carried out. */
	isUnclear: boolean;
}

const KEY_REFUSED: ResponseCase[] = ['loginRefused', 'forbidden'];

export class RequestFailure extends ApiError {
	readonly request!: ServiceRequest;
	readonly reply!: Reply;
	readonly response!: ResponseClass;
	readonly isUnclear!: boolean;

	constructor(
		failed: FailedRequest,
		/** Values that must not appear in any text. */
		readonly secrets: string[],
	) {
		super('The request to the reservation service did not succeed');
		Object.assign(this, failed);
	}

	/** The status of the answer, if there was one. */
	get status(): number | undefined {
		return this.reply.kind === 'answer' ? this.reply.status : undefined;
	}

	/** True where the service says that there is no such thing. */
	get isMissing(): boolean {
		return this.status === 404 || this.status === 410;
	}

	/** What to show of it. */
	get told(): Told {
		return toldWithoutSecrets(textOf(this), this.secrets);
	}

	/**
	 * Where n8n keeps durable poll cursors (2.41, N8N_POLLER_DURABLE_CURSORS_ENABLED), a trigger that fails is not polled for a
	 * while: as long as the service asks for, or half an hour where somebody has to act. Elsewhere nobody reads it. A refused
	 * token may have been ended by another process: the next poll may succeed.
	 */
	get failure(): Failure | undefined {
		const { case: responseCase, signal, retryAfterMs } = this.response;
		if (signal === 'throttled') return { cause: 'rate-limited', retryAfterMs };
		if (responseCase === 'unauthorized') return { cause: 'temporarily-unavailable' };
		return KEY_REFUSED.includes(responseCase) ? { cause: 'credential-invalid' } : undefined;
	}

	/** True where it may be sent again blindly: under the same key the service makes no second charge. */
	hasKey(idempotencyKey: string | undefined): boolean {
		return idempotencyKey !== undefined && this.request.idempotencyKey === idempotencyKey;
	}
}

/** After an unclear earlier try, a failed read tells nothing new: the earlier failure stays. */
export function failureAfter(earlier: unknown, error: unknown): Error {
	const isRead = error instanceof RequestFailure && error.request.method === 'GET';
	return isRead && earlier instanceof Error ? earlier : (error as Error);
}

function textOf(failed: RequestFailure): Told {
	const { request, response, isUnclear } = failed;
	if (isUnclear && request.method === 'POST') return unclearCreate(request, reasonOf(failed));
	const told = tellAbout(failed, `${subjectOf(request, isUnclear)}: `);
	const again = againText(request, isUnclear);
	if (isUnclear && response.outcome !== 'unclear') {
		return { ...told, more: `An earlier try may have been carried out. ${again}` };
	}
	return { ...told, more: told.more ?? again };
}

const MEANINGS: { [name in ResponseCase]: Row | Meaning } = { ...NOT_SENT, ...RESPONSES };

/** @param subject what happened to the request, with its colon; blank where something else tells it */
function tellAbout(failed: RequestFailure, subject: string): Told {
	const { request, reply, response } = failed;
	if (reply.kind === 'notSent') return reply.told;
	// Only what was done has no words, and that is no failure.
	return fill(MEANINGS[response.case] as Meaning, {
		...valuesOf(reply, wordsOfService(failed)),
		subject,
		serviceId: request.serviceId,
		input: inputOf(request),
		sign: signWordsOf(failed),
		orLonger: `, or give it longer with the option 'Timeout'`,
	});
}

function inputOf(request: ServiceRequest): string {
	const isList = kindOf(request) === 'list';
	return isList
		? "'Reservation ID', the query parameters and the paging"
		: 'the fields of this item';
}

/** What happened, without the request that it happened to. */
function reasonOf(failed: RequestFailure): string {
	const { reply, response } = failed;
	const isPlain = reply.kind === 'answer' && reply.isReadable && response.case !== 'unknownAnswer';
	if (!isPlain) return tellAbout(failed, '').what;
	const said = wordsOfService(failed);
	return `the service answered with status ${reply.status}${said ? `, ${said}` : ''}`;
}

/** The one outcome that may cost a guest money: never resent blindly, and said plainly. */
function unclearCreate(request: ServiceRequest, reason: string): Told {
	const { reservationId, isProtected, idempotencyKey } = request;
	const where = reservationId === undefined ? '' : ` on reservation '${reservationId}'`;
	const what = `The service item may or may not have been created${where}: ${reason}`;
	if (isProtected) {
		return {
			what,
			advice: 'It is safe to run this again: an item that is there already will be recognized',
			more: 'No list has shown it since, or none could be read. It may still arrive: look at the reservation later.',
		};
	}
	const again =
		idempotencyKey === undefined
			? 'It was not sent again'
			: 'It was sent with one idempotency key, however often';
	return {
		what,
		advice: 'Look at the reservation before creating it again: Get Many shows whether it is there',
		more: `${again}, so that the guest is not charged twice. To have this done for you, set 'Prevent Duplicates' to 'By Same Fields', save, and retry this execution with the currently saved workflow: only what is missing is created.`,
	};
}

function subjectOf({ method, serviceId }: ServiceRequest, isUnclear: boolean): string {
	const item = serviceId === undefined ? 'service items' : `service item '${serviceId}'`;
	if (method === 'GET') return `The ${item} could not be read`;
	if (method === 'POST') return 'The service item was not created';
	const [change, changed] = method === 'PATCH' ? ['update', 'updated'] : ['deletion', 'deleted'];
	return isUnclear
		? `The ${change} of ${item} may or may not have been carried out`
		: `The ${item} was not ${changed}`;
}

function againText({ method }: ServiceRequest, isUnclear: boolean): string {
	if (method === 'GET') return 'Nothing was changed. Run the workflow again later.';
	return isUnclear
		? 'It is safe to run this again: doing it twice has the same result as doing it once.'
		: 'Run the workflow again later.';
}

function wordsOfService({ reply, response, secrets }: RequestFailure): string | undefined {
	if (reply.kind !== 'answer') return undefined;
	const words = wordsIn(reply.body, secrets) ?? wordsIn(response.sign?.context, secrets);
	// "Service item not found" would say the same once more.
	const isNotFound = response.case === 'notFound' || response.case === 'notFoundToDelete';
	const isTold = isNotFound && NOT_FOUND.test(words ?? '');
	return isTold ? undefined : words;
}

/** The word that told of a failure comes first, as one beside it may be about something else, such as `message: OK`. */
function signWordsOf({ response, secrets }: RequestFailure): string | undefined {
	if (!response.sign) return undefined;
	const { field, value, context } = response.sign;
	const words = wordsIn({ [field]: value }, secrets) ?? wordsIn(context, secrets);
	const isWord = typeof value === 'string' && /^\w+$/.test(value);
	return words ?? (isWord ? `${field} '${value}'` : `'${field}' in its answer`);
}

/** For a change that counts as done although the answer was not understood. */
export function unknownAnswerHint(
	{ method, serviceId }: ServiceRequest,
	{ body }: Answer,
	secrets: string[],
): string {
	const change = method === 'PATCH' ? 'update' : 'deletion';
	const said = wordsIn(body, secrets) ?? withoutSecrets(quoted(body), secrets);
	return `The service's answer to the ${change} of service item '${serviceId}' shows no service item: ${said}. It counts as done: check that it is`;
}
