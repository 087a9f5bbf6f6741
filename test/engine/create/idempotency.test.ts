import type { INodeParameters } from 'n8n-workflow';
import type { PlannedFault } from '../../service/faults';
import { CHARGE, path, useHotel } from '../support/hotel';

const hotel = useHotel();

const fromItem: INodeParameters = {
	...CHARGE,
	description: '={{ $json.text }}',
};
/** Two charges that are the same in everything. */
const twins = [{ text: 'Late checkout' }, { text: 'Late checkout' }];
const options = { maxRetries: 2, timeout: 500 };

function keys(): Array<string | undefined> {
	return hotel.service.log.entries
		.filter(({ method, path: where }) => method === 'POST' && where === '/services')
		.map(({ headers }) => headers['idempotency-key'] as string | undefined);
}

describe('with a key for each charge in Request Headers', () => {
	beforeEach(() => {
		hotel.speak({ idempotencyHeader: 'Idempotency-Key' });
	});

	it.each<[string, PlannedFault]>([
		['create', { kind: 'resetAfter' }],
		['create', { kind: 'hangAfter' }],
		['create', { kind: 'errorAfter', status: 504 }],
		['upsert', { kind: 'resetAfter' }],
		['sync', { kind: 'resetAfter' }],
	])('%s sends an unclear create again, under the same key: %j', async (operation, fault) => {
		hotel.service.faults.add({ method: 'POST', path, ...fault });
		const run = await hotel.run(operation, { ...CHARGE, reference: 'order-1', options });

		expect(run.error).toBeUndefined();
		expect(run.json()).toHaveLength(1);
		expect(keys()).toHaveLength(2);
		expect(new Set(keys()).size).toBe(1);
		expect(keys()[0]).toMatch(/^[0-9a-f]{64}$/);
		expect(hotel.service.books.all()).toHaveLength(1);
	});

	it('a retried execution goes on under the keys of the first one', async () => {
		hotel.service.faults.add({ method: 'POST', path, kind: 'resetAfter', times: 3 });
		const failed = await hotel.run('create', { ...fromItem, options }, { items: twins });
		expect(failed.error?.description).toContain('It is not sent again');
		const run = await hotel.run(
			'create',
			{ ...fromItem, options },
			{ items: twins, retryOf: failed },
		);

		expect(run.error).toBeUndefined();
		expect(new Set(keys()).size).toBe(2);
		expect(hotel.service.books.all()).toHaveLength(2);
	});

	it('a charge that has become another one keeps the key of its place, so that there is one', async () => {
		hotel.service.faults.add({ method: 'POST', path, kind: 'resetAfter', times: 3 });
		const failed = await hotel.run('create', { ...CHARGE, options });
		await hotel.run('create', { ...CHARGE, amount: 30, options }, { retryOf: failed });

		expect(new Set(keys()).size).toBe(1);
		expect(hotel.service.books.all().map(({ amount }) => amount)).toEqual([25]);
	});
});
