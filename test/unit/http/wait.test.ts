import {
	CanceledError,
	doublingWait,
	growingWait,
	onAbort,
	pause,
	retryAfterOf,
	withDeadline,
} from '../../../nodes/shared/http/wait';

beforeEach(() => {
	jest.useFakeTimers();
});

afterEach(async () => {
	await jest.runAllTimersAsync();
	jest.useRealTimers();
});

describe('a pause', () => {
	async function isOverAfter(passed: number, ms: number, signal?: AbortSignal): Promise<boolean> {
		let isOver = false;
		void pause(ms, signal).then(() => (isOver = true));
		await jest.advanceTimersByTimeAsync(passed);
		return isOver;
	}

	it.each([1, 999, 1000, 2500, 60_000])('of %d ms lasts that long', async (ms) => {
		expect(await isOverAfter(ms - 1, ms)).toBe(false);
		expect(await isOverAfter(ms, ms)).toBe(true);
	});

	it.each([0, -5])('of %d ms is none', async (ms) => {
		expect(await isOverAfter(0, ms)).toBe(true);
	});

	it('ends with the execution, and does not begin after it', async () => {
		const stop = new AbortController();
		let isOver = false;
		void pause(60_000, stop.signal).then(() => (isOver = true));
		await jest.advanceTimersByTimeAsync(5_500);
		expect(isOver).toBe(false);
		stop.abort();
		await jest.advanceTimersByTimeAsync(0);
		expect(isOver).toBe(true);
		expect(await isOverAfter(0, 60_000, stop.signal)).toBe(true);
	});
});

describe('a deadline', () => {
	const refused = new Error('refused');

	async function workOf<Result>(ms: number, end: () => Result): Promise<Result> {
		await new Promise((resolve) => setTimeout(resolve, ms));
		return end();
	}

	/** How waiting for the work has ended, however long it took, and when. */
	async function endOf(waiting: Promise<unknown>): Promise<{ end: unknown; after: number }> {
		const begin = Date.now();
		const ended = waiting
			.catch((error: unknown) => error)
			.then((end) => ({ end, after: Date.now() - begin }));
		await jest.runAllTimersAsync();
		return await ended;
	}

	it.each([0, 1, 99])('leaves work that ends after %d of 100 ms its result', async (ms) => {
		const work = workOf(ms, () => 'done');
		expect(await endOf(withDeadline(work, { ms: 100 }))).toEqual({ end: 'done', after: ms });
	});

	it.each([
		['never ends', () => new Promise(() => undefined)],
		['ends later', () => workOf(5_000, () => 'done')],
		['fails later, which is of no interest,', () => workOf(5_000, () => Promise.reject(refused))],
	])('makes a timeout of work that %s', async (_, work) => {
		const { end, after } = await endOf(withDeadline<unknown>(work(), { ms: 4_000 }));
		expect(end).toMatchObject({ code: 'ETIMEDOUT', message: 'The answer did not end in time' });
		expect(after).toBe(4_000);
	});

	it('ends with the execution, for all that it waits for, and with no other', async () => {
		const [stopped, other] = [new AbortController(), new AbortController()];
		const ends: unknown[] = [];
		for (const { signal } of [stopped, stopped, other]) {
			const never = new Promise<never>(() => undefined);
			withDeadline(never, { ms: 60_000, signal }).catch((error: unknown) => ends.push(error));
		}
		stopped.abort();
		await jest.advanceTimersByTimeAsync(0);
		expect(ends).toEqual([expect.any(CanceledError), expect.any(CanceledError)]);
		const late = withDeadline(new Promise(() => undefined), { ms: 1, signal: stopped.signal });
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
	expect([1, 2, 3, 4].map(doublingWait)).toEqual([500, 1_000, 2_000, 4_000]);
	expect(doublingWait(100)).toBe(30_000);
	for (let n = 0; n < 100; n++) {
		expect(growingWait(3)).toBeGreaterThanOrEqual(1_000);
		expect(growingWait(3)).toBeLessThanOrEqual(2_000);
	}
});

describe('Retry-After', () => {
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
		[7, undefined],
	])('%p means %p ms', (value, ms) => {
		jest.setSystemTime(Date.UTC(2026, 10, 21, 12));
		expect(retryAfterOf({ 'retry-after': value })).toBe(ms);
	});
});
