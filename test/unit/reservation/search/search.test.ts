import fc from 'fast-check';

import type { OrderedHistory, Scope } from './search';
import { Findings, histories, playInOrder, searchAll } from './search';
import { DIMENSIONS, usual } from './world';

/**
 * Searches what one charge, one fault and one oddity of a service can lead to, with the code that is shipped. What is found is
 * one line, which HISTORY='…' plays again and tells step by step. SEARCH_RUNS says how many random histories of two processes
 * are played, PROPERTY_SEED which.
 */
const { HISTORY, SEARCH_RUNS = 1500, PROPERTY_SEED = 20261122 } = process.env;

const { plan, answer, list, get, patch, remove } = DIMENSIONS;
const faults = [1];

const scopes: Array<[string, Scope]> = [
	['creates', { plan, there: ['nothing', 'first'], answer, list, faults }],
	[
		'updates and deletions',
		{
			plan: ['update1', 'update2', 'sync2'],
			there: ['first', 'both', 'stale'],
			list: ['same', 'rows', 'none', 'other'],
			get,
			patch,
			remove,
			faults,
		},
	],
	[
		'late and cut lists',
		{
			plan,
			there: ['nothing', 'twins'],
			answer: ['item', 'nothing', 'foreign'],
			late: [0, 1, 2],
			cut: [false, true],
			conflict: [false, true],
			faults,
		},
	],
	[
		'another run and a restart',
		{ plan, list: ['same', 'never'], again: ['retry', 'run'], restart: [false, true], faults },
	],
];

it.each(scopes)('%s: every word is true', async (_, scope) => {
	const findings = new Findings();
	await searchAll(scope, findings);
	if (process.env.SEARCH_COUNTS) process.stdout.write(`${_} ${findings.count}\n`);
	expect(findings.lines).toEqual([]);
	expect(findings.count).toBeGreaterThan(500);
});

it('two processes in any order, whatever else goes wrong: every word is true', async () => {
	const findings = new Findings();
	const property = fc.asyncProperty(histories(), fc.scheduler(), async (history, scheduler) => {
		const played = await playInOrder(history, { scheduler });
		findings.add({ ...history, order: played.order }, played);
	});
	await fc.assert(property, { seed: Number(PROPERTY_SEED), numRuns: Number(SEARCH_RUNS) });
	if (process.env.SEARCH_COUNTS)
		process.stdout.write(`random ${findings.count} ${findings.beyond}\n`);
	expect(findings.lines).toEqual([]);
	expect(findings.count).toBe(Number(SEARCH_RUNS));
});

if (HISTORY !== undefined)
	it.each([HISTORY])('%s', async (line) => {
		const given = JSON.parse(line) as OrderedHistory;
		const history = { ...given, world: { ...usual, ...given.world } };
		const { log, broken } = await playInOrder(history, { isLogged: true });
		process.stdout.write(`${log.join('\n')}\n`);
		expect(broken).toBeUndefined();
	});
