import { AdaptiveRate } from '../../../nodes/shared/http/adaptiveRate';

const BEGIN = Date.UTC(2026, 10, 21);
let rate: AdaptiveRate;
beforeEach(() => {
	rate = new AdaptiveRate();
});

/** Lets so many requests a second through. @returns when that is over */
function succeed(each: number, seconds: number, begin: number): number {
	const end = begin + seconds * 1_000;
	for (let now = begin; now < end; now += 1_000 / each) rate.served(now, now);
	return end;
}

it('a limit is forgotten a minute after the last refusal', () => {
	rate.refused(BEGIN, BEGIN);
	expect(rate.gap(BEGIN + 60_000)).toBeGreaterThan(0);
	expect(rate.gap(BEGIN + 60_001)).toBe(0);
});

it('every further refusal cuts the rate, and it grows again', () => {
	let now = BEGIN;
	for (let refusals = 0; refusals < 3; refusals++) {
		const before = rate.gap(now);
		rate.refused(now, now);
		const cut = rate.gap(now);
		expect(cut).toBeGreaterThan(before);
		now = succeed(20, 10, now + 1);
		expect(rate.gap(now)).toBeLessThan(cut);
	}
});
