import { AdaptiveRate } from '../../../nodes/shared/http/adaptiveRate';

const BEGIN = Date.UTC(2026, 10, 21);

/** Requests per second that a rate lets start, now. */
function perSecond(rate: AdaptiveRate, now: number): number {
	const gap = rate.gap(now);
	return gap === 0 ? Infinity : 1_000 / gap;
}

/** Notes successes of requests that started when they came through, `perSecond` of them for so many seconds. */
function succeed(rate: AdaptiveRate, each: number, seconds: number, begin: number): number {
	const end = begin + seconds * 1_000;
	for (let now = begin; now < end; now += 1_000 / each) rate.served(now, now);
	return end;
}

describe('as long as nothing is refused', () => {
	it('nothing is held back', () => {
		const rate = new AdaptiveRate();
		expect(rate.gap(BEGIN)).toBe(0);
		succeed(rate, 100, 5, BEGIN);
		expect(rate.gap(BEGIN + 5_000)).toBe(0);
	});
});

describe('the first refusal', () => {
	it('leads to five a second where little was sent', () => {
		const rate = new AdaptiveRate();
		expect(rate.refused(BEGIN, BEGIN)).toBe(true);
		expect(rate.gap(BEGIN)).toBe(200);
	});

	it('leads to what got through lately where that is more', () => {
		const rate = new AdaptiveRate();
		const end = succeed(rate, 40, 10, BEGIN);
		rate.refused(end, end);
		expect(perSecond(rate, end)).toBeGreaterThan(35);
		expect(perSecond(rate, end)).toBeLessThan(42);
	});

	it('is followed by half a request a second more with every success', () => {
		const rate = new AdaptiveRate();
		rate.refused(BEGIN, BEGIN);
		rate.served(BEGIN + 100, BEGIN + 100);
		expect(perSecond(rate, BEGIN + 100)).toBeCloseTo(5.5);
		rate.served(BEGIN + 200, BEGIN + 200);
		expect(perSecond(rate, BEGIN + 200)).toBeCloseTo(6);
	});
});

describe('requests that were under way at a refusal', () => {
	it('say nothing new when they are refused as well', () => {
		const rate = new AdaptiveRate();
		rate.refused(BEGIN, BEGIN + 100);
		for (const startedAt of [BEGIN, BEGIN + 50, BEGIN + 100]) {
			expect(rate.refused(startedAt, BEGIN + 200)).toBe(false);
		}
		expect(perSecond(rate, BEGIN + 200)).toBe(5);
	});
});

describe('a further refusal', () => {
	/** A rate that was refused once, got 20 through a second for ten seconds, and is refused again. */
	function refusedTwice(): { rate: AdaptiveRate; now: number; before: number } {
		const rate = new AdaptiveRate();
		rate.refused(BEGIN, BEGIN);
		const now = succeed(rate, 20, 10, BEGIN + 1);
		const before = perSecond(rate, now);
		expect(rate.refused(now, now)).toBe(true);
		return { rate, now, before };
	}

	it('cuts the rate by a tenth at least, and by less than a third', () => {
		const { rate, now, before } = refusedTwice();
		expect(perSecond(rate, now)).toBeLessThanOrEqual(before * 0.9);
		expect(perSecond(rate, now)).toBeGreaterThanOrEqual(before * 0.7 - 1e-9);
	});

	it('is followed by slow growth, which becomes faster while all is calm', () => {
		const { rate, now } = refusedTwice();
		const cut = perSecond(rate, now);
		const growthIn = (from: number): number => {
			const before = perSecond(rate, from);
			const end = succeed(rate, cut, 1, from + 1);
			return (perSecond(rate, end) - before) / cut;
		};
		const atFirst = growthIn(now);
		expect(atFirst).toBeGreaterThan(0.001);
		expect(atFirst).toBeLessThan(0.004);
		expect(growthIn(now + 40_000)).toBeGreaterThan(10 * atFirst);
	});

	it('before anything got through at that rate changes nothing, but is news', () => {
		const rate = new AdaptiveRate();
		rate.refused(BEGIN, BEGIN);
		expect(rate.refused(BEGIN + 1_000, BEGIN + 1_100)).toBe(true);
		expect(perSecond(rate, BEGIN + 1_100)).toBe(5);
	});

	it('never leads to less than one in ten seconds', () => {
		const rate = new AdaptiveRate();
		let now = BEGIN;
		for (let refusal = 0; refusal < 100; refusal++) {
			now += 10_000;
			rate.served(now, now);
			now += 10_000;
			rate.refused(now, now);
		}
		expect(perSecond(rate, now)).toBeGreaterThanOrEqual(0.1);
		expect(perSecond(rate, now)).toBeLessThan(0.2);
	});
});

describe('the limit is forgotten', () => {
	it('after a minute without a refusal, and not before', () => {
		const rate = new AdaptiveRate();
		rate.refused(BEGIN, BEGIN);
		expect(rate.gap(BEGIN + 60_000)).toBe(200);
		expect(rate.gap(BEGIN + 60_001)).toBe(0);
	});
});
