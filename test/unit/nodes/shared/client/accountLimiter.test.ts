import { AccountLimiter } from '../../../../../nodes/shared/client/accountLimiter';
import type { Outcome } from '../../../../../nodes/shared/answers/outcome';
import { judge } from '../../../../../nodes/shared/client/judgement';
import { apiFormatOf } from '../../../../../nodes/shared/wire/apiFormat';
import { answered } from '../../../support/outcomes';
import { letPass, useFakeClock } from '../../../support/fakeClock';

const BEGIN = Date.UTC(2026, 10, 21);
const NO_LIMITS = { requestsPerSecond: 0, concurrency: 0 };
const OWNER = {};

useFakeClock(BEGIN);

/** Asks for so many starts at once and notes, on the fake clock, when each comes. */
function askFor(count: number, limiter: AccountLimiter, owner: object = OWNER): number[] {
	const starts: number[] = [];
	for (let start = 0; start < count; start++) {
		void limiter.enter({ owner }).then(() => starts.push(Date.now() - BEGIN));
	}
	return starts;
}

function refusal(retryAfter?: number): Outcome {
	return answered(429, '', retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) });
}

function note(limiter: AccountLimiter, outcome: Outcome, startedAt: number): void {
	const judgement = judge({ method: 'POST' }, outcome, { format: apiFormatOf({}) });
	limiter.noteOutcome(outcome, judgement, startedAt);
}

function limiterWith(limits: Partial<typeof NO_LIMITS>): AccountLimiter {
	const limiter = new AccountLimiter();
	limiter.setLimits('credential', { ...NO_LIMITS, ...limits });
	return limiter;
}

function smallestGap(starts: number[]): number {
	return Math.min(...starts.slice(1).map((start, i) => start - (starts[i] as number)));
}

describe('without limits, and at a service that refuses nothing', () => {
	it('all requests start at once, without a timer', async () => {
		const starts = askFor(1_000, new AccountLimiter());
		await Promise.resolve();
		expect(starts).toEqual(Array(1_000).fill(0));
		expect(jest.getTimerCount()).toBe(0);
	});
});

describe('limits of the account', () => {
	it('space out the requests of all runs', async () => {
		const limiter = limiterWith({ requestsPerSecond: 4 });
		const starts = [askFor(2, limiter, {}), askFor(2, limiter, {})];
		await letPass(10_000);
		expect(starts.flat().sort((a, b) => a - b)).toEqual([0, 250, 500, 750]);
	});

	it('are not saved up while nothing is sent', async () => {
		const limiter = limiterWith({ requestsPerSecond: 1 });
		askFor(1, limiter);
		await letPass(60_000);
		const starts = askFor(3, limiter);
		await letPass(10_000);
		expect(starts).toEqual([60_000, 61_000, 62_000]);
	});

	it('bound the requests under way; whoever leaves makes room', async () => {
		const limiter = limiterWith({ concurrency: 2 });
		const starts = [askFor(2, limiter, {}), askFor(2, limiter, {})];
		await letPass(1_000);
		expect(starts.flat()).toHaveLength(2);
		limiter.leave();
		await letPass(0);
		expect(starts.flat()).toHaveLength(3);
	});

	it('are the strictest of its credentials, each as it was last read', async () => {
		const limiter = limiterWith({ concurrency: 5 });
		limiter.setLimits('other', { ...NO_LIMITS, concurrency: 2 });
		const starts = askFor(10, limiter);
		await letPass(0);
		expect(starts).toHaveLength(2);

		limiter.setLimits('other', NO_LIMITS);
		limiter.leave();
		await letPass(0);
		expect(starts).toHaveLength(6);
	});
});

describe('a request that is asked to wait', () => {
	it.each([
		['because there are too many', refusal(5)],
		['because the service is down', answered(503, '', { 'retry-after': '5' })],
	])('%s holds back all, those who wait already too', async (_, outcome) => {
		const limiter = limiterWith({ requestsPerSecond: 10 });
		const starts = askFor(3, limiter);
		await letPass(0);
		note(limiter, outcome, Date.now());
		const later = askFor(1, limiter, {});
		await letPass(4_999);
		expect([...starts, ...later]).toEqual([0]);

		await letPass(10_000);
		expect([...starts, ...later]).toHaveLength(4);
	});

	it('for a moment does not end a longer pause early', async () => {
		const limiter = new AccountLimiter();
		note(limiter, refusal(5), Date.now());
		note(limiter, refusal(1), Date.now());
		const starts = askFor(1, limiter);
		await letPass(4_999);
		expect(starts).toEqual([]);
		await letPass(1_000);
		expect(starts).toHaveLength(1);
	});

	it('for an hour holds back nobody else for so long', async () => {
		const limiter = new AccountLimiter();
		note(limiter, refusal(3_600), Date.now());
		const starts = askFor(1, limiter);
		await letPass(5_000);
		expect(starts).toHaveLength(1);
	});

	it('does not let all go at the same moment afterwards', async () => {
		const limiter = new AccountLimiter();
		note(limiter, refusal(1), Date.now());
		const starts = askFor(5, limiter);
		await letPass(60_000);
		expect(starts).toHaveLength(5);
		expect(smallestGap(starts)).toBeGreaterThan(0);
	});

	it('does not lift the limits of the account', async () => {
		const limiter = limiterWith({ requestsPerSecond: 1 });
		const starts = askFor(3, limiter);
		await letPass(100);
		note(limiter, refusal(0), Date.now());
		await letPass(60_000);
		expect(starts).toHaveLength(3);
		expect(smallestGap(starts)).toBeGreaterThanOrEqual(1_000);
	});
});

it('a service that refuses one request after the other is asked now and then only', async () => {
	const limiter = new AccountLimiter();
	let sent = 0;
	const ask = async (): Promise<void> => {
		await limiter.enter({ owner: {} });
		sent++;
		note(limiter, refusal(), Date.now());
		limiter.leave();
		if (Date.now() < BEGIN + 60_000) await ask();
	};
	for (let request = 0; request < 40; request++) void ask();
	await letPass(60_000);
	// Forty at first, which were on their way together.
	expect(sent).toBeLessThan(40 + 40);
	await letPass(600_000);
});

it('after a minute without a refusal all is as before', async () => {
	const limiter = new AccountLimiter();
	note(limiter, refusal(), Date.now());
	await letPass(61_000);
	const starts = askFor(100, limiter);
	await letPass(0);
	expect(starts).toHaveLength(100);
});

describe('an execution that is stopped', () => {
	it('waits no longer, has started nothing, and is in nobody’s way', async () => {
		const limiter = limiterWith({ concurrency: 1 });
		askFor(1, limiter);
		const stop = new AbortController();
		const stopped = limiter.enter({ owner: {}, signal: stop.signal });
		const starts = askFor(1, limiter, {});
		stop.abort();
		expect(await stopped).toBe(false);
		expect(starts).toEqual([]);

		limiter.leave();
		await letPass(0);
		expect(starts).toEqual([0]);
	});

	it('does not even begin to wait', async () => {
		const limiter = new AccountLimiter();
		expect(await limiter.enter({ owner: {}, signal: AbortSignal.abort() })).toBe(false);
		expect(limiter.isIdle).toBe(true);
	});
});

describe('limits', () => {
	it('hold for a credential as it was last read, however often it is read', async () => {
		const limiter = limiterWith({ requestsPerSecond: 1, concurrency: 3 });
		limiter.setLimits('credential', { requestsPerSecond: 4, concurrency: 3 });
		limiter.setLimits('credential', { requestsPerSecond: 4, concurrency: 3 });
		const starts = askFor(5, limiter);
		await letPass(10_000);
		expect(starts).toEqual([0, 250, 500]);
	});

	it('are forgotten of credentials that many others have come after', async () => {
		const limiter = limiterWith({ concurrency: 1 });
		for (let n = 1; n < 20; n++) limiter.setLimits(`other ${n}`, NO_LIMITS);
		expect(askFor(3, limiter)).toHaveLength(0);
		await letPass(0);
		const starts = askFor(3, limiter);
		await letPass(0);
		expect(starts).toEqual([]);

		limiter.setLimits('other 20', NO_LIMITS);
		limiter.leave();
		await letPass(0);
		expect(starts).toHaveLength(3);
	});
});

describe('what others are held back by', () => {
	/** When a request of somebody else starts after one that came out like this. */
	async function startAfter(outcome: Outcome): Promise<number | undefined> {
		const limiter = new AccountLimiter();
		note(limiter, outcome, Date.now());
		const starts = askFor(1, limiter, {});
		await letPass(200_000);
		return starts[0];
	}

	it.each([
		['a service that is down for a minute', answered(503, '', { 'retry-after': '60' }), 60_000],
		['a service that is down for longer', answered(503, '', { 'retry-after': '61' }), 0],
		['a refusal for two minutes', refusal(120), 120_000],
		['an answer that asks for nothing', answered(200), 0],
		[
			'an answer of success that asks for a pause',
			answered(200, '', { 'retry-after': '2' }),
			2_000,
		],
	])('%s', async (_, outcome, least) => {
		const start = await startAfter(outcome);
		expect(start).toBeGreaterThanOrEqual(least);
		expect(start).toBeLessThanOrEqual(least + 100);
	});

	it('a refusal that says nothing: a moment, that grows with the refusals in a row up to the fourth', async () => {
		const limiter = new AccountLimiter();
		const pauses: number[] = [];
		for (let refusals = 1; refusals <= 8; refusals++) {
			const begin = Date.now();
			note(limiter, refusal(), begin);
			const starts = askFor(1, limiter);
			await letPass(20_000);
			pauses.push((starts[0] as number) + BEGIN - begin);
			limiter.leave();
		}
		const [first, second, third, ...later] = pauses as [number, number, number, ...number[]];
		expect(first).toBeLessThanOrEqual(500);
		expect(second).toBeLessThanOrEqual(2_000);
		expect(third).toBeGreaterThanOrEqual(1_000);
		for (const pause of later) {
			expect(pause).toBeGreaterThanOrEqual(2_000);
			expect(pause).toBeLessThanOrEqual(4_000);
		}
	});
});

it('requests that get through are counted, whatever the service thought of them', () => {
	const limiter = new AccountLimiter();
	for (const outcome of [answered(200), answered(404), answered(499), answered(500), refusal()]) {
		note(limiter, outcome, Date.now());
	}
	expect(limiter.successes).toBe(3);
});

it('is idle while nobody has a request under way, or waits for one', async () => {
	const limiter = limiterWith({ concurrency: 1 });
	expect(limiter.isIdle).toBe(true);
	askFor(2, limiter);
	expect(limiter.isIdle).toBe(false);
	await letPass(0);
	limiter.leave();
	await letPass(0);
	expect(limiter.isIdle).toBe(false);
	limiter.leave();
	expect(limiter.isIdle).toBe(true);
});

it('an execution that is stopped later, when its request is over, takes nobody’s place', async () => {
	const limiter = limiterWith({ concurrency: 1 });
	askFor(1, limiter);
	const stop = new AbortController();
	const entered = limiter.enter({ owner: {}, signal: stop.signal });
	limiter.leave();
	expect(await entered).toBe(true);
	const starts = askFor(1, limiter);
	stop.abort();
	await letPass(0);
	expect(starts).toEqual([]);
	limiter.leave();
	await letPass(0);
	expect(starts).toEqual([0]);
});

it('one timer is enough, however many wait', async () => {
	const limiter = limiterWith({ requestsPerSecond: 1 });
	askFor(100, limiter);
	await letPass(500);
	expect(jest.getTimerCount()).toBe(1);
});
