import { CanceledError } from '../../../../../nodes/shared/client/requestFailure';
import { withDeadline } from '../../../../../nodes/shared/client/deadline';

beforeEach(() => {
	jest.useFakeTimers();
});

afterEach(async () => {
	await jest.runAllTimersAsync();
	jest.useRealTimers();
});

/** Work that ends after `ms`, as `end` says. */
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

const refused = new Error('refused');
const refuse = () => {
	throw refused;
};

it.each([0, 1, 99])('work that ends after %d of 100 ms gives its result', async (ms) => {
	expect(
		await endOf(
			withDeadline(
				workOf(ms, () => 'done'),
				{ ms: 100 },
			),
		),
	).toEqual({
		end: 'done',
		after: ms,
	});
});

it.each([0, 99])('work that fails after %d of 100 ms fails as it did', async (ms) => {
	expect(await endOf(withDeadline(workOf(ms, refuse), { ms: 100 }))).toEqual({
		end: refused,
		after: ms,
	});
});

it.each([
	['never ends', () => new Promise(() => undefined)],
	['ends later', () => workOf(5000, () => 'done')],
	['fails later, which is of no interest,', () => workOf(5000, refuse)],
])('work that %s is a timeout within a second after 100 ms', async (_, work) => {
	const { end, after } = await endOf(withDeadline<unknown>(work(), { ms: 100 }));

	expect(end).toBeInstanceOf(Error);
	expect(end).toMatchObject({ code: 'ETIMEDOUT', message: 'The answer did not end in time' });
	expect(after).toBeGreaterThanOrEqual(100);
	expect(after).toBeLessThanOrEqual(1100);
});

it.each([
	['is done', () => Promise.resolve('done')],
	['has failed', () => Promise.reject(refused)],
])('waits for nothing any more when the work %s', async (_, work) => {
	const waiting = withDeadline<string>(work(), { ms: 60_000 }).catch(() => 'failed');
	await waiting;
	await jest.advanceTimersByTimeAsync(1000);

	expect(jest.getTimerCount()).toBe(0);
});

it('does not wait a second longer where the time is up on the second', async () => {
	const never = new Promise<never>(() => undefined);
	expect(await endOf(withDeadline(never, { ms: 1000 }))).toMatchObject({ after: 1000 });
});

it('takes one timer, however many requests are under way', async () => {
	const ends = Array.from({ length: 100 }, () =>
		withDeadline(
			workOf(5000, () => 'done'),
			{ ms: 60_000 },
		),
	);
	await jest.advanceTimersByTimeAsync(4500);
	expect(jest.getTimerCount()).toBe(100 + 1);
	await jest.runAllTimersAsync();
	expect(await Promise.all(ends)).toHaveLength(100);
});

describe('a stopped execution', () => {
	const never = async () => await new Promise<never>(() => undefined);

	it('ends all waiting of that execution at once, and no other', async () => {
		const [stopped, other] = [new AbortController(), new AbortController()];
		const ends: unknown[] = [];
		for (const { signal } of [stopped, stopped, other]) {
			withDeadline(never(), { ms: 60_000, signal }).catch((error: unknown) => ends.push(error));
		}

		stopped.abort();
		await jest.advanceTimersByTimeAsync(0);
		expect(ends).toEqual([expect.any(CanceledError), expect.any(CanceledError)]);
	});

	it('waits for nothing when it was stopped before', async () => {
		const waiting = withDeadline(never(), { ms: 60_000, signal: AbortSignal.abort() });
		await expect(waiting).rejects.toThrow(CanceledError);
	});

	it('leaves nothing behind on its signal, however many requests there were', async () => {
		const { signal } = new AbortController();
		const listen = jest.spyOn(signal, 'addEventListener');
		for (let request = 0; request < 100; request++) {
			await withDeadline(Promise.resolve(), { ms: 100, signal });
		}
		expect(listen).toHaveBeenCalledTimes(1);
	});
});
