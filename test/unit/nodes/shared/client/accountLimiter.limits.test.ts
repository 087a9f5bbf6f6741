import { askFor, BEGIN, limiterWith, NO_LIMITS } from '../../../support/accountLimits';
import { letPass, useFakeClock } from '../../../support/fakeClock';

useFakeClock(BEGIN);

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

	it('are those of the slowest of its credentials', async () => {
		const limiter = limiterWith({ requestsPerSecond: 1 });
		limiter.setLimits('other', { ...NO_LIMITS, requestsPerSecond: 4 });
		const starts = askFor(3, limiter);
		await letPass(10_000);
		expect(starts).toEqual([0, 1_000, 2_000]);
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
