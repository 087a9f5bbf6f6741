import type { IDataObject } from 'n8n-workflow';
import { CHARGE, chargeFromItem, useHotel } from '../support/hotel';

const hotel = useHotel();

const wanted = { ...CHARGE, reference: 'order-1' };
const theirs = { description: `${CHARGE.description} [ref:order-1]` };
const create = (preventDuplicates: string, items: IDataObject[] = [wanted]) =>
	hotel.run('create', { ...chargeFromItem, preventDuplicates }, { items });

/** Another process makes a charge as ours arrives at the service, before it. */
function theyMake(charge: IDataObject = theirs): void {
	hotel.meanwhile({ method: 'POST' }, () => hotel.book(charge));
}

describe('a charge that another process makes in the same instant, by reference', () => {
	it('is there once: ours, the later one, is deleted', async () => {
		theyMake();
		const run = await create('reference');

		expect(run.json()).toMatchObject([{ action: 'alreadyExisted', id: 'si-1' }]);
		expect(hotel.ids()).toEqual(['si-1']);
	});

	it('and ours, the earlier one, stays when theirs goes', async () => {
		hotel.meanwhile({ method: 'GET', after: 1 }, () => hotel.book({ ...theirs, id: 'si-99' }));
		hotel.meanwhile({ method: 'GET', after: 2 }, () => hotel.remove('si-99'));
		const run = await create('reference');

		expect(run.json()).toMatchObject([{ action: 'created', id: 'si-1' }]);
		expect(hotel.ids()).toEqual(['si-1']);
	});

	it('and that ours cannot be deleted is said with both IDs', async () => {
		theyMake();
		hotel.refuse('DELETE', 403);
		const run = await create('reference');

		expect(run.error?.message).toMatch(/'si-1' and 'si-2'|'si-2' and 'si-1'/);
		expect(hotel.count('DELETE')).toBe(1);
		expect(hotel.ids()).toEqual(['si-1', 'si-2']);
	});

	it.each(['upsert', 'sync'])('theirs is brought up to date by %s', async (operation) => {
		theyMake({ amount: 5, description: 'Theirs [ref:order-1]' });
		const run = await hotel.run(operation, chargeFromItem, { items: [wanted] });

		expect(run.json().map(({ action }) => action)).toEqual(['updated']);
		expect(hotel.service.books.all('R-1')).toMatchObject([{ id: 'si-1', amount: CHARGE.amount }]);
	});
});

it('by same fields both stay, which is said with both IDs', async () => {
	theyMake({});
	const run = await create('sameFields');

	expect(run.error?.message).toMatch(/are the same, and too many: .*'si-1'/);
	expect(run.error?.message).toContain("'si-2'");
	expect(hotel.count('DELETE')).toBe(0);
});
