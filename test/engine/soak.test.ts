import { FAULT_KINDS } from '../service/faults';
import { DIALECTS, type SpokenDialect } from '../soak/scenario';
import { scenarios } from '../soak/scenarios';
import { runSoak, type SoakFigures } from '../soak/soak';

const FIRST_SEED = 1;
const ITEMS = 100;
const OPTIONS = { maxConcurrency: 15, maxRetries: 2, timeout: 1000 };
const nothing = { lost: [], duplicated: [], misreported: [] };
const soaked = new Map<string, SoakFigures>();

// They mostly wait, so they wait together. `npm run soak` does the same at length.
beforeAll(async () => {
	await Promise.all(
		scenarios.map(async (scenario, n) => {
			const spoken = DIALECTS[n % DIALECTS.length] as SpokenDialect;
			const settings = { seed: FIRST_SEED + n, items: ITEMS, spoken, options: OPTIONS };
			soaked.set(scenario.name, await runSoak(scenario, settings));
		}),
	);
}, 120_000);

describe.each(scenarios)('$name', ({ name, again }) => {
	const figures = () => soaked.get(name) as SoakFigures;

	it('loses nothing, doubles nothing, and says what is unclear', () => {
		expect(figures().verdict).toEqual(nothing);
	});

	it('fetches no token that nothing called for', () => {
		expect(figures().idleExchanges).toBe(0);
	});

	if (again) {
		it('is brought to its end when nothing goes wrong any more', () => {
			const { told, verdict } = figures().again ?? figures();
			expect(verdict).toEqual(nothing);
			expect(told.filter((each) => !again.ends.includes(each))).toEqual([]);
		});
	}
});

it('goes wrong in every way the service knows, for about a third of the requests', () => {
	const all = [...soaked.values()];
	const struck = all.flatMap(({ faults }) => Object.entries(faults));
	const requests = all.reduce((sum, { requests, exchanges }) => sum + requests + exchanges, 0);
	const share = struck.reduce((sum, [, count]) => sum + count, 0) / requests;

	expect(new Set(struck.map(([kind]) => kind))).toEqual(new Set(FAULT_KINDS));
	expect(share).toBeGreaterThan(0.28);
	expect(share).toBeLessThan(0.4);
});
