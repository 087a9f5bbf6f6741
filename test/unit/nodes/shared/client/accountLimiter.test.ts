import { AccountLimiter } from '../../../../../nodes/shared/client/accountLimiter';
import type { Outcome } from '../../../../../nodes/shared/answers/outcome';
import { judge } from '../../../../../nodes/shared/client/judgement';
import { apiFormatOf } from '../../../../../nodes/shared/wire/apiFormat';
import { answered } from '../../../support/outcomes';

const BEGIN = Date.UTC(2026, 10, 21);
const NO_LIMITS = { requestsPerSecond: 0, concurrency: 0 };
const OWNER = {};

beforeEach(() => {
	jest.useFakeTimers({ now: BEGIN });
});

afterEach(async () => {
	await jest.runAllTimersAsync();
	jest.useRealTimers();
});

async function letPass(ms: number): Promise<void> {
	await jest.advanceTimersByTimeAsync(ms);
}

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

describe('a storm of 200 requests, 40 at a time, at a service that allows 4 a second', () => {
	const PER_SECOND = 4;

	/** How the service counts: from now on, each call says whether a request is let through. */
	const services: Record<string, () => () => boolean> = {
		'in a bucket of 4': () => bucketOf(4),
		'in a bucket of 1': () => bucketOf(1),
		'in a bucket of 10': () => bucketOf(10),
		'by the second': () => {
			const counts = new Map<number, number>();
			return () => {
				const second = Math.floor(Date.now() / 1_000);
				counts.set(second, (counts.get(second) ?? 0) + 1);
				return (counts.get(second) as number) <= PER_SECOND;
			};
		},
		'over any second': () => {
			let served: number[] = [];
			return () => {
				served = served.filter((at) => at > Date.now() - 1_000);
				if (served.length >= PER_SECOND) return false;
				served.push(Date.now());
				return true;
			};
		},
	};

	function bucketOf(most: number): () => boolean {
		let [tokens, countedAt] = [most, Date.now()];
		return () => {
			tokens = Math.min(most, tokens + ((Date.now() - countedAt) / 1_000) * PER_SECOND);
			countedAt = Date.now();
			if (tokens < 1) return false;
			tokens--;
			return true;
		};
	}

	const cases = Object.keys(services).flatMap((name) =>
		[undefined, 1].flatMap((retryAfter) => [
			[name, retryAfter, 20] as const,
			[name, retryAfter, 200] as const,
		]),
	);

	it.each(cases)('%s (Retry-After: %p, %d ms)', async (name, retryAfter, latencyMs) => {
		const limiter = new AccountLimiter();
		const isLetThrough = (services[name] as () => () => boolean)();
		let [begun, sent, done] = [0, 0, 0];
		const sendOne = async (owner: object): Promise<void> => {
			for (let isDone = false; !isDone; ) {
				await limiter.enter({ owner });
				const startedAt = Date.now();
				sent++;
				isDone = isLetThrough();
				await new Promise((resolve) => setTimeout(resolve, latencyMs));
				note(limiter, isDone ? answered(201) : refusal(retryAfter), startedAt);
				limiter.leave();
			}
			done++;
		};
		const sendOnAndOn = async (): Promise<void> => {
			while (begun++ < 200) await sendOne({});
		};
		for (let runner = 0; runner < 40; runner++) void sendOnAndOn();
		while (done < 200) await letPass(100);

		expect(sent).toBeLessThanOrEqual(1.3 * 200);
		expect(Date.now() - BEGIN).toBeLessThanOrEqual(1.3 * (200 / PER_SECOND) * 1_000);
	});
});
