import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { useHotel } from './support/hotel';

const hotel = useHotel();

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
const [, ...spaces] = ['', ' ', '', '\n'];
const texts = [
	'',
	' ',
	'Late checkout for ',
	', room ',
	'(',
	').first (',
	'"',
	"'",
	'`${x}`',
	'\n',
	'$',
];
const oddTexts = ['{', '}', '\\', '{{', '}}', '\\{{', '. constructor'];

const someValue = fc.constantFrom(...values);
const someObject = fc.dictionary(fc.constantFrom(...names), someValue, { maxKeys: 4 });
const someItem = fc.dictionary(fc.constantFrom(...names), fc.oneof(someValue, someObject));
const someItems = fc.array(someItem, { minLength: 1, maxLength: 8 }) as fc.Arbitrary<IDataObject[]>;
const someStep = fc
	.tuple(fc.constantFrom(...names), fc.constantFrom('"', "'"))
	.map(([name, quote]) => (/^\w+$/.test(name) ? `.${name}` : `[${quote}${name}${quote}]`));
const somePath = fc.array(someStep, { minLength: 1, maxLength: 3 }).map((steps) => steps.join(''));
const someSpace = fc.constantFrom('', ...spaces);
const somePiece = fc.oneof(
	{ weight: 6, arbitrary: fc.constantFrom(...texts).map((text) => () => text) },
	{ weight: 1, arbitrary: fc.constantFrom(...oddTexts).map((text) => () => text) },
	{
		weight: 7,
		arbitrary: fc
			.tuple(someSpace, somePath, someSpace)
			.map(([before, path, after]) => (asField: (path: string) => string) => {
				return `{{${before}${asField(path)}${after}}}`;
			}),
	},
);
const someText = fc.array(somePiece, { minLength: 1, maxLength: 5 });

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

it('reads fields in texts as n8n does, whatever they hold', async () => {
	await fc.assert(
		fc.asyncProperty(someText, someItems, async (pieces, items) => {
			const textFor = (way: typeof ownWay) => `=${pieces.map((piece) => piece(way)).join('')}`;
			const evaluated = await outcomesOf(textFor(n8nsWay), items);

			expect(await outcomesOf(textFor(ownWay), items)).toEqual(evaluated);
		}),
		{ numRuns: 15 },
	);
});

it.each(['.field', '["field"]', ".deep['er still']", '.field.more', '.field.length'])(
	'reads every kind of value at %s as n8n does, alone and in a text',
	async (path) => {
		const items = values.map((field) => ({ field, deep: { 'er still': field } }) as IDataObject);
		for (const text of [(field: string) => field, (field: string) => `Room ${field}.`]) {
			const evaluated = await outcomesOf(`=${text(`{{ ${n8nsWay(path)} }}`)}`, items);

			expect(await outcomesOf(`=${text(`{{ ${ownWay(path)} }}`)}`, items)).toEqual(evaluated);
		}
	},
);
