import { quoted } from '../format/json';
import type { Failure, Told } from '../n8n/userError';
import { ApiError } from '../n8n/userError';
import type { ResponseCase, ResponseClass } from './classify';
import type { Answer, Reply } from './reply';
import { valuesOf } from './reply';
import type { ServiceRequest } from './request';
import type { Meaning, Row } from './responses';
import { fill, NOT_SENT, RESPONSES } from './responses';
import { toldWithoutSecrets, withoutSecrets, wordsIn } from './words';

/** Plain data, so that n8n can keep it with an execution. */
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
		readonly secrets: string[],
	) {
		super('The request to the reservation service did not succeed');
		Object.assign(this, failed);
	}

	get status(): number | undefined {
		return this.reply.kind === 'answer' ? this.reply.status : undefined;
	}

	/** True where the service says that there is no such thing. */
	get isMissing(): boolean {
		return this.status === 404 || this.status === 410;
	}

	get told(): Told {
		return textOf(this);
	}

	/**
	 * Where n8n keeps durable poll cursors (2.41,
	 * N8N_POLLER_DURABLE_CURSORS_ENABLED), a trigger that fails is not polled for
	 * a while: as long as the service asks for, or half an hour where somebody
	 * has to act. Elsewhere nobody reads it. A refused token may have been ended
	 * by another process: the next poll may succeed.
	 */
	get failure(): Failure | undefined {
		const { case: responseCase, signal, retryAfterMs } = this.response;
		if (signal === 'throttled') return { cause: 'rate-limited', retryAfterMs };
		if (responseCase === 'unauthorized') {
			return { cause: 'temporarily-unavailable' };
		}
		return KEY_REFUSED.includes(responseCase)
			? { cause: 'credential-invalid' }
			: undefined;
	}

	/**
	 * True where the service has said, in words that are not understood, that it
	 * took it: another request would make another one.
	 */
	get isTaken(): boolean {
		return this.response.case === 'unknownAnswer';
	}

	/**
	 * True where it may be sent again blindly: under the same key the service
	 * makes no second charge.
	 */
	hasKey(idempotencyKey: string | undefined): boolean {
		return (
			idempotencyKey !== undefined &&
			this.request.idempotencyKey === idempotencyKey
		);
	}
}

/**
 * After an unclear earlier try, a failed read tells nothing new: the earlier
 * failure stays.
 */
export function failureAfter(earlier: unknown, error: unknown): Error {
	const isRead =
		error instanceof RequestFailure && error.request.method === 'GET';
	return isRead && earlier instanceof Error ? earlier : (error as Error);
}

function textOf(failed: RequestFailure): Told {
	const { request, isUnclear } = failed;
	if (isUnclear && request.method === 'POST') {
		return unclearCreate(failed, tellAbout(failed));
	}
	const told = tellAbout(failed, `${subjectOf(request, isUnclear)}: `);
	return isUnclear ? { ...told, more: UNCLEAR_CHANGE } : told;
}

const UNCLEAR_CHANGE =
	'This or an earlier try may have been carried out. It is safe to run this again: doing it twice has the same result as doing it once.';

const NOT_FOUND = /^[\w\s'"-]*\bnot found[.!]?$/i;
const MEANINGS: { [name in ResponseCase]: Row | Meaning } = {
	...NOT_SENT,
	...RESPONSES,
};

/** @param subject what happened to the request, with its colon */
function tellAbout(
	{ request, reply, response, secrets }: RequestFailure,
	subject = '',
): Told {
	if (reply.kind === 'notSent') return toldWithoutSecrets(reply.told, secrets);
	// Only what was done has no words, and that is no failure.
	const words = MEANINGS[response.case] as Meaning;
	let said = reply.kind === 'answer' ? wordsIn(reply.body, secrets) : undefined;
	// "Service item not found" would say the same once more.
	if (response.case === 'notFound' && NOT_FOUND.test(said ?? '')) {
		said = undefined;
	}
	return fill(words, {
		...valuesOf(reply, said),
		subject,
		serviceId: request.serviceId,
	});
}

/**
 * The one outcome that may cost a guest money: never resent blindly, and said
 * plainly.
 */
function unclearCreate(
	{ request, isTaken }: RequestFailure,
	reason: Told,
): Told {
	const { reservationId, isProtected } = request;
	const where =
		reservationId === undefined ? '' : ` on reservation '${reservationId}'`;
	const what = `The service item may or may not have been created${where}: ${reason.what}`;
	if (isProtected) {
		const isSafe =
			'It is safe to run this again: an item that is there already will be recognized';
		return {
			what,
			advice: isTaken ? `${reason.advice}, before this is run again` : isSafe,
			more: 'No list has shown it since, or none could be read. It may still arrive: look at the reservation later.',
		};
	}
	return {
		what,
		advice:
			'Look at the reservation before creating it again: Get Many shows whether it is there',
		more: `It is not sent again blindly, so that the guest is not charged twice. To have this done for you, set 'Prevent Duplicates' to 'By Same Fields', save, and retry this execution with the currently saved workflow: only what is missing is created.`,
	};
}

function subjectOf(
	{ method, serviceId }: ServiceRequest,
	isUnclear: boolean,
): string {
	const item =
		serviceId === undefined ? 'service items' : `service item '${serviceId}'`;
	if (method === 'GET') return `The ${item} could not be read`;
	if (method === 'POST') return 'The service item was not created';
	const [change, changed] =
		method === 'PATCH' ? ['update', 'updated'] : ['deletion', 'deleted'];
	return isUnclear
		? `The ${change} of ${item} may or may not have been carried out`
		: `The ${item} was not ${changed}`;
}

/**
 * For a change that counts as done although the answer shows nothing of the
 * item, or another one.
 */
export function unknownAnswerHint(
	{ method, serviceId }: ServiceRequest,
	{ body }: Answer,
	secrets: string[],
): string {
	const change = method === 'PATCH' ? 'update' : 'deletion';
	const said = wordsIn(body, secrets) ?? withoutSecrets(quoted(body), secrets);
	return `The service's answer to the ${change} of service item '${serviceId}' does not show that item: ${said}. It counts as done: check that it is`;
}
