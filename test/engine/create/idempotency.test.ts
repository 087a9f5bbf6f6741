import { CHARGE, path, useHotel } from '../support/hotel';

const hotel = useHotel();

const options = { maxRetries: 2, timeout: 500 };

function keys(): unknown[] {
	const { entries } = hotel.service.log;
	const creates = entries.filter((entry) => entry.method === 'POST' && entry.path === '/services');
	return creates.map(({ headers }) => headers['idempotency-key']);
}

describe('with a key for each charge in Request Headers', () => {
	beforeEach(() => hotel.speak({ idempotencyHeader: 'Idempotency-Key' }));

	it.each([
		['create', { kind: 'resetAfter' }],
		['create', { kind: 'hangAfter' }],
		['create', { kind: 'errorAfter', status: 504 }],
		['upsert', { kind: 'resetAfter' }],
	] as const)('%s sends an unclear create again, under the same key: %j', async (name, fault) => {
		hotel.service.faults.add({ method: 'POST', path, ...fault });
		const run = await hotel.run(name, { ...CHARGE, reference: 'order-1', options });

		expect(run.error).toBeUndefined();
		expect(keys()).toEqual(Array(2).fill(expect.stringMatching(/^[0-9a-f]{64}$/)));
		expect(new Set(keys()).size).toBe(1);
		expect(hotel.ids()).toHaveLength(1);
	});

	it.each(['create', 'upsert'])('%s is sent again as often as Max Retries says', async (name) => {
		hotel.service.faults.add({ method: 'POST', path, kind: 'errorBefore', status: 503, times: 9 });
		const parameters = { ...CHARGE, preventDuplicates: 'reference', reference: 'order-1', options };
		await hotel.run(name, parameters);

		expect(keys()).toHaveLength(1 + options.maxRetries);
	});

	it('two alike charges have two, which a retried execution keeps, also where one has changed', async () => {
		hotel.service.faults.add({ method: 'POST', path, kind: 'resetAfter', times: 3 });
		const items = [{}, {}];
		const failed = await hotel.run('create', { ...CHARGE, options }, { items });
		expect(failed.error?.message).toContain('may or may not have been created');
		const changed = { ...CHARGE, amount: 30, options };
		const run = await hotel.run('create', changed, { items, retryOf: failed });

		expect(run.error).toBeUndefined();
		expect(new Set(keys()).size).toBe(2);
		expect(hotel.service.books.all().map(({ amount }) => amount)).toEqual([25, 30]);
	});
});
