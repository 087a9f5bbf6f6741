import { AdaptiveRate } from '../../../nodes/shared/http/adaptiveRate';

const BEGIN = Date.UTC(2026, 10, 21);
let rate: AdaptiveRate;
beforeEach(() => {
	rate = new AdaptiveRate();
});

/** Requests per second that may start now. */
const perSecond = (now: number): number => 1_000 / rate.gap(now);

/** Lets so many requests a second through. @returns when that is over */
function succeed(each: number, seconds: number, begin: number): number {
	const end = begin + seconds * 1_000;
	for (let now = begin; now < end; now += 1_000 / each) rate.served(now, now);
	return end;
}

it('nothing is held back as long as nothing is refused, and again a minute after the last refusal', () => {
	const end = succeed(100, 5, BEGIN);
	expect(rate.gap(end)).toBe(0);
	rate.refused(end, end);
	expect(rate.gap(end + 60_000)).toBeGreaterThan(0);
	expect(rate.gap(end + 60_001)).toBe(0);
});

it('the first refusal leads to what got through lately, and to five a second where that is little', () => {
	rate.refused(BEGIN, BEGIN);
	expect(perSecond(BEGIN)).toBe(5);
	rate = new AdaptiveRate();
	const end = succeed(40, 10, BEGIN);
	rate.refused(end, end);
	expect(perSecond(end)).toBeGreaterThan(35);
	expect(perSecond(end)).toBeLessThan(42);
});

it('after the first refusal it starts slowly, as no limit is known yet', () => {
	rate.refused(BEGIN, BEGIN);
	const end = succeed(5, 4, BEGIN + 1);
	expect(perSecond(end)).toBeCloseTo(15);
});

it('refusals of requests that were under way at one say nothing new', () => {
	rate.refused(BEGIN, BEGIN + 100);
	for (const startedAt of [BEGIN, BEGIN + 50, BEGIN + 100]) {
		expect(rate.refused(startedAt, BEGIN + 200)).toBe(false);
	}
	expect(perSecond(BEGIN + 200)).toBe(5);
});

it('a further refusal before anything got through is news, but says nothing about the rate', () => {
	rate.refused(BEGIN, BEGIN);
	expect(rate.refused(BEGIN + 1_000, BEGIN + 1_100)).toBe(true);
	expect(perSecond(BEGIN + 1_100)).toBe(5);
});

it('any other cuts it by a tenth to a third; then it grows slowly, and faster while all is calm', () => {
	rate.refused(BEGIN, BEGIN);
	const now = succeed(20, 10, BEGIN + 1);
	const before = perSecond(now);
	expect(rate.refused(now, now)).toBe(true);
	const cut = perSecond(now);
	expect(cut).toBeLessThanOrEqual(before * 0.9);
	expect(cut).toBeGreaterThanOrEqual(before * 0.7 - 1e-9);

	const growthIn = (from: number): number => {
		const start = perSecond(from);
		return (perSecond(succeed(cut, 1, from + 1)) - start) / cut;
	};
	const atFirst = growthIn(now);
	expect(atFirst).toBeGreaterThan(0.001);
	expect(atFirst).toBeLessThan(0.004);
	expect(growthIn(now + 40_000)).toBeGreaterThan(10 * atFirst);
});

it('it is never less than one request in ten seconds', () => {
	for (let now = BEGIN; now < BEGIN + 2_000_000; now += 20_000) {
		rate.served(now, now);
		rate.refused(now + 10_000, now + 10_000);
	}
	expect(perSecond(BEGIN + 2_000_000)).toBeCloseTo(0.1);
});
