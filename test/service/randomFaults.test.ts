import { FaultPlan } from './faultPlan';
import { FAULT_KINDS } from './faults';
import type { RandomFaults } from './randomFaults';

function draw(settings: RandomFaults, count: number, method = 'POST') {
	const faults = new FaultPlan();
	faults.random(settings);
	return Array.from({ length: count }, () => faults.decide(method, '/services'));
}

it('does the same for the same seed, and something else for another', () => {
	const [first, second, third] = [7, 7, 8].map((seed) => draw({ seed, rate: 0.5 }, 200));
	expect(first).toEqual(second);
	expect(first).not.toEqual(third);
});

it('strikes about as often as it should, in every way but redirects', () => {
	const struck = draw({ seed: 3, rate: 1 / 3 }, 6000).filter((fault) => fault !== undefined);
	expect(struck.length).toBeGreaterThan(1850);
	expect(struck.length).toBeLessThan(2150);
	const kinds = new Set(struck.map(({ kind }) => kind));
	expect(kinds).toEqual(new Set(FAULT_KINDS.filter((kind) => kind !== 'redirect')));
});

it('spares other methods', () => {
	const settings: RandomFaults = { seed: 9, rate: 1, methods: ['POST'] };
	expect(draw(settings, 1)).not.toEqual([undefined]);
	expect(draw(settings, 1, 'GET')).toEqual([undefined]);
});
