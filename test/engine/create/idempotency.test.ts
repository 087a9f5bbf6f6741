import type { INodeParameters } from 'n8n-workflow';
import type { PlannedFault } from '../../service/faults';
import { CHARGE, path, useHotel } from '../support/hotel';
import { engineLog } from '../support/loadedPackage';
import { byId } from '../support/serviceItemNode';

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

	it.each(['off', 'sameFields'])(
		'stopped before an unclear create is sent again, the run says that it is unclear: %s',
		async (preventDuplicates) => {
			hotel.credential.edit({ accountConcurrency: 1 });
			hotel.service.faults.add({ method: 'POST', path, kind: 'resetAfter' });
			hotel.service.faults.add({ method: 'GET', path: /si-9/, kind: 'hangBefore' });
			// Its place is taken by another execution as soon as it has no answer.
			hotel.meanwhile({ method: 'POST' }, () => void hotel.run('get', { serviceId: byId('si-9') }));
			const running = hotel.run('create', { ...CHARGE, preventDuplicates, options });
			await hotel.until(() => hotel.sent.some((line) => line.startsWith('GET /services/si-9')));
			running.cancel();

			expect((await running).status).toBe('canceled');
			expect(engineLog.join('\n')).toContain('it is unclear for items 0 whether');
		},
	);

	it('every charge has a key of its own, also one that is the same in everything', async () => {
		await hotel.run('create', { ...fromItem, options }, { items: twins });
		await hotel.run('create', { ...fromItem, options }, { items: twins });

		expect(new Set(keys()).size).toBe(4);
		expect(hotel.service.books.all()).toHaveLength(4);
	});

	it('a retried execution goes on under the keys of the first one', async () => {
		hotel.service.faults.add({ method: 'POST', path, kind: 'resetAfter', times: 3 });
		const failed = await hotel.run('create', { ...fromItem, options }, { items: twins });
		expect(failed.error?.description).toContain('It is not sent again blindly');
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

	it('nothing but a create carries one', async () => {
		await hotel.run('create', CHARGE);
		await hotel.run('getAll', { reservationId: 'R-1' });
		await hotel.run('update', { serviceId: byId('si-1'), updateFields: { amount: 20 } });
		await hotel.run('delete', { serviceId: byId('si-1') });

		const sent = hotel.service.log.entries.filter(({ headers }) => 'idempotency-key' in headers);
		expect(sent.map(({ method }) => method)).toEqual(['POST']);
	});
});
