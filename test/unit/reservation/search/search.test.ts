import fc from 'fast-check';

import type { OrderedHistory, Scope } from './search';
import { Findings, histories, playInOrder, searchAll } from './search';
import { DIMENSIONS, usual } from './world';

const { answer, list, plan, there, patch, remove, get } = DIMENSIONS;
const faults = [1];

const scopes: Array<[string, Scope]> = [
	['creates', { plan, there: ['nothing', 'first'], answer, list, faults }],
];

it.each(scopes)(
	'%s: no word is untrue',
	async (_, scope) => {
		const findings = new Findings();
		await searchAll(scope, findings);
		console.log(findings.count);
		expect(findings.lines).toEqual([]);
	},
	600_000,
);

it('random', async () => {
	const findings = new Findings();
	const t = Date.now();
	for (let i = 0; Date.now() - t < Number(process.env.MS ?? 20000); i++) {
		const [[history, s]] = fc.sample(fc.tuple(histories(JSON.parse(process.env.SCOPE ?? '{}')), fc.scheduler()), { numRuns: 1, seed: i + Number(process.env.PROPERTY_SEED ?? 0) }) as any;
		const played = await playInOrder(history, s);
		findings.add({ ...history, order: played.order }, played);
	}
	console.log(findings.count, findings.lines.join('\n'));
}, 6000000);

const { HISTORY } = process.env;
if (HISTORY !== undefined) {
	it('plays one', async () => {
		const given = JSON.parse(HISTORY) as OrderedHistory;
		const { log, broken } = await playInOrder(
			{ ...given, world: { ...usual, ...given.world } },
			undefined,
			true,
		);
		process.stdout.write([...log, broken].join('\n') + '\n');
	});
}
