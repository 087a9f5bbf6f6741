import { TokenExchangeError } from '../access/tokenRefusal';
import type { BodyFailure } from '../answers/failureInBody';
import { failureInBody } from '../answers/failureInBody';
import type { Answer, Outcome } from '../answers/outcome';
import type { Mapper } from '../format/mapper';
import type { Method, ServiceRequest } from './serviceRequest';

/** What became of a request, as far as one outcome tells; `unclear`: it may or may not have been carried out. */
export type Verdict = 'done' | 'refused' | 'unclear';

/** Several results under one status, each with a status of its own (RFC 4918). */
const MULTI_STATUS = 207;

/** What a kind of outcome means. */
interface Meaning {
	verdict: Verdict;
	/** Which requests may be sent again, where that is both safe and of use. */
	again: 'every' | 'notCreate' | 'none';
	/** The request may be carried out only now: nobody at the other end has given up on it for certain. */
	mayStillArrive?: boolean;
	/** The service wants fewer requests. */
	isThrottled?: boolean;
	/** The key was looked at and may do this: the service complained about something else, or did it. */
	isAuthorized?: boolean;
	/** The token was not accepted, and a new one may be. */
	isWorthLogin?: boolean;
	/** No other request of this run can succeed either. */
	isFinal?: boolean;
}

const authorized = { isAuthorized: true };
const late = { mayStillArrive: true };

/**
 * What every kind of outcome means. PATCH and DELETE twice are the same as once; a POST would make two charges, so it is sent
 * again only when it was certainly not carried out, or under a key with which the service makes no second charge.
 */
const MEANINGS = {
	// An answer with a status of success
	success: { verdict: 'done', again: 'none', ...authorized },
	refusalInBody: { verdict: 'refused', again: 'none', ...authorized },
	failureInBody: { verdict: 'refused', again: 'none', ...authorized },
	/** Taking a create for refused that went wrong somewhere would charge the guest again. */
	failureInBodyOfCreate: { verdict: 'unclear', again: 'none', ...authorized },
	severalResults: { verdict: 'unclear', again: 'none', ...authorized },
	unreadable: { verdict: 'unclear', again: 'notCreate', ...authorized },
	// Any other answer
	/** 302 and 303 may mean "done, see there" as well as "not here", and 300 or 304 to a create anything. */
	seeElsewhere: { verdict: 'unclear', again: 'none' },
	redirect: { verdict: 'refused', again: 'none' },
	unauthorized: { verdict: 'refused', again: 'none', isWorthLogin: true },
	/** It may be there already: made by a gateway that sent the request twice, or by somebody else. */
	conflict: { verdict: 'refused', again: 'none', ...authorized },
	rejected: { verdict: 'refused', again: 'none', ...authorized },
	/** Gone where that is just as well, or what an earlier try has done. */
	goneAsWanted: { verdict: 'done', again: 'none', ...authorized },
	requestTimeout: { verdict: 'unclear', again: 'none', ...late },
	/** Refused before anything was done, for now. */
	throttled: { verdict: 'refused', again: 'every', isThrottled: true },
	/** Any other refusal may come from a gateway that has not even looked at the token. */
	refused: { verdict: 'refused', again: 'none' },
	unavailable: { verdict: 'unclear', again: 'notCreate' },
	gatewayTimeout: { verdict: 'unclear', again: 'notCreate', ...late },
	brokenService: { verdict: 'unclear', again: 'none' },
	// No answer
	neverSent: { verdict: 'refused', again: 'every' },
	neverSendable: { verdict: 'refused', again: 'none' },
	timeout: { verdict: 'unclear', again: 'notCreate', ...late },
	connectionLost: { verdict: 'unclear', again: 'notCreate' },
	noSecureConnection: { verdict: 'unclear', again: 'none' },
	noTokenForNow: { verdict: 'refused', again: 'every' },
	loginThrottled: { verdict: 'refused', again: 'every', isThrottled: true },
	noToken: { verdict: 'refused', again: 'none', isFinal: true },
} satisfies Record<string, Meaning>;

/** The kind of an outcome: a row of the table. */
export type OutcomeKind = keyof typeof MEANINGS;

/** What one outcome of one request means. Judged once, and kept with the failure. */
export interface Judgement extends Omit<Meaning, 'again'> {
	kind: OutcomeKind;
	mayResend: boolean;
	/** What in the body of the answer tells of a failure. */
	failure?: BodyFailure;
}

/** What became of a request, and what that means. */
export interface Judged {
	outcome: Outcome;
	judgement: Judgement;
}

/** Judges the outcomes of one request. */
export type Judge = (outcome: Outcome) => Judgement;

/** What a judgement depends on beside the outcome. */
export interface JudgedBy {
	mapper: Mapper;
	/** True when it is just as well that the item to delete is not there. */
	mayBeGone?: boolean;
}

/** Judges what became of a request. The one place that does. */
export function judge(request: ServiceRequest, outcome: Outcome, by: JudgedBy): Judgement {
	if (outcome.kind !== 'answer') return judgementOf(kindWithoutAnswer(outcome), request);
	const { status, isReadable } = outcome;
	if (status < 200 || status >= 300) {
		return judgementOf(kindOfStatus(request, status, by), request);
	}
	if (!isReadable) return judgementOf('unreadable', request);
	const { method, serviceId } = request;
	if (status === MULTI_STATUS && method !== 'GET' && !by.mapper.holdsItem(outcome.body)) {
		return judgementOf('severalResults', request);
	}
	const isList = method === 'GET' && serviceId === undefined;
	const failure = failureInBody(outcome.body, isList, by.mapper);
	const kind = failure ? kindOfFailure(failure, method) : 'success';
	return { ...judgementOf(kind, request), failure };
}

function judgementOf(
	kind: OutcomeKind,
	{ method, idempotencyKey }: Pick<ServiceRequest, 'method' | 'idempotencyKey'>,
): Judgement {
	const { again, ...meaning }: Meaning = MEANINGS[kind];
	const isKeyed = method === 'POST' && idempotencyKey !== undefined;
	return {
		kind,
		...meaning,
		mayResend:
			again === 'every' ||
			(again === 'notCreate' && method !== 'POST') ||
			(isKeyed && meaning.verdict === 'unclear'),
	};
}

function kindOfFailure({ kind }: BodyFailure, method: Method): OutcomeKind {
	if (kind === 'refusal') return 'refusalInBody';
	return method === 'POST' ? 'failureInBodyOfCreate' : 'failureInBody';
}

/** The statuses of SERVICE-API.md section 7, and what the others usually mean. */
const STATUS_KINDS: Record<number, OutcomeKind> = {
	301: 'redirect',
	307: 'redirect',
	308: 'redirect',
	400: 'rejected',
	401: 'unauthorized',
	404: 'rejected',
	408: 'requestTimeout',
	409: 'conflict',
	422: 'rejected',
	429: 'throttled',
	/** A gateway whose client, or upstream, has gone. */
	499: 'requestTimeout',
	502: 'unavailable',
	503: 'unavailable',
	504: 'gatewayTimeout',
};

function kindOfStatus(
	{ method }: ServiceRequest,
	status: Answer['status'],
	{ mayBeGone }: JudgedBy,
): OutcomeKind {
	const isGone = status === 404 || status === 410;
	if (method === 'DELETE' && isGone && mayBeGone) return 'goneAsWanted';
	const known = STATUS_KINDS[status];
	if (known) return known;
	// A status below 200 is no answer to a request at all.
	if (status < 200 || status >= 500) return 'brokenService';
	return status < 400 ? 'seeElsewhere' : 'refused';
}

function kindWithoutAnswer(outcome: Exclude<Outcome, Answer>): OutcomeKind {
	if (outcome.kind === 'notSent') {
		const { reason } = outcome;
		if (!(reason instanceof TokenExchangeError && reason.transient)) return 'noToken';
		return reason.isThrottled ? 'loginThrottled' : 'noTokenForNow';
	}
	const { isUnsent, isPassing, isTimeout } = outcome;
	if (isUnsent) return isPassing ? 'neverSent' : 'neverSendable';
	if (isTimeout) return 'timeout';
	return isPassing ? 'connectionLost' : 'noSecureConnection';
}
