import type { Dialect } from '../service/dialect';
import { useCannedService } from './support/cannedService';
import { numbers, usePages } from './support/pages';

const { hotel, book, page, list, refusal, queries } = usePages();

const canned = useCannedService();

const all = { returnAll: true };

it('without paging blanks everything comes with one request', async () => {
	book(250);

	expect(await list(all)).toEqual(numbers(250));
	expect(queries()).toEqual([{}]);
});

/** Ways to page, and what is asked for seven items in pages of three. */
const ways: Array<[string, Partial<Dialect>, object[]]> = [
	['{page}', { pagination: 'page' }, ['1', '2', '3', '4'].map((n) => ({ page: n, limit: '3' }))],
	[
		'{page from 0}',
		{ pagination: 'page', firstPage: 0, pageParameter: 'p', pageSizeParameter: 'per_page' },
		['0', '1', '2', '3'].map((p) => ({ p, per_page: '3' })),
	],
	[
		'{offset}',
		{ pagination: 'offset' },
		['0', '3', '6', '7'].map((n) => ({ offset: n, limit: '3' })),
	],
	['{cursor}', { pagination: 'cursor' }, [{ limit: '3' }, {}, {}]],
	['{cursor} that ends with null', { pagination: 'cursor', lastPageCursor: 'null' }, [{}, {}, {}]],
	['{page} and {cursor}', { pagination: 'pageAndCursor' }, [{ page: '1' }, { page: '2' }, {}]],
	['{nextPage}', { pagination: 'nextLink', nextLinkField: 'links.next' }, [{}, {}, {}]],
	['a Link header', { pagination: 'nextLink' }, [{}, {}, {}]],
	['{lastId}', { pagination: 'lastItem' }, [{}, {}, {}]],
];

describe.each(ways)('by %s', (_, dialect, asked) => {
	beforeEach(() => {
		hotel.speak({ maxPageSize: 3, ...dialect });
		book(7);
	});

	it('a list is read to its end, and no further', async () => {
		expect(await list(all)).toEqual(numbers(7));
		expect(queries()).toMatchObject(asked);
	});

	it.each([
		[1, 1],
		[3, 1],
		[4, 2],
	])('Limit %i stops after %i request(s)', async (limit, requests) => {
		expect(await list({ limit })).toEqual(numbers(limit));
		expect(queries()).toHaveLength(requests);
	});

	it('a page that fails spoils the list: nothing is given out by halves', async () => {
		const path = /^\/services/;
		hotel.service.faults.add({ kind: 'errorBefore', status: 500, method: 'GET', path, after: 1 });

		expect(await refusal(all)).toContain('could not be read');
	});
});

it('10,000 items over a cursor come once each', async () => {
	page('cursor', { maxPageSize: 1000 });
	book(10_000);

	expect(await list(all)).toEqual(numbers(10_000));
});

it('query parameters go with every page and do not turn pages', async () => {
	page('page', { maxPageSize: 2 });
	book(5);
	const parameters = [
		{ name: 'status', value: 'open' },
		{ name: 'limit', value: '1' },
	];

	expect(await list({ ...all, options: { queryParameters: { parameters } } })).toEqual(numbers(5));
	for (const query of queries()) expect(query).toMatchObject({ status: 'open', limit: '2' });
});

it('each reservation is read to its own end', async () => {
	page('offset', { maxPageSize: 2 });
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

describe('a list that does not come to an end is refused:', () => {
	it.each(['page', 'offset', 'cursor'] as const)(
		'the last page again and again, by %s',
		async (pagination) => {
			hotel.speak({ pagination, repeatLastPage: true, maxPageSize: 3 });
			book(7);

			expect(await refusal(all)).toMatch(/does not come to an end: .*'List Query'/);
			expect(queries().length).toBeLessThan(6);
		},
	);

	it.each(['page', 'offset'] as const)(
		'the first page, whatever is asked for by %s',
		async (way) => {
			const { maxPageSize } = hotel.service.dialect;
			hotel.speak({ pagination: way });
			hotel.service.dialect = { ...hotel.service.dialect, pagination: 'none', maxPageSize };
			book(7);

			expect(await refusal(all)).toMatch(/a page came with nothing new on it/);
			expect(queries()).toHaveLength(2);
		},
	);
});

describe('a next page at another host is not asked for, and the list is refused:', () => {
	const elsewhere = 'https://elsewhere.example/services?page=2';
	const listResponse =
		'{ "items": [{ "id": "{id}", "amount": "{amount}" }], "next": "{nextPage}" }';

	it.each([
		[
			'by {nextPage}',
			{ body: { items: [{ id: 1, amount: 5 }], next: elsewhere } },
			{ listResponse },
		],
		[
			'by a Link header',
			{ headers: { link: `<${elsewhere}>; rel="next"` }, body: { items: [{ id: 1, amount: 5 }] } },
			undefined,
		],
	])('%s', async (_, answer, apiFormat) => {
		canned.answer = answer;
		const run = await canned.run('getAll', { reservationId: 'R-1', ...all }, apiFormat);

		expect(run.error?.message).toMatch(/not followed/);
		expect(run.output()).toEqual([]);
		expect(canned.asked).toHaveLength(1);
	});
});
