import type { INodeParameters } from 'n8n-workflow';
import { useHotel } from './support/hotel';
import { byId } from './support/serviceItemNode';
import { spaTreatment } from './support/spaTreatment';

const hotel = useHotel();

/** Changes item si-7 and returns the body that was sent. */
async function change(updateFields: INodeParameters, json = {}): Promise<unknown> {
	const run = await hotel.run(
		'update',
		{ serviceId: byId('si-7'), updateFields },
		{ items: [json] },
	);
	expect(run.error).toBeUndefined();
	expect(hotel.requests).toHaveLength(1);
	return hotel.bodies[0];
}

beforeEach(() => {
	hotel.service.books.add('R-1', { id: 'si-7', ...spaTreatment });
});

it('changes a service item and gives it out as it is now', async () => {
	const run = await hotel.run('update', {
		serviceId: byId('si-7'),
		updateFields: { amount: 95, description: 'Spa treatment, 90 minutes' },
	});

	const changes = { amount: 95, description: 'Spa treatment, 90 minutes' };
	expect(hotel.requests).toEqual([{ method: 'PATCH', path: '/services/si-7', body: changes }]);
	expect(run.output()).toEqual([
		{
			json: { id: 'si-7', reservationId: 'R-1', ...spaTreatment, ...changes },
			pairedItem: { item: 0 },
		},
	]);
	expect(hotel.service.books.all()).toMatchObject([{ ...spaTreatment, ...changes }]);
	const { headers } = hotel.service.log.entries.find(({ method }) => method === 'PATCH') ?? {};
	expect(headers?.['content-type']).toBe('application/json');
});

it.each([
	['Amount', { amount: 12.5 }, { amount: 12.5 }],
	['Amount, zero', { amount: 0 }, { amount: 0 }],
	['Amount, from the input item', { amount: '={{ $json.price }}' }, { amount: 49.9 }],
	['Date', { date: '2026-12-06T00:00:00' }, { date: '2026-12-06' }],
	['Description', { description: ' Massage ' }, { description: 'Massage' }],
	['Description, a number', { description: '={{ 7 }}' }, { description: '7' }],
	['Account Code', { accountCode: '4300' }, { accountCode: '4300' }],
	['Account Code, a number', { accountCode: '={{ 4300 }}' }, { accountCode: '4300' }],
	['Destination Account', { destinationAccount: 'GUEST' }, { destinationAccount: 'GUEST' }],
	['Custom Fields', { customFields: '{ "vat": 7.7 }' }, { vat: 7.7 }],
])('sends nothing but %s', async (_, updateFields, body) => {
	expect(await change(updateFields, { price: '49.90' })).toEqual(body);
});

it.each([
	['empty', { amount: '', date: '', description: '', accountCode: '', customFields: '' }],
	['white space', { description: '  ', accountCode: '\t', destinationAccount: '\n' }],
	['an empty object', { customFields: '{}' }],
	[
		'null or missing in the input item',
		{
			amount: '={{ $json.nothing }}',
			date: '={{ $json.missing }}',
			description: '={{ $json.nothing }}',
			accountCode: '={{ $json.missing }}',
			customFields: '={{ $json.nothing }}',
		},
	],
])('does not send fields that are %s', async (_, blank) => {
	const fields = { destinationAccount: 'GUEST', ...blank };
	const expected = 'destinationAccount' in blank ? { amount: 5 } : { destinationAccount: 'GUEST' };
	const sent = 'destinationAccount' in blank ? { ...fields, amount: 5 } : fields;

	expect(await change(sent, { nothing: null })).toEqual(expected);
});

it('leaves the fields that are not sent as they were', async () => {
	await change({ accountCode: '4300', description: '' });

	expect(hotel.service.books.all()).toMatchObject([{ ...spaTreatment, accountCode: '4300' }]);
});

it.each([
	['an empty text', '{ "accountCode": "" }', { accountCode: '' }],
	['null', '{ "destinationAccount": null }', { destinationAccount: null }],
])('clears a field through Custom Fields with %s', async (_, customFields, body) => {
	expect(await change({ accountCode: '', customFields })).toEqual(body);
	expect(hotel.service.books.all()[0]?.raw).toMatchObject(body);
});

describe('nothing to change', () => {
	it.each([
		['no field', {}],
		['blank fields only', { amount: '', description: ' ', accountCode: '={{ $json.missing }}' }],
		['empty Custom Fields', { customFields: '{}' }],
	])('is refused with %s, and nothing is sent', async (_, updateFields: INodeParameters) => {
		const run = await hotel.run('update', { serviceId: byId('si-7'), updateFields });

		expect(run.status).toBe('error');
		expect(run.error?.message).toBe("'Update Fields' is empty, so there is nothing to change");
		expect(run.error?.description).toMatch(/^Add at least one field/);
		expect(run.error?.context).toMatchObject({ itemIndex: 0 });
		expect(hotel.service.log.entries).toEqual([]);
	});
});

it.each([
	['a blank ID', ' ', {}, "'Service Item' is empty"],
	['two dots', '..', {}, "'Service Item' is '..', which is not an ID"],
	['a wrong amount', 'si-7', { amount: 'abc' }, "'Amount' is 'abc'"],
	['a wrong date', 'si-7', { date: '5.12.2026' }, "'Date' is '5.12.2026'"],
	['an object', 'si-7', { description: { a: 1 } }, "'Description' is not text"],
])('refuses %s and sends nothing', async (_, id, wrong, message) => {
	const run = await hotel.run(
		'update',
		{
			serviceId: byId('={{ $json.id }}'),
			updateFields: {
				accountCode: 'A',
				amount: '={{ $json.amount }}',
				date: '={{ $json.date }}',
				description: '={{ $json.description }}',
			},
		},
		{ items: [{ id, ...wrong }] },
	);

	expect(run.error?.message).toContain(message);
	expect(hotel.service.log.entries).toEqual([]);
});

it('changes one service item in the order of the input: the last one holds', async () => {
	hotel.service.books.add('R-1', { id: 'si-8', amount: 9, date: '2026-12-05', description: 'Spa' });
	hotel.service.faults.add({ kind: 'delay', method: 'PATCH', delayMs: 60 });
	const updateFields = { amount: '={{ $json.price }}' };
	const items = [1, 2, 3].map((price) => ({ price }));
	await hotel.run('update', { serviceId: byId('si-8'), updateFields }, { items });

	expect(hotel.bodies).toEqual([{ amount: 1 }, { amount: 2 }, { amount: 3 }]);
});
