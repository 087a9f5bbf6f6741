import type { IDataObject } from 'n8n-workflow';

import { readList } from '../../../nodes/shared/lists/readList';
import { mapperOf } from '../support/mapper';

const items = [
	{ id: 'si-7', amount: 5 },
	{ id: 'si-8', amount: 6 },
];

/** Reads a list that comes with one request. */
async function read(body: unknown, headers: IDataObject = {}, examples = {}): Promise<unknown> {
	const answer = { status: 200, headers, body };
	return await readList(mapperOf(examples), () => Promise.resolve(answer), 'R-1');
}

describe('a list is not whole that says so', () => {
	it.each<[string, unknown]>([
		...[
			'next',
			'nextCursor',
			'next_page',
			'nextPageToken',
			'next_page_url',
			'nextLink',
			'Next-URL',
			'hasMore',
			'has_next',
			'hasNextPage',
		].map((name): [string, unknown] => [name, { data: items, [name]: 'x' }]),
		['hasMore', { data: items, hasMore: true }],
		['nextPage', { data: items, nextPage: 2 }],
		['isLast', { data: items, isLast: false }],
		['last', { data: items, last: false }],
		...['totalCount', 'total_items', 'totalElements', 'totalResults', 'total-records'].map(
			(name): [string, unknown] => [name, { data: items, [name]: 3 }],
		),
		['totalCount', { data: items, totalCount: '3' }],
		['total', { data: items, total: 3, limit: 2 }],
		['meta.total', { data: items, meta: { total: 3 } }],
		['totalPages', { data: items, totalPages: 2 }],
		['page_count', { data: items, page_count: 2 }],
		['paging.next', { data: items, paging: { next: { after: 'si-8' } } }],
		['_links.next', { data: items, _links: { next: { href: '/services?page=2' } } }],
		['data.pageInfo.hasNextPage', { data: { items, pageInfo: { hasNextPage: true } } }],
	])('by %s (%j)', async (hint, body) => {
		await expect(read(body)).rejects.toThrow(`in pages ('${hint}' in its answer)`);
	});

	it.each([
		['X-Total-Count', { 'x-total-count': '3' }],
		['X-Total-Pages', { 'x-total-pages': '2' }],
	])('by the header %s', async (hint, headers) => {
		await expect(read(items, headers)).rejects.toThrow(`('${hint}' in its answer)`);
	});

	it('by a total at its blank', async () => {
		const listResponse = '{ "data": [{ "id": "{id}", "amount": "{amount}" }], "sum": "{total}" }';
		const reading = read({ data: items, sum: 3 }, {}, { listResponse });
		await expect(reading).rejects.toThrow(
			"'{total}' in the service's answer says that there is more",
		);
	});
});

describe('a list is whole', () => {
	it.each([
		{ data: items, next: null, nextPage: 0, hasMore: false, nextCursor: '' },
		{ data: items, paging: { next: { after: null } }, _links: { next: {} } },
		{ data: items, isLast: true, totalPages: 1, totalCount: 2 },
		// A sum of money.
		{ data: items, total: 250 },
		// Said of something else.
		{ data: items, guest: { hasMore: true, totalCount: 7 }, nextArrival: '2026-12-07' },
	])('that says %j', async (body) => {
		expect(await read(body)).toEqual(items);
	});

	it('that has as many as its headers say', async () => {
		expect(await read(items, { 'x-total-count': '2', link: '<x>; rel="first"' })).toEqual(items);
	});
});
