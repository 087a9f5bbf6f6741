import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { actionsOf, CHARGE, chargeFromItem, useHotel } from '../support/hotel';
import type { RunOptions } from '../support/serviceItemNode';

const hotel = useHotel();

const breakfast = { amount: 12.5, date: '2026-11-22', description: 'Breakfast' };

/** Charges for items, each a late checkout of reservation R-1 unless it says otherwise; accounts are those of all. */
function charge(items: IDataObject[], accounts: INodeParameters = {}, settings: RunOptions = {}) {
	const parameters = { ...chargeFromItem, preventDuplicates: 'sameFields' };
	const whole = items.map((item) => ({ ...CHARGE, ...item }));
	const all = { ...parameters, additionalFields: accounts };
	return hotel.run('create', all, { items: whole, ...settings });
}

it('a charge that differs in one field is not there yet', async () => {
	hotel.book();
	const differing = [
		{ amount: 25.01 },
		{ date: '2026-11-22' },
		{ description: 'Late check-out' },
		{ description: 'LATE CHECKOUT' },
	];
	expect(await actionsOf(charge(differing))).toEqual(differing.map(() => 'created'));
	for (const account of [{ accountCode: '4400' }, { destinationAccount: 'GUEST' }]) {
		expect(await actionsOf(charge([{}], account))).toEqual(['created']);
	}
});

// What the list changes of a text is a case of the unit tests.
it('charges are known again where the service fills in and rewrites what it may, alike ones each', async () => {
	hotel.keepOtherwise(({ date, description }) => ({
		date: `${date}T00:00+14:00`,
		description: description.normalize('NFD').replace('&', '&amp;'),
		accountCode: '4400',
		destinationAccount: 'GUEST',
	}));
	const spa = { amount: 79.4, description: ' Spa & sauna\nfor one, with Frühstück' };
	const items = [spa, {}, breakfast, {}, { ...spa, reservationId: 'R-2' }];

	expect(await actionsOf(charge(items))).toEqual(items.map(() => 'created'));
	expect(await actionsOf(charge(items))).toEqual(items.map(() => 'alreadyExisted'));
	expect(hotel.ids()).toHaveLength(items.length);
});

it('a reservation that cannot be read gets no charge, and the others do', async () => {
	hotel.refuse('GET', 500, { times: 4 });
	hotel.credential.edit({ accountConcurrency: 1 });
	const items = [{}, { reservationId: 'R-2' }, breakfast];
	const run = await charge(items, {}, { onError: 'continueRegularOutput' });

	const error = expect.stringContaining('could not be read') as string;
	expect(run.json()).toMatchObject([{ error }, { action: 'created' }, { error }]);
	expect(hotel.service.books.all()).toMatchObject([{ ...CHARGE, reservationId: 'R-2' }]);
});

it('refuses to overlook a field that List Response does not show', async () => {
	const item = { id: '{id}', amount: '{amount}', date: '{date}', description: '{description}' };
	const listResponse = JSON.stringify({ items: [item] });
	hotel.credential.edit({ customApiFormat: true, listResponse });
	hotel.book({ accountCode: '1111' });
	const run = await charge([{}], { accountCode: '4400' });

	expect(run.error?.message).toContain("'Account Code' is not shown");
	expect(hotel.changes).toEqual([]);
	expect(await actionsOf(charge([{}, {}]))).toEqual(['alreadyExisted', 'created']);
});
