import { Heartbeat } from '../../../../../nodes/shared/reservation/heartbeat';

const BEGIN = Date.UTC(2026, 10, 21);

beforeEach(() => {
	jest.useFakeTimers({ now: BEGIN });
});

afterEach(() => {
	jest.useRealTimers();
});

/** Time passes, and no timer goes off: the process is frozen. */
function freeze(ms: number): void {
	jest.setSystemTime(Date.now() + ms);
}

/** A heart that beats until it is told to end. */
function beating(): { heart: Heartbeat; end: () => Promise<void> } {
	const heart = new Heartbeat();
	let stop = (): void => undefined;
	const work = heart.during(async () => await new Promise<void>((resolve) => (stop = resolve)));
	const end = async (): Promise<void> => {
		stop();
		await work;
		await jest.advanceTimersByTimeAsync(2_000);
	};
	return { heart, end };
}

it('a process that works has not stood still, for however long', async () => {
	const { heart, end } = beating();
	await jest.advanceTimersByTimeAsync(60_000);
	expect(heart.hasStoodStillSince(BEGIN)).toBe(false);
	await end();
});

it.each([
	[2_000, false],
	[2_001, true],
	[60_000, true],
])('one that is late by %d ms: %s', async (ms, hasStoodStill) => {
	const { heart, end } = beating();
	freeze(ms);
	expect(heart.hasStoodStillSince(BEGIN)).toBe(hasStoodStill);
	await end();
});

it('a standstill of two and a half seconds is noticed, whenever it begins between two beats', async () => {
	for (const untilFreeze of [1, 250, 499]) {
		const { heart, end } = beating();
		await jest.advanceTimersByTimeAsync(3_000 + untilFreeze);
		const read = Date.now();
		freeze(2_500);
		expect(heart.hasStoodStillSince(read)).toBe(true);
		await end();
	}
});

it('what was read after it woke up is not outdated', async () => {
	const { heart, end } = beating();
	freeze(60_000);
	const woken = Date.now();
	await jest.advanceTimersByTimeAsync(10_000);
	expect(heart.hasStoodStillSince(woken - 1)).toBe(true);
	expect(heart.hasStoodStillSince(Date.now())).toBe(false);
	await end();
});

it('nobody knows of a time in which nothing was under way', async () => {
	const { heart, end } = beating();
	await end();
	freeze(60_000);
	expect(heart.hasStoodStillSince(BEGIN)).toBe(false);
	expect(jest.getTimerCount()).toBe(0);
});

it('beats for all who work, once, until the last is done', async () => {
	const heart = new Heartbeat();
	const ends: Array<() => void> = [];
	const works = [1, 2, 3].map(
		async (result) =>
			await heart.during(
				async () => await new Promise<number>((resolve) => ends.push(() => resolve(result))),
			),
	);
	expect(jest.getTimerCount()).toBe(1);
	ends[0]?.();
	ends[1]?.();
	await jest.advanceTimersByTimeAsync(3_000);
	freeze(60_000);
	expect(heart.hasStoodStillSince(BEGIN)).toBe(true);
	ends[2]?.();
	expect(await Promise.all(works)).toEqual([1, 2, 3]);
	await jest.advanceTimersByTimeAsync(2_000);
	expect(jest.getTimerCount()).toBe(0);
});

it('passes on what went wrong, and ends', async () => {
	const heart = new Heartbeat();
	const failed = heart.during(() => Promise.reject(new Error('No')));
	await expect(failed).rejects.toThrow('No');
	await jest.advanceTimersByTimeAsync(2_000);
	expect(jest.getTimerCount()).toBe(0);
});
