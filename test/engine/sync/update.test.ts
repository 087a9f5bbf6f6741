import type { INodeParameters } from 'n8n-workflow';
import { useHotel } from '../support/hotel';
import { byId } from '../support/serviceItemNode';

const hotel = useHotel();

/** A charge with every field, as the service holds it. */
const spa = {
	amount: 89.5,
	date: '2026-12-05',
	description: 'Spa treatment',
	accountCode: '4200',
	destinationAccount: 'spa',
};
const serviceId = byId('si-7');

beforeEach(() => hotel.book({ id: 'si-7', ...spa }));

it('changes a service item, gives it out as it is now, and leaves its other fields as they were', async () => {
	const changes = { amount: 95, description: 'Spa treatment, 90 minutes' };
	const run = await hotel.run('update', { serviceId, updateFields: changes });

	expect(hotel.changes).toEqual([['PATCH', '/services/si-7', changes]]);
	const json = { id: 'si-7', reservationId: 'R-1', ...spa, ...changes };
	expect(run.output()).toEqual([{ json, pairedItem: { item: 0 } }]);
	expect(hotel.service.books.all()).toMatchObject([{ ...spa, ...changes }]);
	const { headers } = hotel.service.log.entries.find(({ method }) => method === 'PATCH') ?? {};
	expect(headers?.['content-type']).toBe('application/json');
});

const blank = {
	date: '',
	description: '  ',
	accountCode: '={{ $json.missing }}',
	customFields: '',
};

it.each([
	['Amount, zero', { amount: 0 }, { amount: 0 }],
	['Amount, from the input item', { amount: '={{ $json.price }}' }, { amount: 49.9 }],
	['Date', { date: '2026-12-06T00:00:00' }, { date: '2026-12-06' }],
	['Description', { description: ' Massage ' }, { description: 'Massage' }],
	['Account Code, a number', { accountCode: '={{ 4300 }}' }, { accountCode: '4300' }],
	['Destination Account', { destinationAccount: 'GUEST' }, { destinationAccount: 'GUEST' }],
	['Custom Fields', { customFields: '{ "vat": 7.7, "note": null }' }, { vat: 7.7, note: null }],
	['what is not blank', { ...blank, amount: 5 }, { amount: 5 }],
	['what is not null', { amount: '={{ $json.nothing }}', accountCode: 'A' }, { accountCode: 'A' }],
])('sends nothing but %s', async (_, updateFields: INodeParameters, body) => {
	const items = [{ price: '49.90', nothing: null }];
	const run = await hotel.run('update', { serviceId, updateFields }, { items });

	expect(run.error?.message).toBeUndefined();
	expect(hotel.changes).toEqual([['PATCH', '/services/si-7', body]]);
});
