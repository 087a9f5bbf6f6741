import fc from 'fast-check';

import type { ListPage } from '../../../nodes/shared/format/listShape';
import { parseJson } from '../../../nodes/shared/format/json';
import { charge, mapperOf } from '../support/mapper';
import { holds } from '../support/properties';

const item = { id: '{id}', amount: '{amount}' };
const one = { id: 1, amount: 10 };
const two = { id: 2, amount: 20 };

const page = (listResponse: unknown, body: unknown, status = 200): ListPage =>
	mapperOf({
		listResponse,
		listQuery: { r: '{reservationId}', ...cursorFor(listResponse) },
	}).readList({ status, body });
const cursorFor = (example: unknown): object =>
	JSON.stringify(example ?? '').includes('{cursor}') ? { c: '{cursor}' } : {};
const items = (listResponse: unknown, body: unknown): unknown[] => page(listResponse, body).items;

describe('a list that List Response shows', () => {
	it.each<[string, unknown, unknown, unknown[], string[]]>([
		['the answer itself', [item], [one, two], [one, two], []],
		[
			'in a property',
			{ data: [item] },
			{ data: [one, two], other: [{ id: 9 }] },
			[one, two],
			['data'],
		],
		[
			'deeper',
			{ result: { charges: [item] } },
			{ result: { charges: [one] } },
			[one],
			['result', 'charges'],
		],
		['empty', { data: [item] }, { data: [] }, [], ['data']],
		['null', { data: [item] }, { data: null }, [], ['data']],
		['within null', { a: { b: [item] } }, { a: null }, [], ['a', 'b']],
		['null itself', [item], null, [], []],
		[
			'of all invoices',
			{ data: [{ invoiceItems: [item] }] },
			{ data: [{ invoiceItems: [one] }, { invoiceItems: null }, { invoiceItems: [two] }] },
			[one, two],
			['data'],
		],
		[
			'of windows and folios',
			{ windows: [{ no: 1, folios: [{ postings: [item] }] }] },
			{
				windows: [
					{ folios: [{ postings: [] }] },
					{ folios: [{ postings: [one] }, { postings: [two] }] },
				],
			},
			[one, two],
			['windows'],
		],
		[
			'with each entry wrapped',
			{ edges: [{ node: item }] },
			{ edges: [{ node: one }] },
			[{ node: one }],
			['edges'],
		],
		['beside constants', { data: [{ kind: 'head' }, item] }, { data: [one] }, [one], ['data']],
		[
			'keyed by ID',
			{ items: { '{id}': { amount: '{amount}' } } },
			{ items: { '7': { amount: 1 }, 'a b': { amount: 2 } } },
			[
				{ id: '7', amount: 1 },
				{ id: 'a b', amount: 2 },
			],
			['items'],
		],
		[
			'keyed by ID, with one inside',
			{ '{id}': { no: '{id}', amount: '{amount}' } },
			{ x: { no: 7, amount: 1 }, y: { amount: 2 } },
			[
				{ no: 7, amount: 1 },
				{ id: 'y', amount: 2 },
			],
			[],
		],
		['keyed by something else', { '{id}': [item] }, { room: [one], spa: [two] }, [one, two], []],
		['without any ID', { rows: [{ amount: '{amount}' }] }, { rows: [one] }, [one], ['rows']],
		[
			'with a list in each item',
			{ data: [{ id: '{id}', lines: [{ amount: '{amount}' }] }] },
			{ data: [{ id: 1, lines: [{ amount: 3 }] }] },
			[{ id: 1, lines: [{ amount: 3 }] }],
			['data'],
		],
	])('is read: %s', (_what, example, body, found, path) => {
		expect(page(example, body)).toEqual({ items: found, path });
	});

	it.each<[unknown, unknown, string]>([
		[{ data: [item] }, {}, `'data'`],
		[{ data: [item] }, { items: [one] }, `there is nothing`],
		[{ a: { b: [item] } }, { a: {} }, `shows a list at 'a.b', and there is nothing`],
		[{ a: { b: [item] } }, { b: [one] }, `shows 'b' at 'a', and there is nothing`],
		[{ data: [item] }, { data: '' }, `there is ""`],
		[{ data: [item] }, { data: one }, `there is {"id":1`],
		[{ data: [item] }, undefined, 'there is nothing'],
		[{ data: [item] }, 'busy', 'there is "busy"'],
		[[item], { data: [one] }, 'shows a list at the answer itself'],
		[{ data: [{ lines: [item] }] }, { data: [{ lines: [one] }, {}] }, `a list at 'data.lines'`],
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
		[[one], [one], []],
		[[], [], []],
		[null, [], []],
		[{ charges: [one] }, [one], ['charges']],
		[{ data: [one], guests: [{ name: 'A' }] }, [one], ['data']],
		[{ service_items: [one], rooms: [] }, [one], ['service_items']],
		[
			{ Items: [one], errors: [{ code: 1 }], warnings: [], messages: [], links: [{}] },
			[one],
			['Items'],
		],
		[{ data: { reservation: { charges: [one] } } }, [one], ['data', 'reservation', 'charges']],
		[{ result: { list: [one], names: ['a'] }, id: 7 }, [one], ['result', 'list']],
		[{ error: { details: [{ a: 1 }] }, body: { rows: [] } }, [], ['body', 'rows']],
		[{ data: null }, [], []],
		[{ items: null, total: 0 }, [], []],
	])('is found in %j', (body, found, path) => {
		expect(page(undefined, body)).toEqual({ items: found, path });
		expect(page(item, body)).toEqual({ items: found, path });
	});

	it.each<[unknown, string]>([
		[{}, 'no list of service items'],
		[undefined, 'no list of service items'],
		['busy', 'no list of service items'],
		[{ names: ['a'] }, 'no list of service items'],
		[{ error: [{ code: 1 }] }, 'no list of service items'],
		[{ data: null, errors: [{ code: 1 }] }, 'no list of service items'],
		[{ charges: [one], rooms: [two] }, `several lists, 'charges' and 'rooms'`],
		[{ data: [one], items: [two] }, 'several lists'],
		[{ a: { x: [one] }, b: { y: [two] } }, `several lists, 'a.x' and 'b.y'`],
	])('is not guessed in %j', (body, words) => {
		expect(() => page(undefined, body)).toThrow(words);
		expect(() => page(undefined, body)).toThrow(`Fill in 'List Response'`);
	});

	it('is read by names of its own where only an item is shown', () => {
		const mapper = mapperOf({
			listResponse: { uid: '{id}', attributes: { price: '{amount as minorUnits}' } },
		});
		const [read] = mapper
			.readList({ status: 200, body: { data: [{ uid: 7, attributes: { price: 1250 } }] } })
			.items.map(mapper.read);
		expect(read).toMatchObject({ id: '7', fields: { amount: 12.5 } });
	});
});

describe('what a list says about its pages', () => {
	const example = {
		data: [item],
		meta: { next: '{cursor}', link: '{nextPage}', more: '{hasMore}', count: '{total}' },
	};
	const told = (meta: object): object => {
		const { items: none, path, ...rest } = page(example, { data: [], meta });
		expect({ none, path }).toEqual({ none: [], path: ['data'] });
		return rest;
	};

	it.each<[object, object]>([
		[
			{ next: 'abc', link: '/services?page=2', more: true, count: 12 },
			{ cursor: 'abc', nextPage: '/services?page=2', hasMore: true, total: 12 },
		],
		[
			{ next: 7, more: 1, count: '12' },
			{ cursor: '7', hasMore: true, total: 12 },
		],
		[{ next: '9007199254740993' }, { cursor: '9007199254740993' }],
		[{ next: null, link: null, more: null, count: null }, {}],
		[{ next: '', link: ' ', more: '', count: '' }, {}],
		[
			{ next: false, link: false, more: false, count: 0 },
			{ hasMore: false, total: 0 },
		],
		[{ next: 0, link: 0, more: 0 }, { hasMore: false }],
		[{ next: '0', link: 'false', more: 'no' }, { hasMore: false }],
		[{ more: 'false' }, { hasMore: false }],
		[{ more: 'yes' }, { hasMore: true }],
		[{}, {}],
	])('is read: %j', (meta, values) => {
		expect(told(meta)).toEqual(values);
	});

	it.each([
		[{ next: true }],
		[{ next: { href: 'x' } }],
		[{ next: ['x'] }],
		[{ link: 2 }],
		[{ link: true }],
		[{ count: 'many' }],
		[{ count: -1 }],
		[{ count: 1.5 }],
		[{ more: {} }],
	])('is refused where nobody could tell whether it goes on: %j', (meta) => {
		expect(() => told(meta)).toThrow(`'List Response' in the Reservation Service credential has {`);
	});

	it('may stand within a longer text', () => {
		const within = { data: [item], next: '/services?after={cursor}' };
		expect(page(within, { data: [], next: '/services?after=abc' })).toMatchObject({
			cursor: 'abc',
		});
		expect(page(within, { data: [] }).cursor).toBeUndefined();
		expect(() => page(within, { data: [], next: '/other' })).toThrow('{cursor}');
	});

	it('has places that other signs of more are not looked for at', () => {
		const mapper = mapperOf({
			listResponse: example,
			listQuery: { r: '{reservationId}', c: '{cursor}' },
		});
		expect(mapper.paging).toEqual(new Set(['cursor', 'nextPage', 'hasMore', 'total']));
		expect(mapper.hasPagePlaceAt(['meta', 'next'])).toBe(true);
		expect(mapper.hasPagePlaceAt(['next'])).toBe(false);
		expect(mapper.hasPagePlaceAt(['data', 0, 'amount'])).toBe(false);
	});
});

describe('places with blanks', () => {
	const mapper = mapperOf({
		createBody: {
			reservationId: '{reservationId}',
			amount: '{amount}',
			posting: { code: '{accountCode}' },
		},
		updateBody: { status: '{accountCode}', amount: '{amount}' },
		listResponse: {
			data: [{ id: '{id}', amount: '{amount}', result: '{description}' }],
			error: '{hasMore}',
		},
	});
	it.each<[Array<string | number>, boolean]>([
		[['status'], true],
		[['posting', 'code'], true],
		[['code'], false],
		[['data', 0, 'result'], true],
		[['response', 'item', 'result'], true],
		[['result'], true],
		[['result', 'state'], false],
		[['error'], true],
		[['data', 'error'], false],
		[['myresult'], false],
		[[], false],
	])('%j: %s', (path, isPlace) => {
		expect(mapper.hasPlaceAt(path)).toBe(isPlace);
	});
});

describe('numbers of more than 15 digits', () => {
	const longAsText = (_key: string, value: unknown): unknown => {
		const isLong = Number.isInteger(value) && !Number.isSafeInteger(value);
		return isLong && Math.abs(Number(value)) < 1e21 ? String(value) : value;
	};
	it.each<[string, unknown]>([
		['{ "id": 12345678901234567890 }', { id: '12345678901234567890' }],
		[
			'[9007199254740993, -9007199254740993, 9007199254740991]',
			['9007199254740993', '-9007199254740993', 9007199254740991],
		],
		[
			'{ "a": "id 12345678901234567890", "b": 1.12345678901234567 }',
			{ a: 'id 12345678901234567890', b: 1.1234567890123457 },
		],
		['{ "a": "x\\" 12345678901234567890" }', { a: 'x" 12345678901234567890' }],
		['1e20', 1e20],
		['', undefined],
		['{', undefined],
	])('stay exact: %s', (text, value) => {
		expect(parseJson(text)).toEqual(value);
	});

	it('are told apart in the IDs of a list, and written as they are', () => {
		const body = parseJson(
			'{ "data": [{ "id": 9007199254740993, "amount": 1 }, { "id": 9007199254740992, "amount": 2 }] }',
		);
		const mapper = mapperOf();
		const ids = mapper.readList({ status: 200, body }).items.map((each) => mapper.read(each).id);
		expect(ids).toEqual(['9007199254740993', '9007199254740992']);
		expect(mapper.listQuery(ids[0] ?? '')).toEqual({ reservationId: '9007199254740993' });
	});

	it('are what any other JSON is', () => {
		holds(
			fc.property(fc.json(), (text) => {
				expect(parseJson(text)).toEqual(JSON.parse(text, longAsText));
			}),
		);
	});
});

describe('what a list is compared by', () => {
	const mapper = mapperOf({
		listResponse: [
			{
				id: '{id}',
				price: { value: '{amount as minorUnits}' },
				text: '{description}',
				day: '{date}',
			},
		],
	});
	const whole = { id: 1, price: { value: 1250 }, text: 'Spa', day: '2026-11-21' };

	it.each([
		[[]],
		[[whole]],
		[[whole, { ...whole, price: { value: '12.50' } }]],
		[[{ text: 'Spa' }]],
		[[{ price: { value: null } }]],
	])('is readable: %j', (list) => {
		expect(() => mapper.assertReadable(list)).not.toThrow();
	});

	it.each<[object[], string]>([
		[
			[{ ...whole, price: { value: '12.50' } }],
			`"12.50" at 'price.value', where 'List Response' in the Reservation Service credential says {amount as minorUnits}. Write {amount as text} there`,
		],
		[
			[
				{ ...whole, day: '21/11/2026' },
				{ ...whole, day: null },
			],
			`Write {date as dd/MM/yyyy} there`,
		],
		[[{ ...whole, text: { en: 'Spa' } }], `{"en":"Spa"} at 'text', where`],
		[[{ no: 1, total: 2 }], `none of them shows a value at 'price.value'`],
	])('is not readable: %j', (list, words) => {
		expect(() => mapper.assertReadable(list as never)).toThrow(words);
	});

	it('leaves an item with another form to stand for nothing', () => {
		expect(mapper.read({ ...whole, price: { value: '12.50' } })).toMatchObject({
			id: '1',
			mismatch: {
				field: 'amount',
				path: 'price.value',
				value: '12.50',
				blank: '{amount as minorUnits}',
			},
		});
		expect(mapper.read(whole).mismatch).toBeUndefined();
	});

	it('is the first of several places with a value', () => {
		const twice = mapperOf({ listResponse: [{ id: '{id}', amount: '{amount}', net: '{amount}' }] });
		expect(twice.read({ id: 1, amount: null, net: 3 }).fields).toEqual({ amount: 3 });
		expect(twice.read({ id: 1, amount: { a: 1 }, net: 3 })).toMatchObject({
			fields: { amount: 3 },
			mismatch: undefined,
		});
		expect(twice.read({ id: 1, amount: 2, net: 3 }).fields).toEqual({ amount: 2 });
	});

	it('is one entry of a list in an item; several fit no blank', () => {
		const lines = mapperOf({ listResponse: [{ id: '{id}', lines: [{ amount: '{amount}' }] }] });
		expect(lines.read({ id: 1, lines: [{ amount: 3 }] }).fields).toEqual({ amount: 3 });
		expect(lines.read({ id: 1, lines: [] })).toMatchObject({ fields: {}, mismatch: undefined });
		expect(lines.read({ id: 1, lines: [{ amount: 3 }, { amount: 4 }] }).mismatch).toBeDefined();
		expect(lines.read({ id: 1, lines: '12' }).mismatch).toBeDefined();
	});
});

describe('an item under the names of the node', () => {
	it('is whatever the wire names are, with null for what is not shown', () => {
		const mapper = mapperOf({
			listResponse: [
				{
					uid: '{id}',
					b: '{reservationId}',
					price: '{amount as text}',
					d: '{date as utc}',
					t: '{description}',
					c: '{accountCode}',
				},
			],
		});
		expect(
			mapper.simplify({
				uid: 7,
				b: 12,
				price: '12.50',
				d: '2026-11-20T23:00:00Z',
				t: 'Spa',
				c: 4400,
			}),
		).toEqual({
			id: '7',
			reservationId: '12',
			...charge,
			description: 'Spa',
			destinationAccount: null,
		});
		expect(mapper.simplify({}, { id: 'si-1', reservationId: 'R-1' })).toMatchObject({
			id: 'si-1',
			reservationId: 'R-1',
			amount: null,
		});
	});

	it('shows a value in another form as it came', () => {
		expect(mapperOf().simplify({ amount: '25 EUR', date: '21.11.2026' })).toMatchObject({
			amount: '25 EUR',
			date: '21.11.2026',
		});
	});
});
