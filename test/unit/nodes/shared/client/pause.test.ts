import { pause } from '../../../../../nodes/shared/client/pause';

beforeEach(() => {
	jest.useFakeTimers();
});

afterEach(() => {
	jest.useRealTimers();
});

async function isOverAfter(passed: number, ms: number, signal?: AbortSignal): Promise<boolean> {
	let isOver = false;
	void pause(ms, signal).then(() => (isOver = true));
	await jest.advanceTimersByTimeAsync(passed);
	return isOver;
}

it.each([1, 999, 1000, 2500, 60_000])('a pause of %d ms lasts that long', async (ms) => {
	expect(await isOverAfter(ms - 1, ms)).toBe(false);
	expect(await isOverAfter(ms, ms)).toBe(true);
});

it.each([0, -5, NaN])('a pause of %d ms is none', async (ms) => {
	expect(await isOverAfter(0, ms)).toBe(true);
});

it('does not begin in an execution that was cancelled', async () => {
	expect(await isOverAfter(0, 60_000, AbortSignal.abort())).toBe(true);
});

it('ends with the execution', async () => {
	const controller = new AbortController();
	let isOver = false;
	void pause(60_000, controller.signal).then(() => (isOver = true));
	await jest.advanceTimersByTimeAsync(5_500);
	expect(isOver).toBe(false);

	controller.abort();
	await jest.advanceTimersByTimeAsync(0);
	expect(isOver).toBe(true);
});
