import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { useHotel } from './support/hotel';

const hotel = useHotel();

/** The same field twice: read by the node from the item, and, in brackets, evaluated by n8n. */
const READERS = [
	(path: string) => `={{ $json${path} }}`,
	(path: string) => `={{ ($json${path}) }}`,
];

it.each([
	['text', 'Late checkout'],
	['text that looks like an expression', '={{ $json.amount }}'],
	['a number', 1207],
	['nothing', null],
	['an object', { text: 'Late checkout' }],
])('%s in a field becomes the same charge as when n8n evaluates it', async (_, value) => {
	const outcomes = [];
	for (const read of READERS) {
		const run = await hotel.run(
			'create',
			{
				reservationId: read('.guest.reservation'),
				amount: read('["the amount"]'),
				date: read('.day'),
				description: read('.what'),
				additionalFields: { accountCode: read('.what') },
			},
			{
				items: [
					{
						guest: { reservation: 'R-1' },
						'the amount': 12.5,
						day: '2026-11-21',
						what: value,
					},
				],
			},
		);
		outcomes.push({ sent: hotel.bodies.slice(outcomes.length), error: run.error?.message });
	}
	const [own, evaluated] = outcomes;
	expect(own?.error).toBe(evaluated?.error);
	expect(own?.sent[0]).toEqual(evaluated?.sent[0]);
	expect(own?.sent.length === 1 || own?.error !== undefined).toBe(true);
});

/** All kinds of values that an item may hold, in memory as the node before has left it. */
const values: unknown[] = [
	undefined,
	null,
	...[
		'',
		' ',
		'Ada',
		'Ada {{ $json.amount }}',
		'=1+1',
		'{{',
		'}}',
		'\\',
		'ä 延 "x" \'y\'',
		'\ud83d',
	],
	...[0, -0, 7, -12.5, NaN, Infinity, 1e21, 1e-7, 0.1 + 0.2, Number.MAX_SAFE_INTEGER],
	...[true, false],
	...[[], [1, [2]], ['a'], {}, { name: 'Ada' }, { toString: 'x' }],
	new Date(0),
	12n,
	Symbol.iterator,
	() => 'called',
];
const names = [
	'guest',
	'room',
	'_id',
	'first name',
	'naïve',
	'length',
	'name',
	'toString',
	'caller',
];
const someValue = fc.constantFrom(...values);
const someObject = fc.dictionary(fc.constantFrom(...names), someValue, { maxKeys: 4 });
const someItem = fc.dictionary(fc.constantFrom(...names), fc.oneof(someValue, someObject));
const someItems = fc.array(someItem, { minLength: 1, maxLength: 8 }) as fc.Arbitrary<IDataObject[]>;
const someStep = fc
	.tuple(fc.constantFrom(...names), fc.constantFrom('"', "'"))
	.map(([name, quote]) => (/^\w+$/.test(name) ? `.${name}` : `[${quote}${name}${quote}]`));
const somePath = fc.array(someStep, { minLength: 1, maxLength: 3 }).map((steps) => steps.join(''));
const someSpace = fc.constantFrom('', ' ', '\n');

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

it('reads fields as n8n does, whatever they hold', async () => {
	await fc.assert(
		fc.asyncProperty(somePath, someSpace, someItems, async (path, space, items) => {
			const evaluated = await outcomesOf(`={{${space}${n8nsWay(path)}${space}}}`, items);

			expect(await outcomesOf(`={{${space}${ownWay(path)}${space}}}`, items)).toEqual(evaluated);
		}),
		{ numRuns: 15 },
	);
});

it.each([
	'.field',
	'["field"]',
	".deep['er still']",
	'.field.more',
	'.field.length',
	"['a.constructor']",
])('reads every kind of value at %s as n8n does', async (path) => {
	const items = values.map((field) => ({ field, deep: { 'er still': field } }) as IDataObject);
	const evaluated = await outcomesOf(`={{ ${n8nsWay(path)} }}`, items);

	expect(await outcomesOf(`={{ ${ownWay(path)} }}`, items)).toEqual(evaluated);
});
