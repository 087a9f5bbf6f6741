import { RateLimiter } from '../../../../../nodes/shared/client/rateLimiter';

const BEGIN = Date.UTC(2026, 10, 21);

beforeEach(() => {
	jest.useFakeTimers({ now: BEGIN });
});

afterEach(() => {
	jest.useRealTimers();
});

/** Asks for so many turns at once and notes, on the fake clock, when each comes. */
function askFor(turns: number, rateLimiter: RateLimiter): number[] {
	const starts: number[] = [];
	for (let turn = 0; turn < turns; turn++) {
		void rateLimiter.turn().then(() => starts.push(Date.now() - BEGIN));
	}
	return starts;
}

/** The same, with enough time for all of them. */
async function startsOf(turns: number, rateLimiter: RateLimiter): Promise<number[]> {
	const starts = askFor(turns, rateLimiter);
	await letPass(60_000);
	return starts;
}

async function letPass(ms: number): Promise<void> {
	await jest.advanceTimersByTimeAsync(ms);
}

function smallestGap(starts: number[]): number {
	return Math.min(...starts.slice(1).map((start, i) => start - (starts[i] as number)));
}

describe('requests per second', () => {
	it('0 means no cap: all start at once', async () => {
		const starts = askFor(100, new RateLimiter(0));
		await letPass(0);
		expect(starts).toEqual(Array(100).fill(0));
	});

	it.each([
		[1, 1000],
		[4, 250],
		[0.5, 2000],
	])('%d are spaced evenly', async (perSecond, gap) => {
		const starts = askFor(4, new RateLimiter(perSecond));
		await letPass(10_000);
		expect(starts).toEqual([0, gap, 2 * gap, 3 * gap]);
	});

	it('are not saved up while nothing is sent', async () => {
		const rateLimiter = new RateLimiter(1);
		askFor(1, rateLimiter);
		await letPass(60_000);
		const starts = askFor(3, rateLimiter);
		await letPass(10_000);
		expect(starts).toEqual([60_000, 61_000, 62_000]);
	});
});

describe('being told to slow down', () => {
	it('holds back the whole run for that long, those who wait already too', async () => {
		const rateLimiter = new RateLimiter(10);
		const starts = askFor(3, rateLimiter);
		await letPass(0);
		rateLimiter.slowDown(5000);
		await letPass(4999);
		expect(starts).toEqual([0]);

		const later = askFor(1, rateLimiter);
		await letPass(10_000);
		expect(starts).toHaveLength(3);
		expect(Math.min(...starts.slice(1), ...later)).toBe(5000);
	});

	it('does not break the cap when the pause is over', async () => {
		const rateLimiter = new RateLimiter(1);
		const starts = askFor(5, rateLimiter);
		await letPass(0);
		rateLimiter.slowDown(10_000);
		const later = askFor(3, rateLimiter);
		await letPass(60_000);

		const all = [...starts, ...later].sort((a, b) => a - b);
		expect(all).toHaveLength(8);
		expect(smallestGap(all)).toBeGreaterThanOrEqual(1000);
	});

	it('for a moment only does not lift the cap either', async () => {
		const rateLimiter = new RateLimiter(1);
		const starts = askFor(1, rateLimiter);
		await letPass(100);
		rateLimiter.slowDown(0);
		starts.push(...(await startsOf(2, rateLimiter)));
		expect(starts).toHaveLength(3);
		expect(smallestGap(starts)).toBeGreaterThanOrEqual(1000);
	});

	it('does not let everyone who waits go at the same moment', async () => {
		const rateLimiter = new RateLimiter(0);
		rateLimiter.slowDown(1000);
		const starts = askFor(5, rateLimiter);
		await letPass(60_000);
		expect(starts).toHaveLength(5);
		expect(smallestGap(starts)).toBeGreaterThan(0);
	});

	it('again and again waits longer, but never for good', async () => {
		const gapAfter = async (times: number): Promise<number> => {
			const rateLimiter = new RateLimiter(0);
			for (let time = 0; time < times; time++) rateLimiter.slowDown(0);
			const starts = askFor(3, rateLimiter);
			await letPass(60_000);
			return smallestGap(starts);
		};

		expect(await gapAfter(3)).toBeGreaterThan(await gapAfter(1));
		expect(await gapAfter(100)).toBeLessThanOrEqual(1000);
	});

	it('is followed by the full speed again once requests go through', async () => {
		const rateLimiter = new RateLimiter(0);
		for (let time = 0; time < 10; time++) rateLimiter.slowDown(0);
		for (let success = 0; success < 100; success++) rateLimiter.speedUp();
		await letPass(10_000);
		const starts = askFor(5, rateLimiter);
		await letPass(0);
		expect(starts).toHaveLength(5);
	});

	it('does not end a longer pause early', async () => {
		const rateLimiter = new RateLimiter(0);
		rateLimiter.slowDown(5000);
		rateLimiter.slowDown(1000);
		const starts = askFor(1, rateLimiter);
		await letPass(4999);
		expect(starts).toEqual([]);
		await letPass(1000);
		expect(starts).toEqual([5000]);
	});
});

describe('a cancelled execution', () => {
	it('waits no longer', async () => {
		const controller = new AbortController();
		const rateLimiter = new RateLimiter(1, controller.signal);
		rateLimiter.slowDown(60_000);
		const starts = askFor(3, rateLimiter);
		await letPass(0);
		expect(starts).toEqual([]);

		controller.abort();
		await letPass(0);
		expect(starts).toHaveLength(3);
	});
});

describe('requests that follow answers which came together', () => {
	/** A run whose five requests have just been answered, after so many milliseconds. */
	async function rateLimiterAfter(answerTime: number): Promise<RateLimiter> {
		const rateLimiter = new RateLimiter(0);
		askFor(5, rateLimiter);
		await letPass(0);
		for (let n = 0; n < 5; n++) rateLimiter.noteEnd(answerTime);
		return rateLimiter;
	}

	it.each([
		['one by one while n8n waits for the service', 100, 1],
		['together when n8n has no time to spare', 2, 5],
	])('leave %s', async (_, answerTime, atOnce) => {
		const starts = askFor(5, await rateLimiterAfter(answerTime));
		for (let n = 0; n < 100; n++) await Promise.resolve();
		expect(starts).toHaveLength(atOnce);
		await letPass(1000);
		expect(starts).toHaveLength(5);
	});

	it('do not wait for each other longer when the service takes very long', async () => {
		const starts = askFor(5, await rateLimiterAfter(30_000));
		await letPass(20);
		expect(starts).toEqual([0, 3, 6, 9, 12]);
	});

	it('wait with all others when the run is told to slow down meanwhile', async () => {
		const rateLimiter = await rateLimiterAfter(30_000);
		const starts = askFor(5, rateLimiter);
		await letPass(0);
		rateLimiter.slowDown(10_000);
		await letPass(60_000);
		expect(starts).toHaveLength(5);
		expect(starts[1]).toBeGreaterThanOrEqual(10_000);
	});
});
