import type { IDataObject } from 'n8n-workflow';
import { useHotel } from '../support/hotel';

const hotel = useHotel();

/** All kinds of values that an item may hold, in memory as the node before has left it. */
const values: unknown[] = [
	...[undefined, null, true, false, 12n, Symbol.iterator, new Date(0), () => 'called'],
	...['', ' ', 'Ada', 'Ada {{ $json.amount }}', '=1+1', '{{', '}}', '\\', 'ä 延 "x" \'y\''],
	...[0, -0, 7, -12.5, NaN, Infinity, 1e21, 1e-7, 0.1 + 0.2, Number.MAX_SAFE_INTEGER],
	...[[], [1, [2]], ['a'], {}, { name: 'Ada' }, { toString: 'x' }, '\ud83d'],
];
const ownWay = (path: string): string => `$json${path}`;
/** The same, in a form that the node leaves to n8n. */
const n8nsWay = (path: string): string => `($json${path})`;

/** What becomes of the description of each item: sent, or complained about. */
async function outcomesOf(description: string, items: IDataObject[]): Promise<unknown> {
	hotel.service.log.clear();
	const run = await hotel.run(
		'create',
		{ reservationId: 'R-1', amount: 5, date: '2026-11-21', description },
		{ items, onError: 'continueRegularOutput' },
	);
	const text = JSON.stringify({ sent: hotel.bodies, errors: run.json().map(({ error }) => error) });
	// Where n8n takes an expression for text, its form shows.
	return text.replace(/\(\$json([^()]*)\)/g, '$json$1');
}

it.each(['.field', ".deep['er still']", '.field.length', "['a.constructor']", '.naïve'])(
	'reads every kind of value at %s as n8n does',
	async (path) => {
		const items = values.map((field) => ({ field, deep: { 'er still': field } }) as IDataObject);
		const evaluated = await outcomesOf(`={{ ${n8nsWay(path)} }}`, items);

		expect(await outcomesOf(`={{ ${ownWay(path)} }}`, items)).toEqual(evaluated);
	},
);
