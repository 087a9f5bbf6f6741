import fc from 'fast-check';

import { RequestFailure } from '../../../nodes/shared/http/failure';
import type { Answer } from '../../../nodes/shared/http/reply';
import type { ServiceRequest } from '../../../nodes/shared/http/request';
import { readServiceItems } from '../../../nodes/shared/lists/readServiceItems';
import type { Settings } from '../support/mapper';
import { mapperOf } from '../support/mapper';
import { holdsAsync } from '../support/properties';

type Texts = Record<string, string>;

const item = { id: '{id}', amount: '{amount}' };
/** What an answer may say beside its items. */
const TOLD: Texts = {
	nextCursor: '{cursor}',
	next: '{nextPage}',
	hasMore: '{hasMore}',
	totalCount: '{total}',
};

/** A credential that asks for pages by a query, and reads what is told beside the items. */
function settingsOf(query: Texts, says: string[] = []): Settings {
	const beside = Object.fromEntries(says.map((name) => [name, TOLD[name]]));
	return {
		listQuery: { r: '{reservationId}', ...query },
		listResponse: { items: [item], ...beside },
	};
}
const byPage = settingsOf({ p: '{page}' });
const byCursor = settingsOf({ c: '{cursor}' }, ['nextCursor']);
const byAddress = settingsOf({}, ['next']);

const answer = (body: unknown, status = 200): Answer => {
	return { kind: 'answer', status, headers: {}, body, isReadable: true };
};
const page = (ids: number[], more: object = {}): Answer =>
	answer({ items: ids.map((id) => ({ id, amount: id })), ...more });
const linked = (ids: number[]): Answer => ({
	...page(ids),
	headers: { link: '<?p=1>; rel="prev", <?p=2>; rel = "next"' },
});

type Service = (request: ServiceRequest) => Answer;

/** Reads the list of a service that is asked as the settings say. */
async function readFrom(service: Service, settings: Settings, limit?: number) {
	const trySend = (request: ServiceRequest): Promise<Answer | RequestFailure> => {
		const outcome = service(request);
		const failed = { request, reply: outcome } as RequestFailure;
		return Promise.resolve(outcome.status === 404 ? new RequestFailure(failed, []) : outcome);
	};
	const client = { mapper: mapperOf(settings), secrets: [], trySend };
	const { items } = await readServiceItems(client, { reservationId: 'R-1', limit });
	return items;
}

/** Reads a list whose pages come one after another, the last again and again; gives the IDs, and how often was asked. */
async function read(pages: Answer[], settings: Settings = {}, limit?: number) {
	let asked = 0;
	const service = (): Answer => {
		if (asked > 20) throw new Error('It is asked for ever');
		return pages[Math.min(asked++, pages.length - 1)] ?? answer(null);
	};
	const items = await readFrom(service, settings, limit);
	return { ids: items.map(({ id }) => id), asked };
}

describe('a list that does not come to an end is refused', () => {
	const itself = /a page names itself, or one before it, as the next/;
	const nothingNew = /a page came with nothing new on it/;
	const cursors = (ids: number[], ...names: string[]): Answer[] =>
		names.map((nextCursor) => page(ids, { nextCursor }));

	it.each<[string, Answer[], Settings, RegExp]>([
		['a cursor comes again', [...cursors([1], 'a'), ...cursors([2], 'a')], byCursor, itself],
		[
			'a page links to itself',
			[page([1], { next: '?p=2' }), page([], { next: '?p=2' })],
			byAddress,
			itself,
		],
		['a Link header names its own page', [linked([1]), linked([2])], {}, itself],
		['three pages are empty', cursors([], 'a', 'b', 'c', 'd'), byCursor, /three empty pages came/],
		['a page has nothing new', cursors([1, 2], 'a', 'b', 'c'), byCursor, nothingNew],
		['every page is the first', [page([1, 2])], byPage, nothingNew],
	])('where %s', async (_, pages, settings, message) => {
		await expect(read(pages, settings)).rejects.toThrow(message);
	});
});

describe('a list ends', () => {
	it.each<[string, Answer[], Settings, number]>([
		['with 404 behind the first page', [page([1]), answer({ message: 'none' }, 404)], byPage, 2],
		['with 204', [page([1]), answer(undefined, 204)], byPage, 2],
		['with null for a list', [page([1]), answer({ items: null })], byPage, 2],
	])('%s', async (_, pages, settings, asked) => {
		expect(await read(pages, settings)).toMatchObject({ asked });
	});

	const none = answer({ message: 'none' }, 404);
	const byCount = settingsOf({ p: '{page}' }, ['totalCount']);

	it('not at a missing page that the service has named by a cursor', async () => {
		const pages = [page([1], { nextCursor: 'a' }), none];
		await expect(read(pages, byCursor)).rejects.toThrow(RequestFailure);
	});

	it.each([none, answer(undefined, 204), page([])])(
		'not at a page without items where the one before it has counted more: %j',
		async (last) => {
			const pages = [page([1], { totalCount: 2 }), last];
			await expect(read(pages, byCount)).rejects.toThrow(/ended although '\{total\}'/);
		},
	);

	it.each([
		['totalCount', 'totalCount', 2],
		['meta', 'meta.pages', { pages: 2 }],
	])(
		'not at a missing page where %s of the one before it has counted more',
		async (name, place, counted) => {
			const pages = [page([1], { [name]: counted }), none];
			await expect(read(pages, byPage)).rejects.toThrow(`ended although '${place}'`);
		},
	);

	it('at a missing page, whatever else the one before it has said of a next', async () => {
		const pages = [page([1], { hasMore: true, totalCount: 1, count: 1 }), none];
		expect(await read(pages, byPage)).toEqual({ ids: [1], asked: 2 });
	});

	it('at a missing page where the cursor beside the page number stays the same', async () => {
		const settings = settingsOf({ p: '{page}', c: '{cursor}' }, ['nextCursor']);
		const pages = [page([1], { nextCursor: 'a' }), none];
		expect(await read(pages, settings)).toEqual({ ids: [1], asked: 2 });
	});

	it('at a limit, and is read no further, also where it goes on', async () => {
		const pages = [page([1, 2], { nextCursor: 'a' }), page([3, 4], { nextCursor: 'a' })];
		expect(await read(pages, byCursor, 3)).toEqual({ ids: [1, 2, 3], asked: 2 });
	});
});

describe('equal items', () => {
	const twin = { amount: 5 };
	const twins = (count: number, ...more: object[]): Answer =>
		answer({ items: [...Array.from({ length: count }, () => twin), ...more] });

	it('on one page are several, with and without an ID', async () => {
		expect((await read([twins(2)])).ids).toHaveLength(2);
		expect((await read([page([1, 1])])).ids).toEqual([1, 1]);
	});

	it('without an ID are several on different pages, too', async () => {
		const pages = [twins(2), twins(1, { id: 4, amount: 4 }), answer({ items: [] })];
		expect((await read(pages, byPage)).ids).toEqual([undefined, undefined, undefined, 4]);
	});

	it('count as many for a total', async () => {
		const settings = settingsOf({}, ['totalCount']);
		const told = answer({ items: [twin, twin], totalCount: 2 });
		expect((await read([told], settings)).ids).toHaveLength(2);
	});

	it('are still no end of a service that gives the same page for ever', async () => {
		await expect(read([twins(2)], byPage)).rejects.toThrow(/a page came with nothing new on it/);
	});
});

it('items that come twice count once, and two pages in a row may be empty', async () => {
	const cursors = [[1, 2], [2, 3], [], []].map((ids, n) => page(ids, { nextCursor: `c${n}` }));

	expect(await read([...cursors, page([4])], byCursor)).toEqual({ ids: [1, 2, 3, 4], asked: 5 });
});

it('an item is the same one also where something beside its fields differs at each reading, such as a signed link', async () => {
	let readings = 0;
	const signed = (ids: number[]): Answer =>
		answer({ items: ids.map((id) => ({ id, amount: id, pdf: `?signature=${readings++}` })) });

	expect((await read([signed([1, 2]), signed([2, 3]), page([])], byPage)).ids).toEqual([1, 2, 3]);
	const service = (): Answer => {
		if (readings > 20) throw new Error('It is asked for ever');
		return signed([1]);
	};
	await expect(readFrom(service, byPage)).rejects.toThrow(/a page came with nothing new on it/);
});

it('a first page that is not found, or one that the service named, is no empty list', async () => {
	const missing = answer({ message: 'no such reservation' }, 404);
	await expect(read([missing], byPage)).rejects.toBeInstanceOf(RequestFailure);
	await expect(read([page([1], { next: '?p=2' }), missing], byAddress)).rejects.toBeInstanceOf(
		RequestFailure,
	);
});

/** What List Query asks for pages by, and what an answer then says; addresses and Link headers are asked for as they come. */
const WAYS: { [way: string]: { query: Texts; says: string[] } } = {
	page: { query: { p: '{page}' }, says: [] },
	'page from 0': { query: { p0: '{page from 0}' }, says: [] },
	offset: { query: { o: '{offset}' }, says: [] },
	'last ID': { query: { after: '{lastId}' }, says: [] },
	cursor: { query: { c: '{cursor}' }, says: ['nextCursor'] },
	'page and cursor': { query: { p: '{page}', c: '{cursor}' }, says: ['nextCursor'] },
	'offset and cursor': { query: { o: '{offset}', c: '{cursor}' }, says: ['nextCursor'] },
	'last ID and cursor': { query: { after: '{lastId}', c: '{cursor}' }, says: ['nextCursor'] },
	address: { query: {}, says: ['next'] },
	'Link header': { query: {}, says: [] },
};
const anyWay = fc.constantFrom(...Object.keys(WAYS));

interface Pages {
	way: string;
	length: number;
	size: number;
	/** Said as well. */
	more?: string[];
	/** How many items of a page come on the next one again. */
	overlap?: number;
}

/** A service that gives so many items in pages, and looks at nothing but its own parameters. */
function serviceOf({ way, length, size, more = [], overlap = 0 }: Pages): Service {
	const all = Array.from({ length }, (_, n) => ({ id: `si-${n}`, amount: n }));
	const { query: own = {}, says = [] } = WAYS[way] ?? {};
	const startOf = ({ p, p0, o, c, after }: Partial<Texts>): number => {
		if (c !== undefined) return Number(c);
		if (after !== undefined) return all.findIndex(({ id }) => id === after) + 1;
		return o === undefined ? (p === undefined ? Number(p0 ?? 0) : Number(p) - 1) * size : Number(o);
	};
	return (request) => {
		const query =
			request.link === undefined
				? Object.entries(request.query ?? {}).filter(([name]) => name in own)
				: [...new URLSearchParams(request.link.slice(1))];
		const start = startOf(Object.fromEntries(query) as Partial<Texts>);
		const end = start + size;
		const isMore = end < length;
		const next = Math.max(start + 1, end - overlap);
		const beside: { [name: string]: unknown } = {
			nextCursor: isMore ? String(next) : null,
			next: isMore ? `?o=${next}` : '',
			hasMore: isMore,
			totalCount: length,
		};
		const said = Object.fromEntries([...says, ...more].map((name) => [name, beside[name]]));
		const link = `<?o=${next}>; rel="next"`;
		return {
			...answer({ items: all.slice(start, end), ...said }),
			headers: way === 'Link header' && isMore ? { link } : {},
		};
	};
}
const sizes = [fc.integer({ min: 0, max: 30 }), fc.integer({ min: 1, max: 7 })] as const;

it('any way to ask for pages, with any end, gives the list once, whatever its length and the size of its pages', async () => {
	const ends = fc.subarray(['hasMore', 'totalCount']);
	await holdsAsync(
		fc.asyncProperty(
			...[anyWay, ends, fc.integer({ min: 0, max: 2 }), ...sizes],
			async (way, more, shared, length, size) => {
				const { query = {}, says = [] } = WAYS[way] ?? {};
				// Only a service that says itself where the next page begins can let them overlap.
				const overlap = ['cursor', 'address', 'Link header'].includes(way) ? shared : 0;
				const service = serviceOf({ way, length, size, more, overlap });
				const items = await readFrom(service, settingsOf(query, [...says, ...more]));

				expect(items.map(({ amount }) => amount)).toEqual(Array.from({ length }, (_, n) => n));
			},
		),
	);
});

it('a service that pages otherwise than the credential says is read whole or refused', async () => {
	// Pages by number or offset alone say nothing about themselves: who does not ask for them sees one.
	const speaking = Object.keys(WAYS).filter((way) => !/^(page|page from 0|offset)$/.test(way));
	await holdsAsync(
		fc.asyncProperty(
			...[fc.constantFrom(...speaking), anyWay, ...sizes],
			async (spoken, told, length, size) => {
				const { query = {}, says = [] } = WAYS[told] ?? {};
				const more = spoken === 'last ID' ? ['hasMore'] : [];
				const service = serviceOf({ way: spoken, length, size, more });
				let requests = 0;
				const counted: Service = (request) => {
					if (++requests === 50) throw new Error('It is asked for ever');
					return service(request);
				};
				const found = await readFrom(counted, settingsOf(query, says)).then(
					(items) => items.length,
					() => 'refused',
				);
				expect([length, 'refused']).toContain(found);
				expect(requests).toBeLessThan(50);
			},
		),
	);
});
