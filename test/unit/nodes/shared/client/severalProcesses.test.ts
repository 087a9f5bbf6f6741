import fc from 'fast-check';

import { N8nProcess, pass, SharedWorld } from '../../../support/processes';
import { holdsAsync } from '../../../support/properties';

const HOUR_MS = 3_600_000;
const processes = Array.from({ length: 4 }, () => new N8nProcess());
const restarted = new N8nProcess();

/** Fast and slow services and databases, none of which takes a second longer for the one than for the other. */
const pace = fc.record({
	way: fc.integer({ min: 2, max: 400 }),
	unevenWay: fc.integer({ max: 50, min: 0 }),
	database: fc.integer({ min: 1, max: 60 }),
	/** Draws what is left to chance. */
	draws: fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
});

const situation = fc.record({
	pace,
	count: fc.integer({ min: 2, max: processes.length }),
	charges: fc.integer({ min: 1, max: 3 }),
	offsets: fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 4, maxLength: 4 }),
	before: fc.constantFrom('nothing', 'all of them', 'a process that is gone'),
});

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

async function finish<Result>(...work: Array<Promise<Result>>): Promise<Result[]> {
	const all = Promise.all(work);
	await jest.runAllTimersAsync();
	return await all;
}

it('processes that log in at the same instant succeed, with one login each at most', async () => {
	await holdsAsync(
		fc.asyncProperty(situation, async ({ pace: given, count, charges, offsets, before }) => {
			const draw = (): number => Number(given.draws.next().value);
			const world = new SharedWorld({
				way: () => given.way + given.unevenWay * draw(),
				database: () => given.database * draw(),
			});
			const running = processes.slice(0, count);
			if (before === 'a process that is gone') await finish(restarted.run(world, 1));
			if (before === 'all of them') for (const one of running) await finish(one.run(world, 1));
			jest.advanceTimersByTime(HOUR_MS);
			world.revoke();
			const earlier = world.logins;
			const runs = running.map(async (one, index) => {
				await pass(offsets[index] ?? 0);
				return await one.run(world, charges);
			});

			expect(await finish(...runs)).toEqual(runs.map(() => Array<number>(charges).fill(200)));
			expect(world.logins - earlier).toBeLessThanOrEqual(count);
		}),
	);
});
