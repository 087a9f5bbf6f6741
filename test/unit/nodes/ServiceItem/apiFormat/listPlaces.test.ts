import { findList, findListAs } from '../../../../../nodes/ServiceItem/apiFormat/listPlaces';
import { apiFormatOf } from '../../../../../nodes/shared/wire/apiFormat';

const charge = { id: 1, amount: 12.5, date: '2026-11-21', description: 'Spa' };
const guest = { id: 1, name: 'Ada' };

it.each<[string, unknown, string]>([
	['the answer itself', [charge], ''],
	['a property', { items: [charge], total: 1 }, 'items'],
	['a property further down', { data: { lines: [charge] }, errors: [] }, 'data.lines'],
	['the list of charges beside others', { guests: [guest, guest], extras: [charge] }, 'extras'],
	[
		'lists within the entries of a list',
		{
			data: [
				{ invoice: 1, invoiceItems: [charge] },
				{ invoice: 2, invoiceItems: [charge] },
			],
		},
		'data[].invoiceItems',
	],
	[
		'lists further inside the entries of lists',
		{
			windows: [
				{ no: 1, balance: { amount: 8 }, folios: [{ postings: [charge, { ...charge, id: 2 }] }] },
			],
		},
		'windows[].folios[].postings',
	],
	[
		'a list in an object of the entries',
		{ results: [{ _id: 'r-1', money: { total: 200, invoiceItems: [charge] } }] },
		'results[].money.invoiceItems',
	],
	[
		'charges, not the lines they are made of, which have no ID of their own',
		{ Charge: [1, 2].map((Id) => ({ Id, TotalAmt: 5.5, Line: [{ LineId: 1, Amount: 5.5 }] })) },
		'Charge',
	],
	['charges in a wrapper each', { list: [{ charge }, { charge }] }, 'list[].charge'],
	[
		'charges with a cursor each',
		{ data: { reservation: { charges: { edges: [{ cursor: 'c1', node: charge }] } } } },
		'data.reservation.charges.edges[].node',
	],
	[
		'charges that have but an ID and their values',
		{ items: [{ id: 1, values: { amount: 12.5, date: '2026-11-21', description: 'Spa' } }] },
		'items',
	],
	['an object by ID', { lines: { a: charge, b: { ...charge, id: 2 } } }, 'lines[]'],
])('finds %s', (_, body, itemsField) => {
	expect(findList(body)).toMatchObject({ itemsField });
});

it('gives the items of all inner lists together', () => {
	const body = { data: [{ invoiceItems: [charge] }, { invoiceItems: [{ ...charge, id: 2 }] }] };
	expect(findList(body)?.items.map(({ id }) => id)).toEqual([1, 2]);
});

it.each<[unknown]>([[[]], [{ items: [] }], [{ ok: true }], ['text']])(
	'finds none where no list has anything in it: %j',
	(body) => {
		expect(findList(body)).toBeUndefined();
	},
);

it('keeps to the wrapper that an example of a service item shows', () => {
	const returnedItem = '{ "charge": { "id": "{id}", "amount": "{amount as minorUnits}" } }';
	const format = apiFormatOf({ customApiFormat: true, returnedItem });
	const list = [1, 2].map((id) => ({ charge: { id, amount: 1250, taxes: [{ amount: 200 }] } }));
	const find = findListAs({ format, timeZone: 'UTC' });
	expect(find({ taxes: [{ amount: 400 }], list })).toEqual({ itemsField: 'list', items: list });
});
