import { ratioTo, type Result } from './benchReport';
import { drawChart } from './chart';
import type { Contender } from './contenders';
import type { Measurement } from './measure';
import { checkTargets, checkTargetsInN8n } from './targets';

const node = contender('This node', 5);
const helper = contender('n8n request helper, bare', 5, 'helper');
const rawHttp = contender('axios, a connection each', 5, 'rawHttp');
const keepAlive = contender('axios with keep-alive', 5, 'keepAlive');

it('compares the rounds one by one, with the floor at the same concurrency', () => {
	const result = measured(node, [110, 400, 90]);
	const results = [result, measured(helper, [100, 200, 100]), measured(keepAlive, [55, 100, 50])];

	expect(ratioTo('helper', result, results)).toBeCloseTo(1.1);
	expect(ratioTo('keepAlive', result, results)).toBeCloseTo(2);
	expect(ratioTo('helper', measured(contender('This node', 20), [110]), results)).toBeUndefined();
});

it('tells which target is met and which is missed', () => {
	const results = [measured(node, [106]), measured(helper, [100]), measured(keepAlive, [95])];

	expect(checkTargets(results).map(({ found, isMet }) => [found, isMet])).toEqual([
		['1.06 at worst (100 items, 20 ms, 5 at a time)', false],
		['1.12 at worst (100 items, 20 ms, 5 at a time)', true],
		['1', true],
		['0 too many', true],
	]);
});

it('notices a second token exchange and a request too many', () => {
	const results = [measured(node, [100], { exchanges: 2, requests: 101 })];

	expect(checkTargets(results).map(({ found, isMet }) => [found, isMet])).toEqual([
		['2', false],
		['1 too many', false],
	]);
});

it('counts one list per reservation, and those that prove lists, as part of the protection', () => {
	const isProtected = contender('This node, Prevent Duplicates', 5);
	const checkOf = (requests: number) =>
		checkTargets([measured(isProtected, [100], { requests })]).at(-1);

	expect(checkOf(200)).toMatchObject({ found: '0 too many', isMet: true });
	expect(checkOf(210)).toMatchObject({ found: '0 too many', isMet: true });
	expect(checkOf(211)).toMatchObject({ found: '1 too many', isMet: false });
});

it('compares with both kinds of raw HTTP in a real n8n, but for what has to be evaluated there', () => {
	const results = [
		measured(contender('This node, plain fields', 5), [100]),
		measured(contender('This node, a text with a field', 5), [120]),
		measured(contender('This node, three expressions', 5), [300]),
		measured(rawHttp, [105]),
		measured(keepAlive, [100]),
	];

	expect(checkTargetsInN8n(results).map(({ found, isMet }) => [found, isMet])).toEqual([
		['1.14 at worst (100 items, 20 ms, 5 at a time)', true],
		['1.20 at worst (100 items, 20 ms, 5 at a time)', false],
		['1', true],
	]);
});

it('compares the cost of a charge among ten thousand with that among a thousand', () => {
	const results = [
		measured(node, [1000], { items: 1_000, requests: 1_000, cpuMs: 1_000 }),
		measured(node, [9000], { items: 10_000, requests: 10_000, cpuMs: 12_000 }),
	];

	expect(checkTargets(results).at(-1)).toMatchObject({ found: '1.20', isMet: false });
});

it('draws charges per second, with the floors as marks on the bars', () => {
	const chart = drawChart([
		measured(node, [500]),
		measured(helper, [1000]),
		measured(keepAlive, [250]),
	]);

	expect(chart).toContain('Charges per second, 100 charges on 200 reservations');
	expect(chart).toMatch(/>This node, 5 at a time<.*>200</);
	expect(chart).not.toContain('>n8n request helper, bare');
});

it('draws as many charges as were measured at every latency', () => {
	const fast = { items: 10_000, latencyMs: 0 };
	const results = [
		measured(node, [500]),
		{ ...measured(node, [400]), setting: { items: 100, latencyMs: 0 } },
	];
	const chart = drawChart([...results, { ...measured(node, [9000]), setting: fast }]);

	expect(chart).toContain('Charges per second, 100 charges on 200 reservations');
});

function contender(name: string, concurrency: number, floor?: Contender['floor']): Contender {
	return { name, concurrency, floor, run: async (task) => await Promise.resolve(task) };
}

function measured(
	contender: Contender,
	wallMs: number[],
	figures: Partial<Measurement> = {},
): Result {
	const { items = 100 } = figures;
	const rounds = wallMs.map((ms) => ({
		items,
		wallMs: ms,
		cpuMs: ms,
		heapBytes: 0,
		requests: items,
		exchanges: 1,
		peak: 5,
		stored: items,
		...figures,
	}));
	return { contender, setting: { items, latencyMs: 20 }, rounds };
}
