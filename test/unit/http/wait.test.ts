import {
	CanceledError,
	doublingWait,
	growingWait,
	onAbort,
	pause,
	retryAfterOf,
	withDeadline,
} from '../../../nodes/shared/http/wait';
import { letPass, useFakeClock } from '../support/fakeClock';

useFakeClock(Date.UTC(2026, 10, 21, 12));

/** How waiting has ended, and after how many milliseconds; undefined while it has not. */
function watch(waiting: Promise<unknown>): () => [unknown, number] | undefined {
	const begin = Date.now();
	let end: [unknown, number] | undefined;
	const note = (value: unknown): void => void (end = [value, Date.now() - begin]);
	void waiting.then(note, note);
	return () => end;
}

describe('a pause', () => {
	it.each([0, -5, 1, 2_500, 60_000])('of %d ms lasts that long', async (ms) => {
		const end = watch(pause(ms));
		await letPass(100_000);
		expect(end()).toEqual([undefined, Math.max(0, ms)]);
	});

	it('ends with the execution, and does not begin after it', async () => {
		const stop = new AbortController();
		const end = watch(pause(60_000, stop.signal));
		await letPass(5_500);
		expect(end()).toBeUndefined();
		stop.abort();
		const late = watch(pause(60_000, stop.signal));
		await letPass(0);
		expect([end(), late()]).toEqual([
			[undefined, 5_500],
			[undefined, 0],
		]);
	});
});

describe('a deadline', () => {
	const never = new Promise<never>(() => undefined);

	it('makes a timeout of work that takes longer, and does not mind how that ends', async () => {
		const late = new Promise((_, reject) => setTimeout(() => reject(new Error('late')), 5_000));
		const ends = [never, late].map((work) => watch(withDeadline(work, { ms: 4_000 })));
		await letPass(10_000);
		const timeout = { code: 'ETIMEDOUT', message: 'The answer did not end in time' };
		const expected = [expect.objectContaining(timeout), 4_000];
		expect(ends.map((end) => end())).toEqual([expected, expected]);
	});

	it('ends with the execution, for all that it waits for, and with no other', async () => {
		const [stopped, other] = [new AbortController(), new AbortController()];
		const ends = [stopped, stopped, other].map(({ signal }) =>
			watch(withDeadline(never, { ms: 60_000, signal })),
		);
		stopped.abort();
		await letPass(0);
		const canceled = [expect.any(CanceledError), 0];
		expect(ends.map((end) => end())).toEqual([canceled, canceled, undefined]);
		const late = withDeadline(never, { ms: 1, signal: stopped.signal });
		await expect(late).rejects.toBeInstanceOf(CanceledError);
	});
});

it('one listener serves all who wait for an execution to stop, and who took it back hears nothing', () => {
	const stop = new AbortController();
	const listen = jest.spyOn(stop.signal, 'addEventListener');
	const heard: number[] = [];
	const all = Array.from({ length: 100 }, (_, n) => onAbort(stop.signal, () => heard.push(n)));
	for (const takeBack of all.slice(1)) takeBack();
	stop.abort();
	expect(heard).toEqual([0]);
	expect(listen).toHaveBeenCalledTimes(1);
});

it('waits grow, and are shortened by chance', () => {
	expect([1, 2, 3, 4, 100].map(doublingWait)).toEqual([500, 1_000, 2_000, 4_000, 30_000]);
	for (let n = 0; n < 100; n++) {
		expect(growingWait(3)).toBeGreaterThanOrEqual(1_000);
		expect(growingWait(3)).toBeLessThanOrEqual(2_000);
	}
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
