import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { CHARGE, useHotel } from '../support/hotel';
import type { RunOptions } from '../support/serviceItemNode';

const hotel = useHotel();

const located: INodeParameters = {
	reservationId: '={{ $json.reservationId }}',
	serviceId: { __rl: true, mode: 'reference', value: '={{ $json.reference }}' },
	updateFields: { amount: 1 },
};

function run(operation: string, items: IDataObject[], settings: RunOptions = {}) {
	const ofR1 = items.map((item) => ({ reservationId: 'R-1', ...item }));
	const options = { maxRetries: 0 };
	return hotel.run(operation, { ...located, options }, { items: ofR1, ...settings });
}

beforeEach(() => {
	hotel.book({ id: 'a', description: 'Spa [ref:order-1]' });
	hotel.book({ id: 'b', description: 'Spa [ref:order-2]' });
	hotel.book({ id: 'c', description: 'Spa [ref:order-22]' });
	hotel.book({ id: 'd', description: 'Spa [ref:order-2]' });
});

describe.each(['get', 'update', 'delete'])('%s is refused a reference that', (operation) => {
	it.each([
		[
			'no charge carries',
			{ reference: 'order-3' },
			"No service item carries the reference 'order-",
		],
		[
			'several carry',
			{ reference: 'order-2' },
			"Several service items carry the reference 'order-2': 'b' and 'd'",
		],
		['has no reservation', { reference: 'a', reservationId: '' }, "'Reservation ID' is empty"],
	])('%s', async (_, item, message) => {
		const { error } = await run(operation, [item]);

		expect(error?.message).toContain(message);
		expect(hotel.changes).toEqual([]);
	});
});

it('a cancellation that is tried again counts what the first try has deleted', async () => {
	hotel.service.faults.add({ method: 'DELETE', kind: 'resetAfter' });
	const twice = [{ reference: 'order-1' }, { reference: 'order-22' }];
	const result = await run('delete', twice, { retryOnFail: true });

	expect(result.json()).toEqual([{ deleted: true }, { deleted: true }]);
	expect(hotel.ids()).toEqual(['b', 'd']);
});

it('a cancellation waits for the charge that is just being made', async () => {
	hotel.service.latencyMs = 20;
	const charge = { ...CHARGE, preventDuplicates: 'reference', reference: 'order-7' };
	const creation = hotel.run('create', charge);
	await hotel.until(() => hotel.count('POST') === 1);
	const cancellation = await run('delete', [{ reference: 'order-7' }]);

	expect((await creation).json()).toMatchObject([{ action: 'created' }]);
	expect(cancellation.json()).toEqual([{ deleted: true }]);
	expect(hotel.ids()).toEqual(['a', 'b', 'c', 'd']);
});
