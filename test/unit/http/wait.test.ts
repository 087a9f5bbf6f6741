import { AccountPause } from '../../../nodes/shared/http/accountPause';
import {
	doublingWait,
	pause,
	retryAfterOf,
	spread,
	withDeadline,
} from '../../../nodes/shared/http/wait';
import { letPass, useFakeClock } from '../support/fakeClock';

useFakeClock(Date.UTC(2026, 10, 21, 12));

it('a pause ends with the execution', async () => {
	const stop = new AbortController();
	let isOver = false;
	void pause(60_000, stop.signal).then(() => (isOver = true));
	await letPass(0);
	expect(isOver).toBe(false);
	stop.abort();
	await letPass(0);
	expect(isOver).toBe(true);
});

it('what takes longer than its deadline ends as a timeout', async () => {
	const never = new Promise<never>(() => undefined);
	const end = withDeadline(never, { ms: 4_000 }).catch((error: unknown) => error);
	await letPass(10_000);
	expect(await end).toMatchObject({ code: 'ETIMEDOUT' });
});

it('waits grow, and are spread by chance', () => {
	expect([1, 2, 3, 4, 100].map(doublingWait)).toEqual([500, 1_000, 2_000, 4_000, 30_000]);
	const waits = Array.from({ length: 20 }, () => spread(1_000));
	expect(Math.min(...waits)).toBeGreaterThanOrEqual(1_000);
	expect(Math.max(...waits)).toBeLessThanOrEqual(1_100);
	expect(new Set(waits).size).toBeGreaterThan(1);
});

it('two processes that were refused at once do not come back together', () => {
	const [one, other] = [new AccountPause(), new AccountPause()];
	for (const each of [one, other]) each.onThrottled(0, 0, undefined);
	expect(one.until).not.toBe(other.until);
});

it.each<[unknown, number | undefined]>([
	['7', 7_000],
	[' 0 ', 0],
	['1.5', 1_500],
	['Sat, 21 Nov 2026 12:00:30 GMT', 30_000],
	['Saturday, 21-Nov-26 12:01:00 GMT', 60_000],
	['Sat, 21 Nov 2026 11:00:00 GMT', 0],
	['soon 5', undefined],
	['-5', undefined],
	['', undefined],
	[undefined, undefined],
])('Retry-After: %p means %p ms', (value, ms) => {
	expect(retryAfterOf({ 'retry-after': value })).toBe(ms);
});

it.each([
	['Sat, 21 Nov 2026 11:00:00 GMT', 30_000],
	['soon', 0],
])('a Retry-After by date counts from the date of the answer: %p', (date, ms) => {
	expect(retryAfterOf({ date, 'retry-after': 'Sat, 21 Nov 2026 11:00:30 GMT' })).toBe(ms);
});
