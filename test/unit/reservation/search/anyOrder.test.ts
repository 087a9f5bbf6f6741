import fc from 'fast-check';

import type { OrderedHistory } from './search';
import { Findings, histories, playInOrder } from './search';
import { usual } from './world';

/**
 * Searches what several processes and whatever else goes wrong can lead to, with the code that is shipped. What is found is
 * one line, which HISTORY='…' plays again and tells step by step. SEARCH_RUNS says how many random histories of two processes
 * are played, PROPERTY_SEED which.
 */
const { HISTORY, SEARCH_RUNS = 1500, PROPERTY_SEED = 20261122 } = process.env;

// A history has a hundred errors, which nobody traces.
Error.stackTraceLimit = 0;

/** On a busy machine; a million random histories take about an hour. */
const TIMEOUT_MS = 120_000 + Number(SEARCH_RUNS) * 20;

it(
	'two processes in any order, whatever else goes wrong: every word is true',
	async () => {
		const findings = new Findings();
		const property = fc.asyncProperty(histories(), fc.scheduler(), async (history, scheduler) => {
			const played = await playInOrder(history, { scheduler });
			findings.add({ ...history, order: played.order }, played);
		});
		const runs = Number(SEARCH_RUNS);
		await fc.assert(property, { seed: Number(PROPERTY_SEED), numRuns: runs });
		expect(findings.lines).toEqual([]);
		expect(findings.count).toBe(runs);
	},
	TIMEOUT_MS,
);

it.each([undefined, [1, 2, 3]])('a history is played again in the order %j', async (order) => {
	const world = { ...usual, plan: 'same1' } as const;
	const { requests, broken } = await playInOrder({ world, faults: [], order });
	expect([requests, broken]).toEqual([['LIST', 'POST', 'LIST'], undefined]);
});

if (HISTORY !== undefined)
	it.each([HISTORY])('%s', async (line) => {
		const given = JSON.parse(line) as OrderedHistory;
		const history = { ...given, world: { ...usual, ...given.world } };
		const { log, broken } = await playInOrder(history, { isLogged: true });
		process.stdout.write(`${log.join('\n')}\n`);
		expect(broken).toBeUndefined();
	});
