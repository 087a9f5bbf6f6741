import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { useHotel } from './support/hotel';
import {
	cutText,
	keepOtherwise,
	roundAmount,
	writeCapitals,
	type Alteration,
} from './support/keepOtherwise';

const hotel = useHotel();

const spa = { reservationId: 'R-1', amount: 79.4, date: '2026-11-21', description: 'Spa for two' };
const items = [
	spa,
	{ ...spa, description: 'Spa & sauna for one, with breakfast' },
	{ ...spa, reservationId: 'R-2', amount: 12.2 },
];

const fromItem: INodeParameters = {
	reservationId: '={{ $json.reservationId }}',
	amount: '={{ $json.amount }}',
	date: '={{ $json.date }}',
	description: '={{ $json.description }}',
	reference: '={{ $json.description }}',
};

/** Charges all items, and gives out the warnings shown with the node. */
async function warnings(
	preventDuplicates = 'sameFields',
	charges: IDataObject[] = items,
): Promise<string[]> {
	const run = await hotel.run('create', { ...fromItem, preventDuplicates }, { items: charges });
	expect(run.error).toBeUndefined();
	return run.hints.map(({ message }) => message);
}

const warningOf = (fields: string) =>
	`The service keeps charges otherwise than they are sent (${fields}). 'Prevent Duplicates' by same fields will not recognize them when this runs again: choose 'By Reference'`;

describe('a service that keeps charges otherwise than they are sent', () => {
	it.each<[string, Alteration, string]>([
		['cuts texts off', cutText, 'description'],
		['rounds amounts', roundAmount, 'amount'],
		['moves dates', () => ({ date: '2026-11-20' }), 'date'],
		['does several', (sent) => ({ ...writeCapitals(sent), amount: 1 }), 'description, amount'],
	])('and %s is warned of once per run', async (_, change, fields) => {
		keepOtherwise(hotel.service, change);
		const [warning, ...others] = await warnings();

		const told = /\((.*)\)/.exec(warning ?? '')?.[1] ?? '';
		expect(told.split(', ').sort()).toEqual(fields.split(', ').sort());
		expect(warning).toBe(warningOf(told));
		expect(others).toEqual([]);
		expect(hotel.service.books.all()).toHaveLength(3);
	});

	it('is warned of in every run, as each adds its charges again', async () => {
		keepOtherwise(hotel.service, roundAmount);

		expect(await warnings()).toEqual([warningOf('amount')]);
		expect(await warnings()).toEqual([warningOf('amount')]);
		expect(hotel.service.books.all()).toHaveLength(6);
	});

	it.each(['reference', 'off'])('does not matter with Prevent Duplicates %s', async (mode) => {
		keepOtherwise(hotel.service, roundAmount);

		expect(await warnings(mode)).toEqual([]);
	});
});

describe('there is no warning of a service that', () => {
	it('keeps charges as they are sent', async () => {
		expect(await warnings()).toEqual([]);
		expect(await warnings()).toEqual([]);
		expect(hotel.service.books.all()).toHaveLength(3);
	});

	it.each<[string, Alteration]>([
		['fills in accounts', () => ({ accountCode: '4400', destinationAccount: 'GUEST' })],
		['adds properties', () => ({ vat: 7.7, createdAt: '2026-11-21T10:00:00Z' })],
		['puts blanks around', ({ description }) => ({ description: ` ${description}\n` })],
		[
			'joins and breaks lines',
			({ description }) => ({ description: description.replace(' ', '\n') }),
		],
		['writes capitals', writeCapitals],
		['escapes HTML', ({ description }) => ({ description: description.replace('&', '&amp;') })],
		['writes amounts as text', ({ amount }) => ({ amount: amount.toFixed(2) })],
		['writes days as midnight', ({ date }) => ({ date: `${date}T00:00:00Z` })],
	])('%s', async (_, change) => {
		keepOtherwise(hotel.service, change);

		expect(await warnings()).toEqual([]);
		expect(await warnings()).toEqual([]);
		expect(hotel.service.books.all()).toHaveLength(3);
	});

	it.each(['idOnly', 'empty204'] as const)('answers a create with %s', async (createAnswer) => {
		hotel.service.dialect.createAnswer = createAnswer;

		expect(await warnings()).toEqual([]);
	});
});

describe('a plain date that is given back as a midnight', () => {
	it.each(['Z', '+00:00', '+14:00', '-11:00', '.000+05:30'])(
		'with %s at its end is the same day, wherever n8n is',
		async (end) => {
			const time = end.startsWith('.') ? `T00:00:00${end}` : `T00:00${end}`;
			keepOtherwise(hotel.service, ({ date }) => ({ date: `${date}${time}` }));
			const run = () =>
				hotel.run('create', { ...fromItem, preventDuplicates: 'sameFields' }, { items: [spa] });
			const actions = [await run(), await run()].map((done) => done.json()[0]?._action);

			expect(actions).toEqual(['created', 'alreadyExisted']);
			expect(hotel.service.books.all()).toHaveLength(1);
		},
	);
});

describe('a service that cuts the reference off', () => {
	it('gets the charge in no later run again, until it is deleted or carries it', async () => {
		keepOtherwise(hotel.service, cutText);
		const charge = async (operation: string) =>
			await hotel.run(
				operation,
				{ ...fromItem, preventDuplicates: 'reference', reference: '={{ $json.amount }}' },
				{ items: items.slice(0, 2).map((item, n) => ({ ...item, amount: 79.4 + n })) },
			);
		const first = await charge('create');
		expect(first.error?.message).toMatch(/ was created, but .* with its reference '79.4'/);
		const made = hotel.service.books.changes.created;

		for (const operation of ['create', 'upsert', 'sync']) {
			const { error } = await charge(operation);
			expect(error?.message).toMatch(/shows service item 'si-\d' without its reference '/);
		}
		expect(hotel.service.books.changes.created).toBe(made);
	});
});
