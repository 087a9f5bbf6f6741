import { AccountLimiter } from '../../../../../nodes/shared/client/accountLimiter';
import type { Outcome } from '../../../../../nodes/shared/answers/outcome';
import { askFor, BEGIN, limiterWith, note, refusal } from '../../../support/accountLimits';
import { answered } from '../../../support/outcomes';
import { letPass, useFakeClock } from '../../../support/fakeClock';

useFakeClock(BEGIN);

function smallestGap(starts: number[]): number {
	return Math.min(...starts.slice(1).map((start, i) => start - (starts[i] as number)));
}

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

	it('does not start at the same moment as in other processes that were asked the same', async () => {
		const starts = Array.from({ length: 50 }, () => {
			const limiter = new AccountLimiter();
			note(limiter, refusal(1), Date.now());
			return askFor(1, limiter);
		});
		await letPass(2_000);
		const all = starts.flat();
		expect(Math.max(...all) - Math.min(...all)).toBeGreaterThan(50);
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

it('a second refusal in a row lets one request start every two seconds, until one gets through', async () => {
	const limiter = new AccountLimiter();
	note(limiter, refusal(0), Date.now());
	const afterOne = askFor(5, limiter);
	await letPass(1_000);
	expect(afterOne).toHaveLength(5);

	note(limiter, refusal(0), Date.now());
	const afterTwo = askFor(3, limiter);
	await letPass(5_000);
	expect(afterTwo).toHaveLength(3);
	// A start may be a few milliseconds late without delaying the next.
	expect(smallestGap(afterTwo)).toBeGreaterThanOrEqual(1_990);

	const afterSuccess = askFor(2, limiter);
	note(limiter, answered(200), Date.now());
	limiter.leave();
	await letPass(500);
	expect(afterSuccess).toHaveLength(2);
});

it('after a minute without a refusal all is as before', async () => {
	const limiter = new AccountLimiter();
	note(limiter, refusal(), Date.now());
	await letPass(61_000);
	const starts = askFor(100, limiter);
	await letPass(0);
	expect(starts).toHaveLength(100);
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
