import { TokenExchangeError } from '../access/tokenRefusal';
import type { Answer, Outcome } from '../answers/outcome';
import { retryAfterOf } from '../answers/retryAfter';
import type { Method } from '../answers/verdict';
import { verdictOf } from '../answers/verdict';

/** Answers of a gateway or an overloaded service, which may not come again. */
const PASSING_STATUSES = [502, 503, 504];
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

/** True for an answer that means the request was carried out, by its status and by what it says. */
export function isDone(method: Method, outcome: Outcome): boolean {
	if (outcome.kind !== 'answer' || !outcome.isReadable) return false;
	const isSuccess = outcome.status >= 200 && outcome.status < 300;
	return isSuccess && verdictOf(method, outcome) === 'done';
}

/**
 * True for an answer that only a request with sufficient scope gets: the service did it, or complained about
 * the values. 429 and 5xx may come from a gateway that has not even looked at the token.
 */
export function isPastAuthorization({ status }: Answer): boolean {
	return (status >= 200 && status < 300) || [400, 404, 409, 422].includes(status);
}

/** True when the service refused the request before doing anything, for now. */
export function isThrottled(outcome: Outcome): boolean {
	return outcome.kind === 'answer' && outcome.status === 429;
}

/**
 * True when the request may or may not have been carried out: it was sent, and nothing that came back
 * (no answer, 408, 5xx, a success that cannot be read or has several results) tells.
 */
export function isUnclear(method: Method, outcome: Outcome): boolean {
	if (outcome.kind === 'notSent') return false;
	if (outcome.kind === 'noAnswer') return !outcome.isUnsent;
	const { status } = outcome;
	// 302 and 303 may mean "done, see there" as well as "not here".
	const tellsNothing = [302, 303, 408].includes(status) || status >= 500;
	if (tellsNothing || status >= 300) return tellsNothing;
	return !outcome.isReadable || verdictOf(method, outcome) === 'unclear';
}

/** True when the request may be carried out only now: nobody at the other end has given up on it for certain. */
export function mayStillArrive(outcome: Outcome): boolean {
	if (outcome.kind === 'answer') return outcome.status === 408 || outcome.status === 504;
	return outcome.kind === 'noAnswer' && outcome.isTimeout;
}

/**
 * Whether sending the same request again is both safe and of use.
 *
 * | what came back                        | GET, PATCH, DELETE | POST  |
 * | ------------------------------------- | ------------------ | ----- |
 * | 429                                   | again              | again |
 * | never sent (refused, DNS, no token)   | again              | again |
 * | 502, 503, 504                         | again              | never |
 * | reset, timeout, unreadable success    | again              | never |
 * | anything else                         | never              | never |
 *
 * PATCH sets fields and DELETE removes one item, so twice is the same as once. A POST would make two charges.
 */
export function mayResend(method: Method, outcome: Outcome): boolean {
	if (isThrottled(outcome)) return true;
	switch (outcome.kind) {
		case 'notSent':
			return outcome.reason instanceof TokenExchangeError && outcome.reason.transient;
		case 'noAnswer':
			return outcome.isPassing && (outcome.isUnsent || method !== 'POST');
		case 'answer':
			if (method === 'POST') return false;
			return (
				PASSING_STATUSES.includes(outcome.status) || (outcome.status < 300 && !outcome.isReadable)
			);
	}
}

/** How long the service asked to wait before the next request, in milliseconds, if it did. */
export function askedWait(outcome: Outcome): number | undefined {
	if (outcome.kind === 'answer') return retryAfterOf(outcome.headers, Date.now());
	if (outcome.kind === 'notSent' && outcome.reason instanceof TokenExchangeError) {
		return outcome.reason.retryAfterMs;
	}
	return undefined;
}

/** A wait that doubles with every try, with jitter so that parallel requests do not come back together. */
export function growingWait(tries: number): number {
	const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1));
	return wait * (0.5 + Math.random() / 2);
}

/** How long to wait before try number `tries + 1`, in milliseconds: the service's word first. */
export function waitBeforeRetry(tries: number, outcome: Outcome): number {
	const asked = askedWait(outcome);
	if (asked !== undefined) return asked + Math.random() * 100;
	return growingWait(tries);
}
