import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { actionsOf, fromItem, useHotel } from '../support/hotel';
import type { RunOptions } from '../support/serviceItemNode';

const hotel = useHotel();

const spa = { amount: 80, date: '2026-11-21', description: 'Spa' };
/** The same with reference spa-1, as the service holds it. */
const held = { id: 'old', ...spa, description: 'Spa [ref:spa-1]' };

/** Items are about reference spa-1 on reservation R-1 unless they say otherwise; fields they leave out stay blank. */
function upsert(
	items: IDataObject[],
	settings: RunOptions = {},
	parameters: INodeParameters = fromItem,
) {
	const about = { reservationId: 'R-1', reference: 'spa-1' };
	return hotel.run('upsert', parameters, {
		items: items.map((item) => ({ ...about, ...item })),
		...settings,
	});
}

/** As the form is when nobody has touched its Amount. */
const untouched = { ...fromItem };
delete untouched.amount;

describe('a reference that is not there', () => {
	it('is created', async () => {
		const run = await upsert([{ ...spa, accountCode: '4400', customFields: { vat: 19 } }]);

		const { description } = held;
		const item = { reservationId: 'R-1', ...spa, description, accountCode: '4400', vat: 19 };
		expect(hotel.changes).toEqual([['POST', '/services', item]]);
		expect(run.output()).toEqual([
			{ json: { id: 'si-1', ...item, action: 'created' }, pairedItem: { item: 0 } },
		]);
	});

	it.each([
		['Amount', { ...spa, amount: undefined }, fromItem],
		['Date', { ...spa, date: '' }, fromItem],
		['Description', { ...spa, description: null }, fromItem],
		['Amount', spa, untouched],
	])('needs %s', async (field, item, parameters) => {
		const { error } = await upsert([item], {}, parameters);

		expect(error?.message).toBe(
			`'${field}' must be filled in, as there is no service item with this reference yet`,
		);
		expect(hotel.changes).toEqual([]);
	});
});

describe('a reference that is there', () => {
	beforeEach(() => hotel.book(held));

	it('gets all fields of the input, and its reference', async () => {
		const changes = { amount: 90, destinationAccount: 'GUEST' };
		const run = await upsert([{ ...spa, ...changes }]);

		const { description } = held;
		expect(hotel.changes).toEqual([
			['PATCH', '/services/old', { ...spa, description, ...changes }],
		]);
		const json = { reservationId: 'R-1', ...held, ...changes, action: 'updated' };
		expect(run.output()).toEqual([{ json, pairedItem: { item: 0 } }]);
	});

	it('is sent nothing when nothing differs', async () => {
		const json = { reservationId: 'R-1', ...held, action: 'unchanged' };
		expect((await upsert([spa])).json()).toEqual([json]);
		expect(hotel.changes).toEqual([]);
	});

	it('gets the custom fields that differ, or clears them', async () => {
		// A rate beside it is another one.
		hotel.edit('old', { rate: 7, vat: { rate: 19, code: 'A' }, tags: ['x'] });
		const customFields = { vat: { rate: 7, code: 'A' }, tags: ['x'], note: 'VIP' };
		await upsert([{ customFields }]);
		expect(hotel.changes).toEqual([['PATCH', '/services/old', customFields]]);
		expect(await actionsOf(upsert([{ customFields }]))).toEqual(['unchanged']);

		expect(await actionsOf(upsert([{ customFields: { note: null } }]))).toEqual(['updated']);
		expect(await actionsOf(upsert([{ customFields: { note: null } }]))).toEqual(['unchanged']);
	});
});

it('brings two reservations in line at once, whichever needs its first create and which its first update', async () => {
	const charge = { date: '2026-11-21', description: 'Spa' };
	hotel.book({ ...charge, id: 'si-b', amount: 1, description: 'Spa [ref:b]' }, 'R-1');
	hotel.book({ ...charge, id: 'si-c', amount: 1, description: 'Spa [ref:c]' }, 'R-2');
	const items = ['R-1 a', 'R-1 b', 'R-2 c', 'R-2 d'].map((each) => {
		const [reservationId, reference] = each.split(' ');
		return { ...charge, reservationId, reference, amount: 2 };
	});
	expect(await actionsOf(hotel.run('upsert', fromItem, { items }))).toEqual([
		'created',
		'updated',
		'updated',
		'created',
	]);
});
