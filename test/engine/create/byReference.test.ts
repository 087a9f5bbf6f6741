import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { CHARGE, useHotel } from '../support/hotel';
import type { RunOptions } from '../support/serviceItemNode';

const hotel = useHotel();

const located = (value = '={{ $json.reference }}'): INodeParameters => ({
	reservationId: '={{ $json.reservationId }}',
	serviceId: { __rl: true, mode: 'reference', value },
});

function run(
	operation: string,
	items: IDataObject[],
	parameters: INodeParameters = {},
	settings: RunOptions = {},
) {
	return hotel.run(
		operation,
		{ ...located(), ...parameters },
		{ items: items.map((item) => ({ reservationId: 'R-1', ...item })), ...settings },
	);
}

const twice = [{ reference: 'order-1' }, { reference: 'order-2' }];
const operations: Array<[string, INodeParameters]> = [
	['get', {}],
	['update', { updateFields: { amount: 1 } }],
	['delete', {}],
];

beforeEach(() => {
	hotel.book({ id: 'a', description: 'Spa [ref:order-1]' });
	hotel.book({ id: 'b', description: 'Spa [ref:order-2]' });
	hotel.book({ id: 'c', description: 'Spa [ref:order-22]' });
});

describe('a charge that is named by its reference', () => {});

describe('a reference that', () => {
	it.each(operations)('no charge carries is told of (%s)', async (operation, changes) => {
		const { error } = await run(operation, [{ reference: 'order-3' }], changes);

		expect(error?.message).toBe("No service item carries the reference 'order-3'");
		expect(error?.description).toContain("Check 'Service Item' and 'Reservation ID'");
		expect(hotel.changes).toEqual([]);
	});

	it.each(operations)('several charges carry is told of (%s)', async (operation, changes) => {
		hotel.book({ id: 'd', description: 'Spa [ref:order-1]' });
		const { error } = await run(operation, [{ reference: 'order-1' }], changes);

		const words = "Several service items carry the reference 'order-1': 'a' and 'd'";
		expect(error?.message).toContain(words);
		expect(hotel.changes).toEqual([]);
	});

	it.each([
		['is blank', { reference: ' ' }, "'Service Item' is empty"],
		['has no reservation', { reference: 'a', reservationId: '' }, "'Reservation ID' is empty"],
	])('%s is refused before anything is sent', async (_, item, message) => {
		const { error } = await run('delete', [item]);

		expect(`${error?.message} ${error?.description}`).toContain(message);
		expect(hotel.requests).toEqual([]);
	});
});

it('a cancellation that is tried again counts what the first try has deleted', async () => {
	hotel.service.faults.add({ method: 'DELETE', kind: 'resetAfter' });
	const options = { maxRetries: 0 };
	const result = await run('delete', twice, { options }, { retryOnFail: true });

	expect(result.json()).toEqual([{ deleted: true }, { deleted: true }]);
	expect(hotel.ids()).toEqual(['c']);
});

it('a cancellation waits for the charge that is just being made', async () => {
	hotel.service.latencyMs = 20;
	const charge = { ...CHARGE, preventDuplicates: 'reference', reference: 'order-7' };
	const creation = hotel.run('create', charge);
	await hotel.until(() => hotel.count('POST') === 1);
	const cancellation = await run('delete', [{ reference: 'order-7' }]);

	expect((await creation).json()).toMatchObject([{ action: 'created' }]);
	expect(cancellation.json()).toEqual([{ deleted: true }]);
	expect(hotel.ids()).toEqual(['a', 'b', 'c']);
});
