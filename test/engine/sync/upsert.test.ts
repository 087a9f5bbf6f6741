import type { IDataObject } from 'n8n-workflow';
import { actionsOf, fromItem, useHotel } from '../support/hotel';

const hotel = useHotel();

const spa = { amount: 80, date: '2026-11-21', description: 'Spa' };
/** The same with reference spa-1, as the service holds it. */
const held = { id: 'old', ...spa, description: 'Spa [ref:spa-1]' };

/** An item about reference spa-1 on reservation R-1; fields it leaves out stay blank. */
function upsert(item: IDataObject) {
	const about = { reservationId: 'R-1', reference: 'spa-1' };
	return hotel.run('upsert', fromItem, { items: [{ ...about, ...item }] });
}

describe('a reference that is not there', () => {
	it('is created', async () => {
		const run = await upsert({ ...spa, accountCode: '4400', customFields: { vat: 19 } });

		const { description } = held;
		const item = { reservationId: 'R-1', ...spa, description, accountCode: '4400', vat: 19 };
		expect(hotel.changes).toEqual([['POST', '/services', item]]);
		const json = { id: 'si-1', ...item, action: 'created' };
		expect(run.output()).toEqual([{ json, pairedItem: { item: 0 } }]);
	});

	it.each([
		['Amount', { ...spa, amount: undefined }],
		['Description', { ...spa, description: null }],
	])('needs %s', async (field, item) => {
		const { error } = await upsert(item);

		const words = 'must be filled in, as there is no service item with this reference yet';
		expect(error?.message).toBe(`'${field}' ${words}`);
		expect(hotel.changes).toEqual([]);
	});
});

describe('a reference that is there', () => {
	beforeEach(() => hotel.book(held));

	it('gets all fields of the input, and its reference, or nothing when nothing differs', async () => {
		expect(await actionsOf(upsert(spa))).toEqual(['unchanged']);
		const changes = { amount: 90, destinationAccount: 'GUEST' };
		const run = await upsert({ ...spa, ...changes });

		const { description } = held;
		const body = { ...spa, description, ...changes };
		expect(hotel.changes).toEqual([['PATCH', '/services/old', body]]);
		const json = { reservationId: 'R-1', ...held, ...changes, action: 'updated' };
		expect(run.output()).toEqual([{ json, pairedItem: { item: 0 } }]);
	});

	it('gets the custom fields that differ, or clears them', async () => {
		// A rate beside it is another one.
		hotel.edit('old', { rate: 7, vat: { rate: 19, code: 'A' }, tags: ['x'] });
		const customFields = { vat: { rate: 7, code: 'A' }, tags: ['x'], note: 'VIP' };
		for (const given of [customFields, { note: null }]) {
			expect(await actionsOf(upsert({ customFields: given }))).toEqual(['updated']);
			expect(await actionsOf(upsert({ customFields: given }))).toEqual(['unchanged']);
		}
		expect(hotel.changes[0]).toEqual(['PATCH', '/services/old', customFields]);
	});
});
