/** A service that asks for a longer pause than this is not waited for, in milliseconds. */
export const LONGEST_RETRY_AFTER_MS = 60_000;
const DAY_MS = 24 * 60 * 60_000;

/**
 * How long a Retry-After header asks to wait (RFC 9110: seconds or an HTTP date), in milliseconds.
 *
 * @param now the present time in epoch milliseconds, which a date is compared with
 * @returns undefined when the header is absent or unreadable
 */
export function retryAfterOf(headers: unknown, now: number): number | undefined {
	const value = (headers as Record<string, unknown> | undefined)?.['retry-after'];
	if (typeof value !== 'string') return undefined;
	if (/^\s*\d+(\.\d+)?\s*$/.test(value)) return Number(value) * 1000;
	// Date.parse alone takes "soon 5" for a date in May.
	const date = /^\s*(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(value) ? Date.parse(value) : NaN;
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** What to tell about a pause the service asks for, in milliseconds; undefined when it asks for none. */
export function waitAdvice(ms: number | undefined): string | undefined {
	if (!ms) return undefined;
	const length = ms > DAY_MS ? 'more than a day' : `${Math.ceil(ms / 1000)} seconds`;
	const asked = `It asks to wait ${length}`;
	return ms > LONGEST_RETRY_AFTER_MS
		? `${asked}, which is too long to wait here: run the workflow again after that`
		: asked;
}
