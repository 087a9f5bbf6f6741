import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { JsonObject } from '../../service/json';
import { actionsOf, CHARGE, chargeFromItem, useHotel, type SentCharge } from '../support/hotel';
import type { RunOptions } from '../support/serviceItemNode';

const hotel = useHotel();

const breakfast = { amount: 12.5, date: '2026-11-22', description: 'Breakfast' };

/** Charges for items, each a late checkout of reservation R-1 unless it says otherwise; accounts are those of all. */
function charge(
	items: IDataObject[] = [{}],
	accounts: INodeParameters = {},
	settings: RunOptions = {},
) {
	const parameters = { ...chargeFromItem, preventDuplicates: 'sameFields' };
	return hotel.run(
		'create',
		{ ...parameters, additionalFields: accounts },
		{ items: items.map((item) => ({ ...CHARGE, ...item })), ...settings },
	);
}

it.each<[string, IDataObject, INodeParameters]>([
	['amount', { amount: 25.01 }, {}],
	['date', { date: '2026-11-22' }, {}],
	['description', { description: 'Late check-out' }, {}],
	['case', { description: 'LATE CHECKOUT' }, {}],
	['account code', {}, { accountCode: '4400' }],
	['destination account', {}, { destinationAccount: 'GUEST' }],
])('a charge that differs in its %s is not there yet', async (_, item, accounts) => {
	hotel.book();

	expect(await actionsOf(charge([item], accounts))).toEqual(['created']);
	expect(hotel.ids()).toHaveLength(2);
});

describe('a charge is known again where the service', () => {
	const spa = { amount: 79.4, description: 'Spa for two' };
	const items = [
		spa,
		{ ...spa, description: 'Spa & sauna for one, with Frühstück' },
		{ ...spa, reservationId: 'R-2', amount: 12.2 },
		{ ...spa, description: ' Spa\n' },
	];

	async function expectOneOfEach(): Promise<void> {
		expect(await actionsOf(charge(items))).toEqual(items.map(() => 'created'));
		expect(await actionsOf(charge(items))).toEqual(items.map(() => 'alreadyExisted'));
		expect(hotel.ids()).toHaveLength(items.length);
	}

	it.each<[string, (sent: SentCharge) => JsonObject]>([
		['fills in accounts', () => ({ accountCode: '4400', destinationAccount: 'GUEST' })],
		['adds properties', () => ({ vat: 7.7, createdAt: '2026-11-21T10:00:00Z' })],
		[
			'puts blanks around, and breaks lines',
			({ description }) => ({ description: ` ${description.replace(' ', '\n')}` }),
		],
		[
			'writes accents in two characters',
			({ description }) => ({ description: description.normalize('NFD') }),
		],
		['escapes HTML', ({ description }) => ({ description: description.replace('&', '&amp;') })],
		['writes amounts as text', ({ amount }) => ({ amount: amount.toFixed(2) })],
		['writes days as a midnight', ({ date }) => ({ date: `${date}T00:00+14:00` })],
	])('%s', async (_, change) => {
		hotel.keepOtherwise(change);

		await expectOneOfEach();
	});
});

it('identical charges are all made, and none is added when the workflow is run again', async () => {
	const items = [{}, breakfast, {}, {}];
	expect(await actionsOf(charge(items))).toEqual(Array(4).fill('created'));

	expect(await actionsOf(charge(items))).toEqual(Array(4).fill('alreadyExisted'));
	expect(hotel.ids()).toHaveLength(4);
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

describe('By Same Fields refuses', () => {
	it('to overlook a field that List Response does not show', async () => {
		const item = { id: '{id}', amount: '{amount}', date: '{date}', description: '{description}' };
		const listResponse = JSON.stringify({ items: [item] });
		hotel.credential.edit({ customApiFormat: true, listResponse });
		const run = await charge([{}], { accountCode: '4400' });

		expect(run.error?.message).toContain("'Account Code' is not shown");
		expect(hotel.changes).toEqual([]);
		expect(await actionsOf(charge())).toEqual(['created']);
	});
});
