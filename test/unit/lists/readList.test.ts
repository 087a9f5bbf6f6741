import { defaultDialect, type Dialect } from '../../service/dialect';
import { pastedFor } from '../../service/pasted';
import type { Answer } from '../../../nodes/shared/format/items';
import { readList } from '../../../nodes/shared/lists/readList';
import { mapperOf } from '../support/mapper';

const answer = (body: unknown, status = 200): Answer => ({ status, headers: {}, body });
const item = (id: number): object => ({ id: `si-${id}`, amount: id });
const page = (ids: number[], more: object = {}): Answer =>
	answer({ items: ids.map(item), ...more });

/** Reads a list whose pages come one after another, the last again and again; gives the IDs, and how often was asked. */
async function read(pages: Answer[], dialect: Partial<Dialect>, limit?: number) {
	const whole = { ...defaultDialect, nextLinkField: 'next', ...dialect };
	let asked = 0;
	const fetchPage = (): Promise<Answer> => {
		if (asked > 20) throw new Error('It is asked for ever');
		return Promise.resolve(pages[Math.min(asked++, pages.length - 1)] ?? answer(null));
	};
	const items = await readList(mapperOf({ ...pastedFor(whole) }), fetchPage, 'R-1', limit);
	return { ids: items.map(({ id }) => id), asked };
}

const linked = (ids: number[]): Answer => ({
	...page(ids),
	headers: { link: '<?p=1>; rel="prev", <?p=2>; rel="next"' },
});

const cursor = { pagination: 'cursor' } as const;
const nextLink = { pagination: 'nextLink' } as const;
const byPage = { pagination: 'page' } as const;

describe('a list that does not come to an end is refused', () => {
	it.each<[string, Answer[], Partial<Dialect>, RegExp]>([
		[
			'where a cursor comes again',
			[page([1], { nextCursor: 'a' }), page([2], { nextCursor: 'a' })],
			cursor,
			/a page names itself, or one before it, as the next/,
		],
		[
			'where a page links to itself',
			[page([1], { next: '?p=2' }), page([], { next: '?p=2' })],
			nextLink,
			/a page names itself, or one before it, as the next/,
		],
		[
			'after three empty pages, whatever their cursors',
			['a', 'b', 'c', 'd'].map((nextCursor) => page([], { nextCursor })),
			cursor,
			/three empty pages came in a row/,
		],
		[
			'where a page has nothing new, whatever its cursor',
			['a', 'b', 'c'].map((nextCursor) => page([1, 2], { nextCursor })),
			cursor,
			/a page came with nothing new on it/,
		],
		[
			'where a Link header names its own page',
			[linked([1]), linked([2])],
			{},
			/a page names itself, or one before it, as the next/,
		],
		['where every page is the first', [page([1, 2])], byPage, /a page came with nothing new on it/],
	])('%s', async (_, pages, dialect, message) => {
		await expect(read(pages, dialect)).rejects.toThrow(message);
	});
});

describe('a list ends', () => {
	it.each<[string, Answer[], Partial<Dialect>, number]>([
		['with an empty page', [page([1]), page([])], byPage, 2],
		['with 404 behind the first page', [page([1]), answer({ message: 'none' }, 404)], byPage, 2],
		['with 204', [page([1]), answer(undefined, 204)], byPage, 2],
		['with null for a list', [page([1]), answer({ items: null })], byPage, 2],
		['without a Link header', [linked([1]), page([2])], {}, 2],
		['without a cursor', [page([1], { nextCursor: 'a' }), page([2])], cursor, 2],
		...[null, '', 0, false].map((nextCursor): [string, Answer[], Partial<Dialect>, number] => [
			`with the cursor ${JSON.stringify(nextCursor)}`,
			[page([1], { nextCursor })],
			cursor,
			1,
		]),
		[
			'where it says that there is no more',
			[page([1], { has_more: true }), page([2], { has_more: false })],
			{ pagination: 'lastItem' },
			2,
		],
	])('%s', async (_, pages, dialect, asked) => {
		expect(await read(pages, dialect)).toMatchObject({ asked });
	});
});

it('items that come twice count once', async () => {
	const pages = [page([1, 2], { nextCursor: 'a' }), page([2, 3])];

	expect(await read(pages, cursor)).toEqual({ ids: ['si-1', 'si-2', 'si-3'], asked: 2 });
});

it('two empty pages may come in between', async () => {
	const pages = [
		page([1], { nextCursor: 'a' }),
		page([], { nextCursor: 'b' }),
		page([], { nextCursor: 'c' }),
		page([2]),
	];

	expect(await read(pages, cursor)).toEqual({ ids: ['si-1', 'si-2'], asked: 4 });
});

it('a first page that is not found is no empty list', async () => {
	await expect(read([answer({ message: 'no such reservation' }, 404)], byPage)).rejects.toThrow(
		/does not hold the list/,
	);
});

it('a limit reads no further, also where the list goes on', async () => {
	const pages = [page([1, 2], { nextCursor: 'a' }), page([3, 4], { nextCursor: 'a' })];

	expect(await read(pages, cursor, 3)).toEqual({ ids: ['si-1', 'si-2', 'si-3'], asked: 2 });
});
