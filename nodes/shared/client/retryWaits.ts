import { TokenExchangeError } from '../access/tokenRefusal';
import type { Outcome } from '../answers/outcome';
import { retryAfterOf } from '../answers/retryAfter';

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
/** Parallel requests that were asked to wait alike come back within this time after it, and never before. */
export const SPREAD_MS = 100;

/** How long a request is tried while the service throttles, in milliseconds. It waits no longer than that either. */
export const LONGEST_THROTTLE_MS = 120_000;

/** How long the service asked to wait before the next request, in milliseconds, if it did. */
export function askedWait(outcome: Outcome): number | undefined {
	if (outcome.kind === 'answer') return retryAfterOf(outcome.headers, Date.now());
	if (outcome.kind === 'notSent' && outcome.reason instanceof TokenExchangeError) {
		return outcome.reason.retryAfterMs;
	}
	return undefined;
}

/** A wait that doubles with every try: half a second, one, two … */
export function doublingWait(tries: number): number {
	return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1));
}

/** The same, shortened by chance so that parallel requests do not come back together. */
export function growingWait(tries: number): number {
	return doublingWait(tries) * (0.5 + Math.random() / 2);
}

/** How long to wait before try number `tries + 1`, in milliseconds: the service's word first. */
export function waitBeforeRetry(tries: number, outcome: Outcome): number {
	const asked = askedWait(outcome);
	if (asked !== undefined) return asked + Math.random() * SPREAD_MS;
	return growingWait(tries);
}
