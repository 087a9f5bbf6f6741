/** What can go wrong. "Before" and "after" say whether the request was carried out before things went wrong. */
export const FAULT_KINDS = [
	/** 429, nothing done; Retry-After as `retryAfter` says. */
	'tooManyRequests',
	/** `status` (503), nothing done. */
	'errorBefore',
	/** Carried out, then `status` (500). */
	'errorAfter',
	/** Connection reset, nothing done. */
	'resetBefore',
	/** Carried out, then connection reset. */
	'resetAfter',
	/** Never answered, nothing done. */
	'hangBefore',
	/** Carried out, never answered. */
	'hangAfter',
	/** Carried out at once, answered `delayMs` (50) late. */
	'delay',
	/** Carried out; the JSON of the answer stops in the middle and Content-Length says so. */
	'truncatedJson',
	/** Carried out; the connection closes in the middle of the answer's body. */
	'cutBody',
	/** 200 with an HTML page, as of a login portal; nothing done. */
	'html',
	/** `status` (502) with an HTML page, as of a proxy; nothing done. */
	'htmlError',
	/** Carried out, 200 without a body; a refusal stays as it is. */
	'emptyBody',
	/** Carried out, 200 with a text that is not JSON; a refusal stays as it is. */
	'notJson',
	/** The token used is revoked and the request refused with 401; never happens on POST /token. */
	'tokenRevoked',
	/** `status` (307) to `location`; nothing done. */
	'redirect',
] as const;

export type FaultKind = (typeof FAULT_KINDS)[number];

/** Seconds, an HTTP date, or no Retry-After header at all. */
export type RetryAfter = number | 'date' | undefined;

export interface Fault {
	kind: FaultKind;
	/** Of kinds that answer with an error or a redirect. */
	status?: number;
	/** With 'date' the header names the moment `delayMs` (1000) from now, cut to full seconds as HTTP dates are. */
	retryAfter?: RetryAfter;
	delayMs?: number;
	/** Where a redirect leads; default: the path asked for, below `/elsewhere`. */
	location?: string;
}
