import { RateLimiter } from '../../../../../nodes/shared/client/rateLimiter';
import { letPass, useFakeClock } from '../../../support/fakeClock';

const BEGIN = Date.UTC(2026, 10, 21);

useFakeClock(BEGIN);

const enterAtOnce = () => Promise.resolve(true);

/** Asks for so many turns at once and notes, on the fake clock, when each comes. */
function askFor(turns: number, rateLimiter: RateLimiter, enter = enterAtOnce): number[] {
	const starts: number[] = [];
	for (let turn = 0; turn < turns; turn++) {
		void rateLimiter.turn(enter).then(() => starts.push(Date.now() - BEGIN));
	}
	return starts;
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

describe('an account that lets nothing start for a while', () => {
	it('is waited for in line, and the cap holds afterwards', async () => {
		const enter = async () => {
			const isHeldBack = Date.now() < BEGIN + 10_000;
			if (isHeldBack) await new Promise((resolve) => setTimeout(resolve, 10_000));
			return true;
		};
		const starts = askFor(4, new RateLimiter(1), enter);
		await letPass(60_000);
		expect(starts).toEqual([10_000, 11_000, 12_000, 13_000]);
	});

	it('says whether a request has started', async () => {
		const turn = new RateLimiter(1).turn(() => Promise.resolve(false));
		expect(await turn).toBe(false);
	});
});

it('without a cap, nobody waits for the one before to be let in', async () => {
	const rateLimiter = new RateLimiter(0);
	void rateLimiter.turn(async () => await new Promise<boolean>(() => undefined));
	const starts = askFor(2, rateLimiter);
	await letPass(0);
	expect(starts).toEqual([0, 0]);
});

describe('a cancelled execution', () => {
	it('waits no longer', async () => {
		const controller = new AbortController();
		const starts = askFor(3, new RateLimiter(0.001, controller.signal));
		await letPass(0);
		expect(starts).toEqual([0]);

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
		['one by one while n8n waits for the service', 100, 5],
		['together when n8n has no time to spare', 2, 1],
	])('leave %s', async (_, answerTime, moments) => {
		const starts = askFor(5, await rateLimiterAfter(answerTime));
		await letPass(1000);
		expect(starts).toHaveLength(5);
		expect(new Set(starts).size).toBe(moments);
	});

	it.each([
		['go on leaving one by one, however many there were', 100, 5],
		['go on leaving together where answers are quick', 2, 1],
	])('%s', async (_, answerTime, moments) => {
		const rateLimiter = new RateLimiter(0);
		for (let round = 0; round < 40; round++) {
			askFor(5, rateLimiter);
			await letPass(100);
			for (let n = 0; n < 5; n++) rateLimiter.noteEnd(answerTime);
		}
		const begin = Date.now() - BEGIN;
		const starts = askFor(5, rateLimiter);
		await letPass(1000);
		expect(starts.every((start) => start >= begin)).toBe(true);
		expect(new Set(starts).size).toBe(moments);
	});

	it('do not wait for each other longer when the service takes very long', async () => {
		const starts = askFor(5, await rateLimiterAfter(30_000));
		await letPass(20);
		expect(starts).toEqual([0, 3, 6, 9, 12]);
	});
});
