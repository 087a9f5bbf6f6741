import type { IDataObject } from 'n8n-workflow';

import { readItems } from '../../../../../nodes/shared/answers/listPages';
import { endOf, formatOf, itemsUpTo, pagedList, refusal, slice } from '../../../support/pagedList';

const query = { reservationId: 'R-1' };

/** The list of a service whose paging is not as the credential says is never taken for whole. */
describe('paging that does not fit', () => {
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
		{ isLast: 'true' },
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

	it('shows by an item behind the last one, where the service had said that there is none', async () => {
		const page = ({ offset }: IDataObject) => slice(itemsUpTo(11), Number(offset), 10, 10);
		const forgetful = ({ offset }: IDataObject) => (offset === 10 ? [] : page({ offset }));
		expect(await endOf({ pagination: 'offset' }, forgetful)).toEqual(refusal('count'));
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

	it('has been read whole, however many pages there were', async () => {
		const long = itemsUpTo(25);
		const list = pagedList(({ page }) => slice(long, Math.min(Number(page) - 1, 2) * 10, 10));
		const format = formatOf({ pagination: 'page' });
		expect(await readItems(list.fetchList, query, Infinity, format)).toEqual(long);
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
