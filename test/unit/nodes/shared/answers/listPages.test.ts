import type { FetchList } from '../../../../../nodes/shared/answers/listPages';
import { readItems } from '../../../../../nodes/shared/answers/listPages';
import { formatOf, itemsUpTo, pagedList, slice } from '../../../support/pagedList';

const query = { reservationId: 'R-1' };

describe('a list that is not paged', () => {
	const format = formatOf({ pagination: 'none' });

	it('is one request, without any paging parameter', async () => {
		const list = pagedList(() => ({ data: itemsUpTo(25), nextCursor: 'more' }));

		expect(await readItems(list.fetchList, query, 100, format)).toEqual(itemsUpTo(25));
		expect(list.queries).toEqual([query]);
	});

	it('is not taken for whole when it says that it goes on', async () => {
		const list = pagedList(() => ({ data: itemsUpTo(25), nextCursor: 'more' }));
		await expect(readItems(list.fetchList, query, Infinity, format)).rejects.toThrow(
			/'nextCursor' in its answer.*Set 'Pagination'/,
		);
	});

	/** The item count is 3. */
	const more: Array<[string, object]> = [
		['totalPages', { totalPages: 2 }],
		['total_pages', { total_pages: 2 }],
		['last_page', { last_page: 7 }],
		['meta.last_page', { meta: { last_page: 2 } }],
		['page.totalPages', { page: { totalPages: 2 } }],
		['pagination.total_pages', { pagination: { total_pages: 2 } }],
		['totalElements', { totalElements: 4 }],
		['page.totalElements', { page: { totalElements: 4 } }],
		['totalCount', { totalCount: 300 }],
		['next_page_url', { next_page_url: '/services?page=2' }],
		['nextLink', { nextLink: '/services?page=2' }],
		['nextPage', { nextPage: 2 }],
		['meta.next_page', { meta: { next_page: 2 } }],
		['pagination.next', { pagination: { next: 'abc' } }],
		['next', { next: { page: 2 } }],
		['paging.next', { paging: { next: { after: 'abc' } } }],
		['_links.next', { _links: { next: '/services?page=2' } }],
		['_links.next.href', { _links: { next: { href: '/services?page=2' } } }],
		['meta.has_more', { meta: { has_more: true } }],
	];

	it.each(more)('is not taken for whole when %s says that there is more', async (path, sign) => {
		const list = pagedList(() => ({ data: itemsUpTo(3), ...sign }));
		await expect(readItems(list.fetchList, query, Infinity, format)).rejects.toThrow(
			`'${path}' in its answer), and only the first was read. Set 'Pagination' in the credential`,
		);
	});

	it.each(more)('may have more beyond the limit, as %s says', async (_path, sign) => {
		const list = pagedList(() => ({ data: itemsUpTo(3), ...sign }));
		expect(await readItems(list.fetchList, query, 3, format)).toEqual(itemsUpTo(3));
	});

	it.each<[string, object]>([
		['one page', { totalPages: 1, page: { totalPages: 1 }, meta: { last_page: 1 } }],
		['no page', { totalPages: 0, last_page: 0 }],
		['as many items as there are', { totalElements: 3, page: { totalElements: 3 } }],
		['fewer items than there are', { totalItems: 2, totalCount: 0 }],
		['no next page', { next: null, next_page_url: null, nextPage: null, nextLink: '' }],
		['an empty next page', { next: {}, paging: { next: {} }, pagination: { next: '' } }],
		['links without a next one', { _links: { self: { href: '/services' }, next: null } }],
		['that it does not go on', { hasMore: false, meta: { has_more: false, next_page: 0 } }],
		['a sum of money', { total: 250, count: 3 }],
		['numbers as words', { totalPages: '2 pages', totalElements: 'many' }],
	])('is whole when it says %s', async (_what, sign) => {
		const list = pagedList(() => ({ data: itemsUpTo(3), ...sign }));
		expect(await readItems(list.fetchList, query, Infinity, format)).toEqual(itemsUpTo(3));
	});

	it('ends at the limit', async () => {
		const list = pagedList(() => itemsUpTo(25));
		expect(await readItems(list.fetchList, query, 3, format)).toEqual(itemsUpTo(3));
	});
});

describe('a page without content', () => {
	const answers = (statuses: number[]) => {
		let request = 0;
		return () =>
			Promise.resolve({
				status: statuses[request++] ?? 200,
				headers: {},
				body:
					request === 1 && statuses[0] === 200 ? { result: { charges: [{ id: 1 }] } } : undefined,
			});
	};
	const format = formatOf({ itemsField: 'result.charges', pagination: 'page' });

	it('is empty with 204, and behind the last one with 404, whatever Items Field says', async () => {
		expect(await readItems(answers([204]), query, Infinity, format)).toEqual([]);
		expect(await readItems(answers([200, 204]), query, Infinity, format)).toEqual([{ id: 1 }]);
		expect(await readItems(answers([200, 404]), query, Infinity, format)).toEqual([{ id: 1 }]);
	});
});

describe.each(['page', 'offset', 'cursor'] as const)('with a limit, paged by %s', (pagination) => {
	const all = itemsUpTo(30);
	const format = formatOf({ pagination });
	const service = () =>
		pagedList(({ page, offset, cursor, limit }) => {
			const start = Number(offset ?? cursor ?? (Number(page ?? 1) - 1) * 10);
			return { items: slice(all, start, limit), nextCursor: start + 10 };
		});

	it.each([
		[1, 1],
		[10, 1],
		[11, 2],
		[20, 2],
	])('%d items take no more than %d requests', async (limit, requests) => {
		const list = service();
		expect(await readItems(list.fetchList, query, limit, format)).toEqual(all.slice(0, limit));
		expect(list.queries).toHaveLength(requests);
	});
});

it('tells the further pages from the first, as there may be none behind the last (404)', async () => {
	const further: boolean[] = [];
	const fetchList: FetchList = (_request, isFurther) => {
		further.push(isFurther);
		return Promise.resolve({ status: 200, headers: {}, body: isFurther ? [] : itemsUpTo(1) });
	};
	await readItems(fetchList, query, Infinity, formatOf({ pagination: 'page' }));
	expect(further).toEqual([false, true]);
});

describe('query parameters of the user', () => {
	it('go along with every page, but do not take the place of the paging', async () => {
		const list = pagedList(({ page }) => (page === 1 ? itemsUpTo(1) : []));
		const mine = { ...query, status: 'open', page: '99', limit: 1 };
		await readItems(list.fetchList, mine, Infinity, formatOf({ pagination: 'page' }));

		expect(list.queries).toEqual(
			[1, 2].map((page) => ({ reservationId: 'R-1', status: 'open', page, limit: 10 })),
		);
	});
});
