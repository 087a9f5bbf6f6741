import type { INodeParameters } from 'n8n-workflow';
import { CHARGE, useHotel } from '../support/hotel';
import { byId } from '../support/serviceItemNode';

const hotel = useHotel();

/** What n8n hands over from its form and its expressions. Every other spelling is a case of the unit tests. */
it.each<[string, string | number, number]>([
	['a number from the form', 12.5, 12.5],
	['a refund as it is typed', '-3', -3],
	['a difference with the noise of binary fractions', '={{ 0.3 - 0.1 }}', 0.2],
	['a share rounded in the expression', '={{ (19.99 * 0.19).round(2) }}', 3.8],
	['text put together in an expression', '={{ 12 }}.{{ 5 }}', 12.5],
	['the price in the input item', '={{ $json.price }}', 25],
])('takes %s for an amount', async (_, amount, sent) => {
	const run = await hotel.run('create', { ...CHARGE, amount }, { items: [{ price: 25 }] });

	expect(run.error).toBeUndefined();
	expect(hotel.bodies).toMatchObject([{ amount: sent }]);
});

describe('Max Amount', () => {
	const about = { reservationId: 'R-1', reference: 'a' };
	const serviceId = byId('si-1');
	it.each<[string, INodeParameters]>([
		['create', { ...CHARGE, amount: 3500 }],
		['upsert', { ...CHARGE, ...about, amount: 3500 }],
		['sync', { ...CHARGE, ...about, amount: 3500 }],
		['update', { serviceId, updateFields: { amount: 3500 } }],
	])('keeps %s from sending an amount above it: %j', async (operation, parameters) => {
		const options = { maxAmount: 500 };
		const { error } = await hotel.run(operation, { ...parameters, options });

		expect(error?.message).toBe("'Amount' is 3500, more than the option 'Max Amount' allows (500)");
		expect(hotel.traffic).toEqual([]);
	});

	it.each(['create', 'update'])('is not got round by Custom Fields: %s', async (operation) => {
		const custom = { customFields: '{ "amount": 3500 }' };
		const fields = { additionalFields: custom, updateFields: custom, serviceId };
		const { error } = await hotel.run(operation, { ...CHARGE, ...fields });

		expect(error?.message).toContain("'Custom Fields' sets what stands for {amount}");
		expect(hotel.traffic).toEqual([]);
	});
});
