import type { ListPage } from '../../../nodes/shared/format/listPage';
import { mapperOf } from '../support/mapper';

const item = { id: '{id}', amount: '{amount}' };
const one = { id: 1, amount: 10 };
const two = { id: 2, amount: 20 };

const page = (listResponse: unknown, body: unknown, status = 200): ListPage => {
	const listQuery = { r: '{reservationId}', ...cursorFor(listResponse) };
	return mapperOf({ listResponse, listQuery }).readPage({ status, body });
};
const cursorFor = (example: unknown): object =>
	JSON.stringify(example ?? '').includes('{cursor}') ? { c: '{cursor}' } : {};
const items = (listResponse: unknown, body: unknown): unknown[] => page(listResponse, body).items;

describe('a list that List Response shows', () => {
	const keyed = { items: { '{id}': { amount: '{amount}' } } };
	const keyedOnly = { items: { '{id}': { no: '{id}', amount: '{amount}' } } };
	const lines = { data: [{ id: '{id}', lines: [{ amount: '{amount}' }] }] };
	const invoices = { data: [{ invoiceItems: [item] }] };
	const folios = { windows: [{ no: 1, folios: [{ postings: [item] }] }] };

	it.each<[unknown, unknown, unknown[], string[]]>([
		[[item], [one, two], [one, two], []],
		[[item], null, [], []],
		[{ data: [item] }, { data: [one, two], other: [{ id: 9 }] }, [one, two], ['data']],
		[{ a: { b: [item] } }, { a: { b: [one] } }, [one], ['a', 'b']],
		[{ data: [item] }, { data: null }, [], ['data']],
		[{ edges: [{ node: item }] }, { edges: [{ node: one }] }, [{ node: one }], ['edges']],
		[{ rows: [{ amount: '{amount}' }] }, { rows: [one] }, [one], ['rows']],
		[lines, { data: [{ id: 1, lines: [] }] }, [{ id: 1, lines: [] }], ['data']],
		// Of all invoices, and of all folios of all windows.
		[
			invoices,
			{ data: [{ invoiceItems: [one] }, { invoiceItems: null }, { invoiceItems: [two] }] },
			[one, two],
			['data'],
		],
		[
			folios,
			{ windows: [{ folios: [{ postings: [] }] }, { folios: [{ postings: [one] }] }] },
			[one],
			['windows'],
		],
		// Keyed by ID, also with one inside, and by something else; PHP writes none as [].
		[keyed, { items: { 'a b': { amount: 2 } } }, [{ id: 'a b', amount: 2 }], ['items']],
		[keyedOnly, { items: { x: { no: 7 }, y: {} } }, [{ no: 7 }, { id: 'y' }], ['items']],
		[keyedOnly, { items: [] }, [], ['items']],
		[{ '{id}': [item] }, { room: [one], spa: [two] }, [one, two], []],
	])('%j is read in %j', (example, body, found, path) => {
		expect(page(example, body)).toMatchObject({ items: found, path });
	});

	it.each<[unknown, unknown, string]>([
		[{ data: [item] }, { items: [one] }, `there is nothing`],
		[{ a: { b: [item] } }, { a: {} }, `shows a list at 'a.b', and there is nothing`],
		[{ a: { b: [item] } }, { b: [one] }, `shows 'b' at 'a', and there is nothing`],
		[{ data: [item] }, { data: one }, `there is {"id":1`],
		[{ data: [item] }, undefined, 'there is nothing'],
		[[item], { data: [one] }, 'shows a list at the answer itself'],
		[
			{ data: [{ lines: [item] }] },
			{ data: [{ lines: [one] }, {}] },
			`a list at 'data[].lines', and there is nothing. Correct the example there`,
		],
		[{ '{id}': item }, [one], 'shows an object at the answer itself'],
		[{ data: [item] }, { data: [one, 'two'] }, 'has "two" in it'],
	])('is missing, or is none: %j', (example, body, words) => {
		expect(() => items(example, body)).toThrow(words);
		expect(() => items(example, body)).toThrow(
			`'List Response' in the Reservation Service credential`,
		);
	});

	it('is empty where the answer has no content', () => {
		expect(page({ data: [item] }, undefined, 204)).toEqual({ items: [], path: [] });
	});
});

describe('a list that no example shows', () => {
	it.each<[unknown, unknown[], string[]]>([
		[[], [], []],
		[null, [], []],
		[{ charges: [one] }, [one], ['charges']],
		[{ data: [one], guests: [{ name: 'A' }] }, [one], ['data']],
		[{ service_items: [one], rooms: [] }, [one], ['service_items']],
		[{ Items: [one], errors: [{ code: 1 }], warnings: [], links: [{}] }, [one], ['Items']],
		[{ data: { stay: { charges: [one] } } }, [one], ['data', 'stay', 'charges']],
		[{ result: { list: [one], names: ['a'] }, id: 7 }, [one], ['result', 'list']],
		[{ error: { details: [{ a: 1 }] }, body: { rows: [] } }, [], ['body', 'rows']],
		[{ items: null, total: 0 }, [], ['items']],
		[{ data: { rows: null } }, [], ['data', 'rows']],
		[{ data: null, guests: [{ name: 'A' }] }, [], ['data']],
		[{ result: null, items: [one] }, [one], ['items']],
		[{ tags: [], data: { items: [one] } }, [one], ['data', 'items']],
		[{ charges: [], reservation: { guests: [], tags: ['x'] } }, [], ['charges']],
	])('is found in %j', (body, found, path) => {
		expect(page(undefined, body)).toMatchObject({ items: found, path });
		expect(page(item, body)).toMatchObject({ items: found, path });
	});

	it.each<[unknown, string]>([
		[undefined, 'no list of service items'],
		[{ names: ['a'] }, 'no list of service items'],
		[{ error: [{ code: 1 }] }, 'no list of service items'],
		[{ charges: [one], rooms: [two] }, `several lists, 'charges' and 'rooms'`],
		[{ data: [one], items: [two] }, 'several lists'],
		[{ charges: [], stay: { guests: [{ name: 'A' }] } }, `'charges' and 'stay.guests'`],
		[{ a: { x: [one] }, b: { y: [two] } }, `several lists, 'a.x' and 'b.y'`],
	])('is not guessed in %j', (body, words) => {
		expect(() => page(undefined, body)).toThrow(words);
		expect(() => page(undefined, body)).toThrow(`Fill in 'List Response'`);
	});
});

describe('what a list says about its pages', () => {
	const example = {
		data: [item],
		meta: { next: '{cursor}', link: '{nextPage}', more: '{hasMore}', count: '{total}' },
	};
	const hintsIn = (meta: object): object => {
		const { items: none, path, rest, ...hints } = page(example, { data: [], meta });
		expect(JSON.stringify(rest)).toBe('{"data":[],"meta":{}}');
		expect({ none, path }).toEqual({ none: [], path: ['data'] });
		return hints;
	};

	it.each<[object, object]>([
		[
			{ next: 'abc', link: '/services?page=2', more: true, count: 12 },
			{ cursor: 'abc', nextPage: '/services?page=2', hasMore: true, total: 12 },
		],
		[
			{ next: 7, more: 1 },
			{ cursor: '7', hasMore: true },
		],
		[{ next: '9007199254740993' }, { cursor: '9007199254740993' }],
		[{ next: null, link: null, more: null, count: null }, {}],
		[{ next: '', link: ' ', more: '', count: '' }, {}],
		[{ next: false, link: false, more: false }, { hasMore: false }],
		[{ count: '0' }, { total: 0 }],
		[{ next: 0, link: 0, more: 0 }, { hasMore: false }],
		[{ next: '0', link: 'false', more: 'no' }, { hasMore: false }],
		[{ more: 'false' }, { hasMore: false }],
		[{}, {}],
	])('is read: %j', (meta, values) => {
		expect(hintsIn(meta)).toEqual(values);
	});

	it.each([
		[{ next: true }],
		[{ next: { href: 'x' } }],
		[{ link: 2 }],
		[{ count: 'many' }],
		[{ count: 1.5 }],
		[{ more: {} }],
	])('is refused where nobody could tell whether it goes on: %j', (meta) => {
		expect(() => hintsIn(meta)).toThrow(
			`'List Response' in the Reservation Service credential has {`,
		);
	});

	it('may stand within a longer text', () => {
		const within = { data: [item], next: '/services?after={cursor}' };
		expect(page(within, { data: [], next: '/services?after=abc' })).toMatchObject({
			cursor: 'abc',
		});
		expect(page(within, { data: [] }).cursor).toBeUndefined();
		expect(() => page(within, { data: [], next: '/other' })).toThrow('{cursor}');
	});

	it('is told apart from what else it says', () => {
		const meta = { next: 'a', link: 'b', more: true, count: 3, pages: 2 };
		expect(page(example, { data: [], meta, note: 'x' }).rest).toEqual({
			...{ data: [], meta: { pages: 2 }, note: 'x' },
		});
	});
});
