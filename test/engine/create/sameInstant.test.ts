import type { IDataObject } from 'n8n-workflow';
import { CHARGE, fromItem, useHotel } from '../support/hotel';
import type { RunOptions } from '../support/serviceItemNode';

const hotel = useHotel();

const sameFields = { ...fromItem, preventDuplicates: 'sameFields' };
const onError = 'continueRegularOutput';
const create = (items: IDataObject[], settings: RunOptions = {}) =>
	hotel.run('create', sameFields, { items, ...settings });

/** Another process makes a charge as ours arrives at the service, before it. */
function theyMake(charge: IDataObject = {}, after = 0): void {
	hotel.meanwhile({ method: 'POST', after }, () => hotel.book(charge));
}

describe('a charge that another process makes in the same instant, with IDs that are numbers', () => {
	beforeEach(() => (hotel.service.dialect.idType = 'number'));

	it('is there once: ours, the later one, is deleted', async () => {
		theyMake();
		const run = await create([CHARGE]);

		expect(run.json()).toMatchObject([{ id: 1, action: 'alreadyExisted' }]);
		expect(hotel.ids()).toEqual(['1']);
	});

	it('and ours, the earlier one, stays when theirs goes', async () => {
		hotel.meanwhile({ method: 'GET', after: 1 }, () => hotel.book({ id: '9' }));
		hotel.meanwhile({ method: 'GET', after: 2 }, () => hotel.remove('9'));
		const run = await create([CHARGE]);

		expect(run.json()).toMatchObject([{ id: 1, action: 'created' }]);
		expect(hotel.ids()).toEqual(['1']);
	});

	it('and that ours cannot be deleted is said with both names', async () => {
		theyMake();
		hotel.refuse('DELETE', 403);
		const run = await create([CHARGE]);

		expect(run.error?.message).toContain("'1' and '2' are the same");
		expect(hotel.count('DELETE')).toBe(1);
		expect(hotel.ids()).toEqual(['1', '2']);
	});

	it('is left where several alike are wanted, and that all stay is said of each', async () => {
		theyMake({}, 1);
		const run = await create([CHARGE, CHARGE], { onError });

		const twice = expect.stringContaining("'1' and '2' and '3' are the same") as string;
		expect(run.json()).toMatchObject([{ error: twice }, { error: twice }]);
		expect(hotel.count('DELETE')).toBe(0);
	});
});

it('with other IDs, that both stay is said with both names', async () => {
	theyMake();
	const run = await create([CHARGE]);

	expect(run.error?.message).toBe(
		"The charge may be on reservation 'R-1' twice: the service items 'si-1' and 'si-2' are the same",
	);
	expect(hotel.ids()).toHaveLength(2);
});

it.each(['upsert', 'sync'])(
	'with one reference, ours is deleted, and theirs is brought up to date by %s',
	async (operation) => {
		theyMake({ amount: 5, description: 'Theirs [ref:order-1]' });
		const items = [{ ...CHARGE, reference: 'order-1' }];
		const run = await hotel.run(operation, fromItem, { items });

		expect(run.json().map(({ action }) => action)).toEqual(['updated']);
		expect(hotel.service.books.all('R-1')).toMatchObject([
			{ id: 'si-1', amount: CHARGE.amount, description: `${CHARGE.description} [ref:order-1]` },
		]);
	},
);

it('with one reference, both stay where create would leave other values than are wanted: a service may split a charge', async () => {
	hotel.meanwhile({ method: 'POST' }, () =>
		hotel.book({ amount: 2, description: `${CHARGE.description} [ref:order-1]` }),
	);
	const items = [{ ...CHARGE, reference: 'order-1' }];
	const run = await hotel.run('create', { ...fromItem, preventDuplicates: 'reference' }, { items });

	expect(run.error?.message).toContain("carry the reference 'order-1': 'si-1' and 'si-2'");
	expect(hotel.count('DELETE')).toBe(0);
});
