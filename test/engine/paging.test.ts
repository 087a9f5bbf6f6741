import { numbers, usePages } from './support/pages';

const { hotel, book, page, list, queries } = usePages();

const all = { returnAll: true };

describe('without paging', () => {
	it('everything comes with one request', async () => {
		book(250);

		expect(await list(all)).toEqual(numbers(250));
		expect(queries()).toEqual([{}]);
	});

	it('the settings of paging are not sent', async () => {
		page('none', {}, { pageParameter: 'p', pageSizeParameter: 's', pageSize: 7 });
		await list(all);

		expect(queries()).toEqual([{}]);
	});
});

it.each(['page', 'offset'] as const)('a bare list is paged too: %s', async (pagination) => {
	page(pagination, { itemsField: '' }, { pageSize: 2 });
	book(5);

	expect(await list(all)).toEqual(numbers(5));
	expect(queries()).toHaveLength(4);
});

describe.each(['page', 'offset', 'cursor'] as const)('in whatever way, by %s', (pagination) => {
	it.each([
		[1, 1],
		[19, 1],
		[20, 1],
		[21, 2],
		[40, 2],
		[45, 3],
	])('Limit %i stops after %i request(s)', async (limit, requests) => {
		page(pagination, { maxPageSize: 20 });
		book(60);

		expect(await list({ limit })).toEqual(numbers(limit));
		expect(queries()).toHaveLength(requests);
	});

	it('a Limit beyond the end gives what there is', async () => {
		page(pagination, {}, { pageSize: 20 });
		book(30);

		expect(await list({ limit: 1000 })).toEqual(numbers(30));
	});

	it('asks for 100 items per page unless said otherwise', async () => {
		page(pagination, {}, { pageSize: 0 });
		await list(all);

		expect(queries()).toEqual([expect.objectContaining({ limit: '100' })]);
	});

	it('query parameters go with every page and do not turn pages', async () => {
		page(pagination, {}, { pageSize: 2 });
		book(5);
		const parameters = [
			{ name: 'status', value: 'open' },
			{ name: 'limit', value: '1' },
		];
		const options = { queryParameters: { parameters } };

		expect(await list({ ...all, options })).toEqual(numbers(5));
		expect(queries().length).toBeGreaterThan(2);
		for (const query of queries()) expect(query).toMatchObject({ status: 'open', limit: '2' });
	});

	it('each reservation is read to its own end', async () => {
		page(pagination, {}, { pageSize: 2 });
		book(3, 'R-1');
		book(5, 'R-2');
		const run = await hotel.run(
			'getAll',
			{ reservationId: '={{ $json.reservation }}', ...all },
			{ items: [{ reservation: 'R-1' }, { reservation: 'R-2' }, { reservation: 'R-3' }] },
		);

		expect(run.output().map(({ json, pairedItem }) => [json.amount, pairedItem])).toEqual([
			...numbers(3).map((amount) => [amount, { item: 0 }]),
			...numbers(5).map((amount) => [amount, { item: 1 }]),
		]);
	});

	it('a page that fails spoils the list: nothing is given out by halves', async () => {
		page(pagination, {}, { pageSize: 2 });
		book(5);
		hotel.service.faults.add({
			kind: 'errorBefore',
			status: 500,
			method: 'GET',
			path: /^\/services$/,
			after: 1,
		});
		const run = await hotel.run('getAll', { reservationId: 'R-1', ...all });

		expect(run.status).toBe('error');
		expect(run.error?.message).toContain('could not be read');
		expect(run.output()).toEqual([]);
		expect(queries()).toHaveLength(2);
	});

	it('items that differ in nothing but their IDs are all read', async () => {
		page(pagination, {}, { pageSize: 2 });
		for (let n = 0; n < 6; n++) {
			hotel.service.books.add('R-1', { amount: 5, date: '2026-12-05', description: 'Bread' });
		}

		expect(await list(all)).toEqual([5, 5, 5, 5, 5, 5]);
	});
});
