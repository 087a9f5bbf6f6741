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
	const date = Date.parse(value);
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
