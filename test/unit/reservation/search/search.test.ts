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

// A history has a hundred errors, which nobody traces.
Error.stackTraceLimit = 0;

const { plan, answer, list, get, patch, remove } = DIMENSIONS;

/** On a busy machine; a million random histories take about an hour. */
const TIMEOUT_MS = 120_000 + Number(SEARCH_RUNS) * 20;

const scopes: Array<[string, Scope]> = [
	['creates', { plan, there: ['nothing', 'first'], answer, list }],
	[
		'updates',
		{
			plan: ['update1', 'update2'],
			there: ['first', 'both', 'stale'],
			list: ['same', 'rows', 'none'],
			get,
			patch,
		},
	],
	[
		'deletions',
		{
			plan: ['sync2'],
			there: ['first', 'both', 'stale'],
			list: ['same', 'rows', 'none'],
			get,
			patch,
			remove,
		},
	],
	[
		'late and cut lists',
		{
			plan: ['ref1', 'ref2', 'alike2', 'update2', 'sync2'],
			there: ['nothing', 'twins'],
			answer: ['item', 'nothing', 'foreign'],
			late: [0, 1, 2],
			cut: [false, true],
			conflict: [false, true],
		},
	],
	[
		'another run and a restart',
		{ plan, list: ['same', 'never'], again: ['retry', 'run'], restart: [false, true] },
	],
	[
		'two reservations, keys, stops and retries',
		{ plan, reservations: [2], key: [false, true], stops: [false, true], retries: [0, 2] },
	],
	[
		'protection after it was off',
		{
			plan: ['same1', 'alike2', 'differ2', 'overlap2'],
			there: ['nothing', 'first'],
			answer: ['item', 'nothing', 'foreign'],
			list: ['same', 'none'],
			again: ['protected'],
			key: [false, true],
			retries: [0, 1],
		},
	],
];

it.each(scopes)(
	'%s: every word is true',
	async (_name, scope) => {
		const findings = new Findings();
		await searchAll(scope, findings);
		expect(findings.lines).toEqual([]);
		expect(findings.count).toBeGreaterThan(500);
	},
	TIMEOUT_MS,
);

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

if (HISTORY !== undefined)
	it.each([HISTORY])('%s', async (line) => {
		const given = JSON.parse(line) as OrderedHistory;
		const history = { ...given, world: { ...usual, ...given.world } };
		const { log, broken } = await playInOrder(history, { isLogged: true });
		process.stdout.write(`${log.join('\n')}\n`);
		expect(broken).toBeUndefined();
	});
