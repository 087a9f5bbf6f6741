import type { ApiFormat } from '../../../../../nodes/shared/wire/apiFormat';
import type { ApiSettings } from '../../../../../nodes/shared/wire/apiSettings';
import { apiFormatOf } from '../../../../../nodes/shared/wire/apiFormat';
import { readItems, readPage } from '../../../../../nodes/shared/answers/listPages';
import { itemsUpTo, pagedList, slice } from '../../../support/pagedList';

const query = { reservationId: 'R-1' };

function formatOf(format: Partial<ApiSettings>): ApiFormat {
	return apiFormatOf({ customApiFormat: true, pageSize: 10, ...format });
}

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

describe('a list with page numbers', () => {
	const format = formatOf({ pagination: 'page' });

	it('is read to the first empty page', async () => {
		const all = itemsUpTo(20);
		const list = pagedList(({ page, limit }) => slice(all, (Number(page) - 1) * 10, limit));

		expect(await readItems(list.fetchList, query, Infinity, format)).toEqual(all);
		expect(list.queries).toEqual([1, 2, 3].map((page) => ({ ...query, page, limit: 10 })));
	});

	it('is read whole though the service caps the page size', async () => {
		const all = itemsUpTo(11);
		const list = pagedList(({ page, limit }) => slice(all, (Number(page) - 1) * 3, limit, 3));
		expect(await readItems(list.fetchList, query, Infinity, format)).toEqual(all);
	});

	it('begins with page 0 where the credential says so', async () => {
		const all = itemsUpTo(20);
		const zero = formatOf({ pagination: 'page', firstPage: 0 });
		const list = pagedList(({ page, limit }) => slice(all, Number(page) * 10, limit));

		expect(await readItems(list.fetchList, query, Infinity, zero)).toEqual(all);
		expect(list.queries.map(({ page }) => page)).toEqual([0, 1, 2]);
	});

	it('is read on although it says that there is more', async () => {
		const list = pagedList((_query, request) => ({
			items: request < 3 ? [{ id: request }] : [],
			totalPages: 2,
			next_page_url: '/services?page=2',
		}));
		expect(await readItems(list.fetchList, query, Infinity, format)).toEqual(itemsUpTo(2));
	});

	it('has the parameter names of the credential', async () => {
		const named = formatOf({
			pagination: 'page',
			pageParameter: 'p',
			pageSizeParameter: 'per_page',
		});
		const list = pagedList(() => []);
		await readItems(list.fetchList, query, Infinity, named);
		expect(list.queries).toEqual([{ ...query, p: 1, per_page: 10 }]);
	});

	it('goes on where an earlier call stopped', async () => {
		const list = pagedList(() => itemsUpTo(10));
		const page = await readPage(list.fetchList, query, '4', format);

		expect(Number(list.queries[0]?.page)).toBe(4);
		expect(page.next).toBe(5);
	});
});

describe('a list with offsets', () => {
	const format = formatOf({ pagination: 'offset' });

	it('is read whole, by as many items as came', async () => {
		const all = itemsUpTo(11);
		const list = pagedList(({ offset, limit }) => slice(all, Number(offset), limit, 4));

		expect(await readItems(list.fetchList, query, Infinity, format)).toEqual(all);
		expect(list.queries.map(({ offset }) => offset)).toEqual([0, 4, 8, 11]);
	});

	it('goes on where an earlier call stopped', async () => {
		const list = pagedList(() => itemsUpTo(4));
		expect((await readPage(list.fetchList, query, '8', format)).next).toBe(12);
	});
});

describe('a list with cursors', () => {
	const format = formatOf({ pagination: 'cursor' });

	it.each([
		['missing', {}],
		['null', { nextCursor: null }],
		['empty', { nextCursor: '' }],
		['false', { nextCursor: false }],
	])('is read until the cursor is %s', async (_how, end) => {
		const list = pagedList(({ cursor }) =>
			cursor === undefined
				? { items: [{ id: 1 }], nextCursor: 'c2' }
				: { items: [{ id: 2 }], ...end },
		);

		expect(await readItems(list.fetchList, query, Infinity, format)).toEqual(itemsUpTo(2));
		expect(list.queries).toEqual([
			{ ...query, limit: 10 },
			{ ...query, limit: 10, cursor: 'c2' },
		]);
	});

	it('may have numbers as cursors, nested, under names of the credential', async () => {
		const named = formatOf({
			pagination: 'cursor',
			cursorParameter: 'after',
			nextCursorField: 'meta.next',
		});
		const list = pagedList(({ after }) => ({
			items: [{ id: after ?? 0 }],
			meta: { next: after === 2 ? null : Number(after ?? 0) + 1 },
		}));

		expect(await readItems(list.fetchList, query, Infinity, named)).toEqual(
			[0, 1, 2].map((id) => ({ id })),
		);
	});

	it('goes on behind an empty page, as long as there is a next cursor', async () => {
		const list = pagedList((_query, request) => ({
			items: request === 2 ? [] : [{ id: request }],
			nextCursor: request < 3 ? `c${request}` : null,
		}));
		expect(await readItems(list.fetchList, query, Infinity, format)).toEqual([
			{ id: 1 },
			{ id: 3 },
		]);
	});
});

describe('a service that repeats itself', () => {
	it.each(['page', 'offset'] as const)('ends a list paged by %s', async (pagination) => {
		const list = pagedList(() => itemsUpTo(10));

		const items = await readItems(list.fetchList, query, Infinity, formatOf({ pagination }));

		expect(items).toEqual(itemsUpTo(10));
		expect(list.queries).toHaveLength(2);
	});

	it('ends a list whose last page comes again and again', async () => {
		const all = itemsUpTo(15);
		const list = pagedList(({ page }) => slice(all, page === 1 ? 0 : 10, 10));
		const format = formatOf({ pagination: 'page' });
		expect(await readItems(list.fetchList, query, Infinity, format)).toEqual(all);
	});

	it('ends a list whose cursor stays the same', async () => {
		const list = pagedList((_query, request) => ({ items: [{ id: request }], nextCursor: 'same' }));
		const format = formatOf({ pagination: 'cursor' });

		expect(await readItems(list.fetchList, query, Infinity, format)).toEqual(itemsUpTo(2));
		expect(list.queries).toHaveLength(2);
	});

	it('ends a list whose cursors go round in a circle', async () => {
		const list = pagedList(({ cursor }) => ({
			items: [{ id: cursor ?? 'first' }],
			nextCursor: cursor === 'a' ? 'b' : 'a',
		}));
		const format = formatOf({ pagination: 'cursor' });

		const items = await readItems(list.fetchList, query, Infinity, format);
		expect(items).toEqual([{ id: 'first' }, { id: 'a' }, { id: 'b' }]);
	});

	it('ends a list that gives the same page under ever new cursors', async () => {
		const list = pagedList((_query, request) => ({ items: itemsUpTo(2), nextCursor: request }));
		const format = formatOf({ pagination: 'cursor' });
		expect(await readItems(list.fetchList, query, Infinity, format)).toEqual(itemsUpTo(2));
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
