import type { INodeParameters } from 'n8n-workflow';
import { useHotel } from './support/hotel';
import { byId } from './support/serviceItemNode';

const hotel = useHotel();

const spa = { amount: 89.5, date: '2026-12-05', description: 'Spa treatment' };

/** Reads items si-1 to si-`count`, all at once as far as the options allow. */
async function readMany(count: number, options: INodeParameters) {
	const items = Array.from({ length: count }, (_, index) => ({ id: `si-${index + 1}` }));
	for (const { id } of items) hotel.service.books.add('R-1', { id, ...spa });
	return await hotel.run('get', { serviceId: byId('={{ $json.id }}'), options }, { items });
}

describe('Max Concurrency', () => {
	beforeEach(() => {
		hotel.service.latencyMs = 10;
		hotel.service.inFlight.peak = 0;
	});
	afterEach(() => {
		hotel.service.latencyMs = 0;
	});

	it.each([
		[{}, 5],
		[{ maxConcurrency: 1 }, 1],
		[{ maxConcurrency: 3 }, 3],
		[{ maxConcurrency: '2' }, 2],
		[{ maxConcurrency: '={{ 1 + 1 }}' }, 2],
	])('with %j no more than %i requests are under way', async (options, most) => {
		const run = await readMany(12, options);

		expect(run.json()).toHaveLength(12);
		expect(hotel.service.inFlight.peak).toBeLessThanOrEqual(most);
	});

	it('holds for charges on different reservations', async () => {
		const run = await hotel.run(
			'create',
			{ reservationId: '={{ $json.id }}', ...spa, options: { maxConcurrency: 2 } },
			{ items: Array.from({ length: 8 }, (_, id) => ({ id })) },
		);

		expect(run.json()).toHaveLength(8);
		expect(hotel.service.inFlight.peak).toBeLessThanOrEqual(2);
	});

	it('charges on one reservation go one by one, whatever it is', async () => {
		const run = await hotel.run(
			'create',
			{ reservationId: 'R-1', ...spa, amount: '={{ $json.n }}', options: { maxConcurrency: 8 } },
			{ items: [1, 2, 3, 4].map((n) => ({ n })) },
		);

		expect(run.json()).toHaveLength(4);
		expect(hotel.service.inFlight.peak).toBe(1);
		expect(hotel.service.books.all().map(({ amount }) => amount)).toEqual([1, 2, 3, 4]);
	});
});

describe('Requests per Second', () => {
	it.each([0, 500, 0.5 * 2000, '500'])('of %j lets every request through', async (rate) => {
		const run = await readMany(5, { requestsPerSecond: rate });

		expect(run.json()).toHaveLength(5);
		expect(hotel.requests).toHaveLength(5);
	});
});

describe('Max Retries', () => {
	const busy = (times: number): void =>
		hotel.service.faults.add({
			kind: 'tooManyRequests',
			path: /services/,
			retryAfter: 0,
			times,
		});

	it.each([
		[{}, 3, 'success', 4],
		[{}, 4, 'error', 4],
		[{ maxRetries: 0 }, 1, 'error', 1],
		[{ maxRetries: 1 }, 1, 'success', 2],
		[{ maxRetries: '2' }, 3, 'error', 3],
	])('with %j, refused %i time(s): %s', async (options, times, status, requests) => {
		busy(times);
		const run = await readMany(1, options);

		expect(run.status).toBe(status);
		expect(hotel.requests).toHaveLength(requests);
	});

	it('makes one charge of all tries', async () => {
		busy(2);
		await hotel.run('create', { reservationId: 'R-1', ...spa, options: { maxRetries: 2 } });

		expect(hotel.requests).toHaveLength(3);
		expect(hotel.service.books.changes.created).toBe(1);
	});
});

describe('Timeout', () => {
	it('ends the wait for an answer, and says which option to set', async () => {
		hotel.service.faults.add({ kind: 'hangBefore', path: /services/ });
		const run = await readMany(1, { timeout: 60, maxRetries: 0 });

		expect(run.error?.message).toContain('did not answer in time');
		expect(run.error?.description).toContain("'Timeout'");
		expect(hotel.requests).toHaveLength(1);
	});
});

describe('an option that is no good', () => {
	const wrong: Array<[INodeParameters, string]> = [
		[{ maxConcurrency: 0 }, "'Max Concurrency' must be a whole number of at least 1"],
		[{ maxConcurrency: 1.5 }, "'Max Concurrency' must be a whole number of at least 1"],
		[{ maxConcurrency: 'many' }, "'Max Concurrency' must be a whole number of at least 1"],
		[{ requestsPerSecond: -1 }, "'Requests per Second' must be a number of at least 0"],
		[{ requestsPerSecond: '={{ 1 / 0 }}' }, "'Requests per Second' must be a number of at least 0"],
		[{ maxRetries: -1 }, "'Max Retries' must be a whole number of at least 0"],
		[{ maxRetries: '={{ true }}' }, "'Max Retries' must be a whole number of at least 0"],
		[{ timeout: 0 }, "'Timeout' must be a whole number of at least 1"],
	];

	it.each(wrong)('%j is refused by name, and nothing is sent', async (options, message) => {
		const run = await readMany(2, options);

		expect(run.status).toBe('error');
		expect(run.error?.message).toContain(message);
		expect(hotel.service.log.entries).toEqual([]);
	});

	it('is no success with Continue: every item says so', async () => {
		const run = await hotel.run(
			'get',
			{ serviceId: byId('si-1'), options: { timeout: 0 } },
			{ items: [{ a: 1 }, { a: 2 }], onError: 'continueRegularOutput' },
		);

		expect(run.json()).toEqual([
			{ error: expect.stringContaining("'Timeout' must be") as string },
			{ error: expect.stringContaining("'Timeout' must be") as string },
		]);
		expect(run.output().map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
		expect(hotel.service.log.entries).toEqual([]);
	});

	it('goes to the error output with Continue (using error output)', async () => {
		const run = await hotel.run(
			'get',
			{ serviceId: byId('si-1'), options: { timeout: 0 } },
			{ items: [{ a: 1 }], onError: 'continueErrorOutput' },
		);

		expect(run.json(0)).toEqual([]);
		expect(run.json(1)).toEqual([
			{ error: expect.stringContaining("'Timeout' must be") as string },
		]);
	});

	describe.each([
		['once', {}],
		['three times under Retry On Fail', { retryOnFail: true, maxTries: 3 }],
	])('of one operation, tried %s,', (_, settings) => {
		const items = [{ simplify: false }, { simplify: 'yes' }];
		const simplify = '={{ $json.simplify }}';

		it.each([
			['create', {}],
			['create', { preventDuplicates: 'sameFields' }],
			['upsert', { reference: 'spa-1' }],
			['sync', { reference: '={{ "spa-" + $itemIndex }}', removeMissing: true }],
			['update', { serviceId: byId('si-1'), updateFields: { amount: 5 } }],
		])('is refused by %s %j before anything is changed or asked', async (operation, fields) => {
			hotel.service.books.add('R-1', { id: 'si-1', ...spa });
			const parameters = { reservationId: 'R-1', ...spa, ...fields, options: { simplify } };
			const run = await hotel.run(operation, parameters, { items, ...settings });

			expect(run.error?.message).toMatch(/^'Simplify' is neither true nor false.*\[item 1\]$/);
			expect(hotel.service.log.entries).toEqual([]);
		});

		it('is refused by Get Many before anything is asked', async () => {
			const parameters = [{ name: '={{ $json.name }}', value: 'open' }];
			const run = await hotel.run(
				'getAll',
				{ reservationId: 'R-1', options: { queryParameters: { parameters } } },
				{ items: [{ name: 'status' }, { name: { of: 'status' } }], ...settings },
			);

			expect(run.error?.message).toMatch(/^'Query Parameters' is not text.*\[item 1\]$/);
			expect(hotel.service.log.entries).toEqual([]);
		});
	});

	it('of one item fails that item only with Continue', async () => {
		const run = await hotel.run(
			'create',
			{ reservationId: 'R-1', ...spa, options: { simplify: '={{ $json.simplify }}' } },
			{
				items: [{ simplify: true }, { simplify: 'yes' }, { simplify: false }],
				onError: 'continueRegularOutput',
			},
		);

		expect(run.json()).toMatchObject([
			{ id: 'si-1' },
			{ error: expect.stringContaining("'Simplify' is neither") as string },
			{ id: 'si-2' },
		]);
		expect(hotel.service.books.all()).toHaveLength(2);
	});

	it('that is left blank is the usual one', async () => {
		const run = await readMany(1, { timeout: '', maxRetries: '={{ null }}' });

		expect(run.json()).toHaveLength(1);
	});
});
