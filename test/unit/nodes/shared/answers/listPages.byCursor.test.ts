import { readItems } from '../../../../../nodes/shared/answers/listPages';
import { formatOf, itemsUpTo, pagedList, slice } from '../../../support/pagedList';

const query = { reservationId: 'R-1' };

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
