import fc from 'fast-check';

import { parseJson } from '../../../nodes/shared/format/json';
import { readListPage } from '../../../nodes/shared/lists/listPage';
import { charge, mapperOf } from '../support/mapper';
import { holds } from '../support/properties';

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
		const { items } = readListPage({ status: 200, body }, mapper);
		const ids = items.map((item) => mapper.read(item).id);
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
