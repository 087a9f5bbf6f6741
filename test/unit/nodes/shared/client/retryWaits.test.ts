import { UserError } from 'n8n-workflow';

import { askedWait, waitBeforeRetry } from '../../../../../nodes/shared/client/retryWaits';
import { answered, broken, withoutToken } from '../../../support/outcomes';

const reset = broken('ECONNRESET');

/** The shortest and the longest of many waits. */
function waitsBefore(tries: number, outcome = reset): [number, number] {
	const waits = Array.from({ length: 1000 }, () => waitBeforeRetry(tries, outcome));
	return [Math.min(...waits), Math.max(...waits)];
}

describe('the wait before another try', () => {
	it('grows with every try, up to a bound', () => {
		for (const [tries, longest] of [500, 1000, 2000, 4000].entries()) {
			const [least, most] = waitsBefore(tries + 1);
			expect(least).toBeGreaterThanOrEqual(longest / 2);
			expect(most).toBeGreaterThan(longest * 0.9);
			expect(most).toBeLessThanOrEqual(longest);
		}
		for (const tries of [10, 100, 2000]) expect(waitsBefore(tries)[1]).toBeLessThanOrEqual(30_000);
	});

	it('differs between parallel requests, but is never nothing', () => {
		const [shortest, longest] = waitsBefore(1);
		expect(shortest).toBeGreaterThan(0);
		expect(longest).toBeGreaterThanOrEqual(shortest * 1.5);
	});

	it.each([
		['429', answered(429, '', { 'retry-after': '7' })],
		['503', answered(503, '', { 'retry-after': '7' })],
		['the login', withoutToken(true, 7000)],
	])('is what the service asks for with %s, and hardly more', (_what, outcome) => {
		for (const wait of waitsBefore(1, outcome)) {
			expect(wait).toBeGreaterThanOrEqual(7000);
			expect(wait).toBeLessThan(8000);
		}
	});
});

describe('the wait a service asks for', () => {
	it('may be a date, counted from now', () => {
		jest.useFakeTimers({ now: Date.UTC(2026, 10, 21, 12) });
		const headers = { 'retry-after': 'Sat, 21 Nov 2026 12:00:30 GMT' };
		expect(askedWait(answered(429, '', headers))).toBe(30_000);
		jest.useRealTimers();
	});

	it('is unknown of a request that n8n would not send', () => {
		const reason = Object.assign(new UserError('No'), { retryAfterMs: 5000 });
		expect(askedWait({ kind: 'notSent', reason })).toBeUndefined();
	});

	it('keeps parallel requests apart that were asked to wait alike', () => {
		const [least, most] = waitsBefore(1, answered(429, '', { 'retry-after': '7' }));
		expect(most - least).toBeGreaterThan(50);
	});

	it('is unknown when there is no answer, no header, or no token for another reason', () => {
		for (const outcome of [reset, answered(503), withoutToken(true)]) {
			expect(askedWait(outcome)).toBeUndefined();
		}
	});
});
