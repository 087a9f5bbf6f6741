import type { PlannedFault } from '../../service/faults';

/** A fault with the name it has in the titles. */
export function named(fault: PlannedFault): [string, PlannedFault] {
	const { kind, status, retryAfter } = fault;
	const retry = retryAfter === undefined ? undefined : `(Retry-After: ${retryAfter})`;
	return [[kind, status, retry].filter(Boolean).join(' '), fault];
}

export const SLOW_DOWN = [
	{ kind: 'tooManyRequests' },
	{ kind: 'tooManyRequests', retryAfter: 0 },
	{ kind: 'tooManyRequests', retryAfter: 'date', delayMs: 0 },
].map((fault) => named(fault as PlannedFault));

export const PASSING = [
	{ kind: 'errorBefore', status: 502 },
	{ kind: 'errorBefore', status: 503 },
	{ kind: 'errorBefore', status: 504 },
	{ kind: 'errorBefore', status: 503, retryAfter: 0 },
	{ kind: 'htmlError' },
	{ kind: 'resetBefore' },
	{ kind: 'hangBefore' },
	{ kind: 'html' },
].map((fault) => named(fault as PlannedFault));

/** Like PASSING, but the request was carried out. */
export const PASSING_AFTER = [
	{ kind: 'errorAfter', status: 502 },
	{ kind: 'errorAfter', status: 504 },
	{ kind: 'resetAfter' },
	{ kind: 'hangAfter' },
	{ kind: 'truncatedJson' },
	{ kind: 'cutBody' },
	{ kind: 'notJson' },
].map((fault) => named(fault as PlannedFault));

export const REFUSALS = [400, 403, 404, 405, 409, 410, 422];
