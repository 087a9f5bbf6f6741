import type { IDataObject } from 'n8n-workflow';

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
			next_page_url: request < 2 ? '/services?page=2' : null,
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

describe('a list with links', () => {
	const format = formatOf({ pagination: 'nextLink' });

	it('is read along them to the end', async () => {
		const list = pagedList(({ link }) =>
			link === undefined
				? { items: [{ id: 1 }], links: { next: '/services?page=2' } }
				: { items: [{ id: 2 }], links: { next: null } },
		);

		expect(await readItems(list.fetchList, query, Infinity, format)).toEqual(itemsUpTo(2));
		expect(list.queries).toEqual([{ ...query, limit: 10 }, { link: '/services?page=2' }]);
	});

	it('takes any text for one where the property is named', async () => {
		const named = formatOf({ pagination: 'nextLink', nextLinkField: 'more' });
		const list = pagedList((_query, request) => ({
			items: [{ id: request }],
			more: request === 1 ? 'services/p2' : '',
			next: '/elsewhere',
		}));
		await expect(readItems(list.fetchList, query, 2, named)).resolves.toEqual(itemsUpTo(2));
		expect(list.queries[1]).toEqual({ link: 'services/p2' });
	});
});

describe('a list by its last item', () => {
	const format = formatOf({ pagination: 'lastItem' });

	it.each([[false], ['false']])('is read until there is no more (%p)', async (end) => {
		const list = pagedList((_query, request) => ({
			data: [{ id: request }],
			has_more: request < 3 ? true : end,
		}));

		expect(await readItems(list.fetchList, query, Infinity, format)).toEqual(itemsUpTo(3));
		expect(list.queries.map(({ starting_after }) => starting_after)).toEqual([undefined, 1, 2]);
	});

	it('is read to an empty page when nothing says whether there is more', async () => {
		const list = pagedList(({ starting_after: last }) =>
			slice(itemsUpTo(20), Number(last ?? 0), 10),
		);
		expect(await readItems(list.fetchList, query, Infinity, format)).toEqual(itemsUpTo(20));
		expect(list.queries).toHaveLength(3);
	});

	it('has names of the credential, and its own ID Field', async () => {
		const named = formatOf({
			pagination: 'lastItem',
			lastItemParameter: 'after',
			hasMoreField: 'meta.more',
			idField: 'no',
		});
		const list = pagedList(({ after }) => ({
			data: [{ no: after === undefined ? 'a' : 'b' }],
			meta: { more: after === undefined },
		}));
		await readItems(list.fetchList, query, Infinity, named);
		expect(list.queries[1]).toMatchObject({ after: 'a' });
	});

	it('cannot be read where items show no ID', async () => {
		const list = pagedList(() => [{ amount: 1 }]);
		await expect(readItems(list.fetchList, query, Infinity, format)).rejects.toThrow(/'ID Field'/);
	});
});

describe('a list with page numbers and cursors', () => {
	const format = formatOf({ pagination: 'pageAndCursor' });

	it('is read until there is no cursor', async () => {
		const list = pagedList((_query, request) => ({
			items: [{ id: request }],
			nextCursor: request < 3 ? `c ${request}` : null,
		}));

		expect(await readItems(list.fetchList, query, Infinity, format)).toEqual(itemsUpTo(3));
		expect(list.queries.map(({ page, cursor }) => [page, cursor])).toEqual([
			[1, undefined],
			[2, 'c 1'],
			[3, 'c 2'],
		]);
	});

	it('ends with an empty page, though the cursor goes on', async () => {
		const list = pagedList((_query, request) => ({
			items: request < 3 ? [{ id: request }] : [],
			scroll: 'same',
		}));
		const named = formatOf({ pagination: 'pageAndCursor', nextCursorField: 'scroll' });
		expect(await readItems(list.fetchList, query, Infinity, named)).toEqual(itemsUpTo(2));
	});
});

/** The list of a service whose paging is not as the credential says is never taken for whole. */
describe('paging that does not fit', () => {
	const refusal = (why: string) => expect.stringMatching(`read to its end: .*${why}`) as string;
	const endOf = async (
		format: Partial<ApiFormat>,
		page: Parameters<typeof pagedList>[0],
		limit = Infinity,
	) =>
		await readItems(pagedList(page).fetchList, query, limit, formatOf(format)).then(
			(items) => items.length,
			(error: Error) => error.message,
		);

	it.each(['page', 'offset', 'cursor', 'lastItem', 'nextLink', 'pageAndCursor'] as const)(
		'shows by the first page coming again, by %s',
		async (pagination) => {
			const page = () => ({ data: itemsUpTo(3), next: '/p2', nextCursor: 'c2' });
			expect(await endOf({ pagination }, page)).toEqual(refusal('came again'));
			expect(await endOf({ pagination }, page, 5)).toEqual(refusal('came again'));
			expect(await endOf({ pagination }, page, 3)).toBe(3);
		},
	);

	it('shows by pages that go round in a circle', async () => {
		const page = (_query: unknown, request: number) => ({
			items: [{ id: (request - 1) % 3 }],
			nextCursor: `c${request}`,
		});
		expect(await endOf({ pagination: 'cursor' }, page)).toEqual(refusal('came again'));
	});

	it('shows by a full page and no cursor, which may have another name', async () => {
		const page = () => ({ items: itemsUpTo(10), naechste: 'c2' });
		for (const pagination of ['cursor', 'nextLink', 'pageAndCursor'] as const) {
			expect(await endOf({ pagination }, page)).toEqual(refusal('exactly as full as asked for'));
		}
	});

	it.each([
		[{ items: itemsUpTo(9) }],
		[{ items: itemsUpTo(10), nextCursor: null, next: null }],
		[{ items: itemsUpTo(10), nextCursor: '', next: '' }],
	])('does not show in %j', async (body) => {
		for (const pagination of ['cursor', 'nextLink', 'pageAndCursor'] as const) {
			expect(await endOf({ pagination }, () => body)).toBe(body.items.length);
		}
	});

	it.each([
		{ has_more: false },
		{ meta: { hasNextPage: 'false' } },
		{ isLast: true },
		{ pagination: { next_page: 0 } },
	])('does not show where a full page says to be the last one: %j', async (end) => {
		for (const pagination of ['cursor', 'nextLink', 'pageAndCursor'] as const) {
			expect(await endOf({ pagination }, () => ({ items: itemsUpTo(10), ...end }))).toBe(10);
		}
	});

	it.each([{ last: '/services?page=7' }, { last_page: 7 }, { lastPage: 'false' }])(
		'shows by a full page where %j says nothing of the kind',
		async (said) => {
			const page = () => ({ items: itemsUpTo(10), ...said });
			expect(await endOf({ pagination: 'cursor' }, page)).toEqual(refusal(''));
		},
	);

	it('does not show by a full last page without a cursor, once there was one', async () => {
		const page = (_query: unknown, request: number) =>
			request === 1
				? { items: itemsUpTo(10), nextCursor: 'c2' }
				: { items: slice(itemsUpTo(20), 10, 10) };
		expect(await endOf({ pagination: 'cursor' }, page)).toBe(20);
	});

	describe('a first page that is exactly full, and tells nothing', () => {
		/** Leaves its cursor out where there is nothing behind the page. */
		const leavingOut = (name: string, total: number) => {
			const all = itemsUpTo(total);
			return ({ cursor, limit, page, link }: IDataObject): unknown => {
				const query = new URLSearchParams(typeof link === 'string' ? link.split('?')[1] : '');
				const start = Number(cursor ?? query.get('from') ?? 0);
				const size = Number(limit ?? query.get('limit'));
				const end = start + size;
				const next = name === 'next' ? `/services?limit=${size}&from=${end}` : end;
				return {
					items: slice(all, start, size),
					...(page !== undefined && { page }),
					...(end < total && { [name]: next }),
				};
			};
		};
		const named = (pagination: string) => (pagination === 'nextLink' ? 'next' : 'nextCursor');

		it.each(['cursor', 'nextLink', 'pageAndCursor'] as const)(
			'is the whole list when a smaller one tells of the rest, by %s',
			async (pagination) => {
				const page = leavingOut(named(pagination), 10);
				expect(await endOf({ pagination }, page)).toBe(10);
				expect(await endOf({ pagination, pageSize: 9 }, page)).toBe(10);
				expect(await endOf({ pagination, pageSize: 11 }, page)).toBe(10);
			},
		);

		it('costs one request more, and only then', async () => {
			const asked = async (total: number) => {
				const list = pagedList(leavingOut('nextCursor', total));
				await readItems(list.fetchList, query, Infinity, formatOf({ pagination: 'cursor' }));
				return list.queries.map(({ limit, cursor }) => [limit, cursor]);
			};
			expect(await asked(9)).toEqual([[10, undefined]]);
			expect(await asked(10)).toEqual([
				[10, undefined],
				[5, undefined],
			]);
			expect(await asked(20)).toEqual([
				[10, undefined],
				[10, 10],
			]);
		});

		it('is not taken for whole when the smaller one tells nothing either', async () => {
			const page = leavingOut('naechste', 25);
			expect(await endOf({ pagination: 'cursor' }, page)).toEqual(
				refusal('nothing says whether it is the last one. Check'),
			);
		});

		it.each([10, 1])(
			'is not taken for whole when no smaller one can be had, with pages of %i',
			async (size) => {
				const page = () => ({ items: itemsUpTo(size) });
				expect(await endOf({ pagination: 'cursor', pageSize: size }, page)).toEqual(
					refusal('nothing says whether it is the last one'),
				);
			},
		);
	});

	it('shows by a cursor under another name', async () => {
		const page = () => ({ items: itemsUpTo(3), meta: { next_cursor: 'c2' } });
		expect(await endOf({ pagination: 'cursor' }, page)).toEqual(refusal("'meta.next_cursor'"));
	});

	it('shows by a total beyond what was read', async () => {
		const page = (_query: unknown, request: number) =>
			request === 1 ? { items: itemsUpTo(3), totalCount: 5 } : { items: [] };
		for (const pagination of ['page', 'offset'] as const) {
			expect(await endOf({ pagination }, page)).toEqual(refusal("'totalCount'"));
		}
		expect(await endOf({ pagination: 'page' }, page, 4)).toEqual(refusal("'totalCount'"));
		expect(await endOf({ pagination: 'page' }, page, 3)).toBe(3);
	});

	it('shows by an offset taken for a page number', async () => {
		const pages = (size: number, items: number) =>
			endOf({ pagination: 'offset', pageSize: size }, ({ offset }) =>
				slice(itemsUpTo(items), Math.max(0, Number(offset) - 1) * size, size),
			);
		expect(await pages(10, 25)).toEqual(refusal('count'));
		expect(await pages(2, 5)).toEqual(refusal('count'));
		expect(await pages(10, 7)).toBe(7);
	});

	it('does not show by a last page that happens to be full, by offset', async () => {
		const page = ({ offset, limit }: IDataObject) => slice(itemsUpTo(20), Number(offset), limit);
		expect(await endOf({ pagination: 'offset' }, page)).toBe(20);
	});
});

describe('a service that gives its last page again behind the end', () => {
	const all = itemsUpTo(15);

	it('has been read whole', async () => {
		const list = pagedList(({ page }) => slice(all, page === 1 ? 0 : 10, 10));
		const format = formatOf({ pagination: 'page' });
		expect(await readItems(list.fetchList, query, Infinity, format)).toEqual(all);
	});

	it('has not been read whole by a cursor that stays the same, which says that there is more', async () => {
		const list = pagedList(({ cursor }) => ({
			items: slice(all, cursor === undefined ? 0 : 10, 10),
			nextCursor: 'same',
		}));
		const format = formatOf({ pagination: 'cursor' });
		await expect(readItems(list.fetchList, query, Infinity, format)).rejects.toThrow(
			/'nextCursor' in its answer says that there is more/,
		);
	});

	it('may give others, when the page is full', async () => {
		const list = pagedList(({ page }) => slice(itemsUpTo(20), page === 1 ? 0 : 10, 10));
		const format = formatOf({ pagination: 'page' });
		await expect(readItems(list.fetchList, query, Infinity, format)).rejects.toThrow(/came again/);
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
