import { AccountLimiter } from '../../../../../nodes/shared/client/accountLimiter';
import { askFor, BEGIN, limiterWith, note, refusal } from '../../../support/accountLimits';
import { answered } from '../../../support/outcomes';
import { letPass, useFakeClock } from '../../../support/fakeClock';

useFakeClock(BEGIN);

describe('without limits, and at a service that refuses nothing', () => {
	it('all requests start at once, without a timer', async () => {
		const starts = askFor(1_000, new AccountLimiter());
		await Promise.resolve();
		expect(starts).toEqual(Array(1_000).fill(0));
		expect(jest.getTimerCount()).toBe(0);
	});
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
