import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import type { ServiceAnswer } from '../../../nodes/shared/format/json';
import { parseJson } from '../../../nodes/shared/format/json';
import type { AnsweredItem, KnownItem } from '../../../nodes/shared/format/singleAnswer';
import { charge, mapperOf } from '../support/mapper';
import { holds } from '../support/properties';

const shown = { uid: '{id}', price: '{amount}', day: '{date}', note: '{description}' };
const own = mapperOf({ listResponse: { data: [shown] } });
const usual = mapperOf();

/** What is read of an answer with this body. */
const read = (
	mapper: typeof own,
	body: unknown,
	known?: KnownItem,
	more: Partial<ServiceAnswer> = {},
): AnsweredItem => mapper.readAnswer({ status: 200, headers: {}, body, ...more }, known);
const spa = { uid: 7, price: 12, day: '2026-11-21', note: 'Spa' };

describe('the service item in a single answer', () => {
	it.each<[string, unknown]>([
		['itself', spa],
		['deep', { response: { status: 'ok', payload: { items: [spa] } } }],
		['beside others', { request: { price: 12 }, guest: { uid: 3 }, charge: spa }],
		['within what looks a bit like it', { uid: 'req-1', charge: spa }],
		['before a copy', { ...spa, previous: { ...spa, uid: 8 } }],
		[
			'on one of several bills',
			{
				bills: [
					{ uid: 1, items: [spa] },
					{ uid: 2, items: [] },
				],
			},
		],
		['beside what is told', { errors: [{ ...spa, uid: 8, more: 1 }], charge: spa }],
	])('is the outermost object with most blanks: %s', (_what, body) => {
		expect(read(own, body)).toMatchObject({ id: '7', item: spa });
	});

	it.each<[typeof own, unknown, string, IDataObject]>([
		[own, { charges: [spa, { uid: 9, note: '' }] }, '9', { uid: 9, note: '' }],
		[usual, { items: [{ id: 1, amount: 5 }, { Id: 2 }] }, '2', { Id: 2 }],
		[usual, { id: 2, charge: { id: 2, amount: 5 } }, '2', { id: 2, amount: 5 }],
		[own, spa, '9', spa],
	])('is the one with the ID asked for, if there is any', (mapper, body, id, item) => {
		expect(read(mapper, body, { id })).toEqual({ id, shows: 'item', item });
	});

	const tea = { uid: 9, price: 1, day: '2026-11-22', note: 'Tea' };
	it.each<[string, typeof own, unknown]>([
		['the whole bill', own, { charges: [spa, tea] }],
		['a bill with an older charge that shows more', own, [spa, { uid: 8, price: 3 }]],
		['entries that wrap their items', own, { edges: [{ node: spa }, { node: { uid: 8 } }] }],
		['what was before beside what is now', own, { before: spa, after: { ...spa, price: 3 } }],
		['the IDs of two', usual, { reservation: { id: 5 }, charge: { id: 7 } }],
		['a bill with an ID of its own', usual, { id: 5, items: [{ id: 7, amount: 1 }, { id: 8 }] }],
	])('is none of several alike: %s', (_what, mapper, body) => {
		expect(read(mapper, body)).toMatchObject({ id: undefined, shows: 'other' });
		expect(read(mapper, body, { item: spa }).id).toBeUndefined();
	});
});

describe('a single answer of a service whose lists wrap each item', () => {
	const edges = mapperOf({ listResponse: { edges: [{ cursor: 'c', node: shown }] } });
	const tea = { uid: 9, price: 1, day: '2026-11-22', note: 'Tea' };

	it.each<[string, unknown, unknown]>([
		['alone', { data: { node: spa } }, { node: spa }],
		['in a list of several', { edges: [{ node: tea }, { node: spa }] }, { node: spa }],
	])('is read in the same wrapper: %s', (_what, body, found) => {
		const { id, item } = read(edges, body, { id: '7' });
		expect({ id, item }).toEqual({ id: '7', item: found });
		const fields = { amount: 12, date: '2026-11-21', description: 'Spa' };
		expect(edges.read(item)).toMatchObject({ id: '7', fields });
		expect(edges.simplify(item)).toMatchObject({ id: '7', amount: 12 });
		expect(edges.holdsItem(body)).toBe(true);
	});

	it('has its marks in either, and its places in the wrapper', () => {
		expect(edges.isWithdrawn({ ...spa, status: 'void' })).toBe(true);
		expect(edges.isWithdrawn({ node: { ...spa, status: 'void' } })).toBe(true);
		expect(edges.hasPlaceAt(['data', 'node', 'note'])).toBe(true);
	});
});

describe('the ID of a service item', () => {
	it.each(['id', 'ID', 'serviceId', 'serviceItemId', 'ItemID', 'uuid', 'GUID', '_id'])(
		'is looked for as %s where {id} is not found',
		(name) => {
			const item = { [name]: 'x-1', amount: 5 };
			expect(usual.read(item).id).toBe('x-1');
			expect(own.read(item).id).toBe('x-1');
			expect(read(usual, { data: item }).id).toBe('x-1');
		},
	);

	it('is the one of the blank, whatever else looks like one', () => {
		expect(own.read({ id: 'other', uid: 7 }).id).toBe('7');
		expect(own.read({ id: 'other', uid: null }).id).toBe('other');
		expect(usual.read({ uuid: 'u', id: 0, itemId: 'i' }).id).toBe('0');
		expect(usual.read({ id: '', itemId: {}, uuid: 'u' }).id).toBe('u');
		expect(usual.read({ '': 5, amount: 1 }).id).toBeUndefined();
		expect(usual.read({ orderId: 5 }).id).toBeUndefined();
	});

	const at = (location: string, status = 201): Partial<ServiceAnswer> => ({
		status,
		headers: { location },
	});
	it.each<[string, unknown, Partial<ServiceAnswer>, string | undefined]>([
		['none of something else', { result: { orderId: 48 } }, {}, undefined],
		['no bare number', 48213, {}, undefined],
		['no bare text', 'b3f1-22', {}, undefined],
		['the end of the Location header', undefined, at('/v1/services/si%201'), 'si 1'],
		['beside words', { message: 'Posted' }, at('/services/77'), '77'],
		['with an address', '', at('https://h/services/77/?a=b'), '77'],
		['as it stands where it cannot be decoded', '', at('/services/%E0%A4%A'), '%E0%A4%A'],
		['not that of a task', undefined, at('/tasks/5', 202), undefined],
		['nothing', undefined, {}, undefined],
	])('is, of an answer in which nothing fits, %s', (_what, body, more, id) => {
		expect(read(usual, body, {}, more).id).toBe(id);
		expect(read(own, body, {}, more).id).toBe(id);
	});
});

describe('a service that answers with nothing', () => {
	const fields = { reservationId: 'R-1', amount: 12, description: 'Spa', reference: 'o-1' };

	it('gives what was sent, under the names of List Response, with the ID', () => {
		const sent = own.toCreate(fields, { tax: 7 }).expected;
		const item = { price: 12, note: 'Spa [ref:o-1]', tax: 7, uid: '9' };
		const answered = read(own, '', { item: sent }, { headers: { location: '/services/9' } });
		expect(answered).toEqual({ id: '9', shows: 'nothing', item });
		expect(own.read(item)).toMatchObject({ id: '9', reference: 'o-1' });
	});

	it('gives the fields of Create Body where List Response is blank', () => {
		const sent = { reservationId: 'R-1', amount: 12, description: 'Spa [ref:o-1]' };
		expect(usual.toCreate(fields).expected).toEqual(sent);
		for (const nothing of [undefined, null, {}, { data: null }]) {
			expect(read(usual, nothing, { item: sent })).toEqual({
				...{ id: undefined, shows: 'nothing', item: sent },
			});
		}
		// A description that does not change stays.
		expect(usual.toUpdate({ amount: 3, reference: 'o-1' }).expected).toEqual({ amount: 3 });
	});

	it('is not one that says something else: what was sent is not given out in its place', () => {
		for (const said of [{ message: 'queued' }, { orderId: 5 }, { created: false }]) {
			const answered = { id: '9', shows: 'other', item: { uid: '9', ...said } };
			expect(read(own, said, { id: '9', item: spa })).toEqual(answered);
		}
		for (const said of [[], 'OK', false, 48213]) {
			expect(read(own, said, { item: spa })).toMatchObject({ shows: 'other', item: {} });
		}
	});
});

it.each<[unknown, boolean, Partial<ServiceAnswer>?]>([
	[undefined, true],
	[{ data: { list: null }, note: '' }, true],
	[spa, true],
	[{ data: { id: 3 } }, true],
	[{ price: 12 }, true],
	[{ charges: [spa, spa] }, true],
	[{ message: 'Posted' }, true, { status: 201, headers: { location: '/services/7' } }],
	[{ message: 'Posted' }, false],
	[{ message: 'Queued' }, false, { status: 202, headers: { location: '/tasks/7' } }],
	[{ note: 'The folio is closed' }, false],
	[{ error: { id: 'e-1' }, links: [{ id: 'l' }] }, false],
	[[], false],
	[false, false],
	['created', false],
])('whether %j is an answer that is understood: %s', (body, isUnderstood, more = {}) => {
	expect(own.isUnderstood({ status: 200, headers: {}, body, ...more })).toBe(isUnderstood);
});

it.each<[unknown, boolean]>([
	[spa, true],
	[{ data: { id: 3 } }, true],
	[{ charges: [spa] }, true],
	[{ note: 'wrong date', status: 'failed' }, false],
	[{ error: { id: 'e-1', price: 12 } }, false],
	[{ requestInfo: { uid: 'r' }, reservation: { uid: 3 }, meta: { id: 'm' } }, false],
	[{ price: null, uid: '' }, false],
	['48213', false],
])('whether %j holds a service item: %s', (body, isThere) => {
	expect(own.holdsItem(body)).toBe(isThere);
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
	it.each<[string[], boolean]>([
		[['status'], true],
		[['posting', 'code'], true],
		[['code'], false],
		[['data', 'result'], true],
		[['result', 'state'], false],
		[['error'], true],
		[['myresult'], false],
		[[], false],
	])('%j: %s', (path, isPlace) => {
		expect(mapper.hasPlaceAt(path)).toBe(isPlace);
	});
});

it('an item that List Response shows alone may have its amount in a list', () => {
	const listResponse = { no: '{id}', day: '{date}', prices: [{ gross: '{amount}' }] };
	const item = { no: 7, day: '2026-11-21', prices: [{ gross: 12.5, currency: 'EUR' }] };
	const mapper = mapperOf({ listResponse });
	const { items } = mapper.readPage({ status: 200, body: { items: [item] } });

	expect(items.map((each) => mapper.read(each))).toMatchObject([
		{ id: '7', fields: { amount: 12.5, date: '2026-11-21' } },
	]);
});

describe('what a list is compared by', () => {
	const price = { value: '{amount as minorUnits}' };
	const mapper = mapperOf({
		listResponse: [{ id: '{id}', price, text: '{description}', day: '{date}' }],
	});
	const whole = { id: 1, price: { value: 1250 }, text: 'Spa', day: '2026-11-21' };
	const inUnits = { ...whole, price: { value: '12.50' } };

	it.each([[[]], [[whole, inUnits]], [[{ price: { value: null } }]]])('is readable: %j', (list) => {
		expect(() => mapper.assertReadable(list)).not.toThrow();
	});

	it.each<[IDataObject[], string]>([
		[
			[inUnits],
			`"12.50" at 'price.value', where 'List Response' in the Reservation Service credential says {amount as minorUnits}. Write {amount as text} there`,
		],
		[['21/11/2026', null].map((day) => ({ ...whole, day })), `Write {date as dd/MM/yyyy} there`],
		[[{ ...whole, day: '/Date(1795219200000)/' }], 'No format of {date} reads that'],
		[[{ ...whole, text: { en: 'Spa' } }], `{"en":"Spa"} at 'text', where`],
		[[{ no: 1, total: 2 }], `none of them shows a value at 'price.value'`],
	])('is not readable: %j', (list, words) => {
		expect(() => mapper.assertReadable(list)).toThrow(words);
	});

	it.each<[IDataObject, object]>([
		[{ amount: null, net: 3 }, { amount: 3 }],
		[{ amount: { a: 1 }, net: 3 }, { amount: 3 }],
		[{ amount: 2, net: 3 }, { amount: 2 }],
	])('is the first of several places with a value: %j', (item, fields) => {
		const twice = mapperOf({ listResponse: [{ id: '{id}', amount: '{amount}', net: '{amount}' }] });
		expect(twice.read(item)).toMatchObject({ fields, mismatch: undefined });
	});

	it('is one entry of a list in an item; several fit no blank', () => {
		const lines = mapperOf({ listResponse: [{ id: '{id}', lines: [{ amount: '{amount}' }] }] });
		expect(lines.read({ lines: [{ amount: 3 }] }).fields).toEqual({ amount: 3 });
		expect(lines.read({ lines: [] })).toMatchObject({ fields: {}, mismatch: undefined });
		expect(lines.read({ lines: [{ amount: 3 }, { amount: 4 }] }).mismatch).toBeDefined();
		expect(lines.read({ lines: '12' }).mismatch).toBeDefined();
	});
});

it('an item is simplified to the names of the node, with null for what is not shown', () => {
	const mapper = mapperOf({
		listResponse: [{ ...shown, b: '{reservationId}', day: '{date as utc}', c: '{accountCode}' }],
	});
	const item = { uid: 7, b: 12, price: '12.50', day: '2026-11-20T23:00:00Z', note: 'Spa', c: 4400 };
	expect(mapper.simplify(item)).toEqual({
		...charge,
		...{
			id: '7',
			reservationId: '12',
			description: 'Spa',
			destinationAccount: null,
			reference: null,
		},
	});
	const known = { id: 'si-1', reservationId: 'R-1' };
	expect(mapper.simplify({}, known)).toMatchObject({ ...known, amount: null });
	// What is in another form is shown as it came.
	const other = { amount: '25 EUR', date: '21.11.2026' };
	expect(usual.simplify(other)).toMatchObject(other);
});

describe('a service item that counts as gone', () => {
	it.each<IDataObject>([
		{ status: 'cancelled' },
		{ Status: 'CANCELED' },
		{ state: 'void' },
		{ deleted: true },
		{ isDeleted: 1 },
		{ is_cancelled: 'true' },
		{ deletedAt: '2026-11-01T10:00:00Z' },
		{ cancelledDate: 1793527200 },
		{ cancelledAt: '22.11.2026 10:00' },
		{ voided: 'Yes' },
		{ deletedAt: new Date().toISOString() },
	])('says so: %j', (marks) => {
		expect(usual.isWithdrawn({ id: 'S-1', amount: 10, ...marks })).toBe(true);
	});

	it.each<IDataObject>([
		{ status: 'confirmed', state: 'refunded' },
		{ deleted: false, isDeleted: 0, cancelled: 'no', voided: 'FALSE', removed: '0' },
		{ deletedAt: null, cancelledAt: '', voidedOn: '0000-00-00 00:00:00' },
		{ deletedAt: '0001-01-01T00:00:00', cancelledOn: '1970-01-01', voidedAt: '9999-12-31' },
		{ cancelledAt: -62135596800, voidedAt: 253402300799 },
		{ cancelledAt: '2099-01-01', voidedAt: 4070908800, deletedAt: 4070908800000 },
		{ deleted: {}, cancelled: [], removed: 'never', isDeleted: 'nein' },
		{ description: 'cancelled', note: 'deleted', cancellable: true, deletedBy: 'Zoe' },
	])('does not say so: %j', (marks) => {
		expect(usual.isWithdrawn({ id: 'S-1', amount: 10, ...marks })).toBe(false);
	});

	it('may say so beside its values', () => {
		const nested = mapperOf({
			listResponse: [{ id: '{id}', attributes: { amount: '{amount}' }, parent: {} }],
		});
		expect(nested.isWithdrawn({ id: 1, attributes: { amount: 1, status: 'voided' } })).toBe(true);
		expect(nested.isWithdrawn({ id: 1, parent: { status: 'voided' } })).toBe(false);
		const deeper = mapperOf({
			listResponse: [{ id: '{id}', attributes: { price: { gross: '{amount}' } } }],
		});
		const attributes = { status: 'voided', price: { gross: 1 } };
		expect(deeper.isWithdrawn({ id: 1, attributes })).toBe(true);
	});

	it('does not say so where its reservation is cancelled: a fee for that is there', () => {
		const listResponse = [{ id: '{id}', amount: '{amount}', stay: { no: '{reservationId}' } }];
		const stay = { no: 'R-1', status: 'cancelled' };
		expect(mapperOf({ listResponse }).isWithdrawn({ id: 1, amount: 90, stay })).toBe(false);
	});
});

describe('a number of more than 15 digits', () => {
	it.each<[string, unknown]>([
		['{ "id": 12345678901234567890 }', { id: '12345678901234567890' }],
		['[9007199254740993, -9007199254740993]', ['9007199254740993', '-9007199254740993']],
		['[9007199254740991, 1e20, 1.12345678901234567]', [9007199254740991, 1e20, 1.1234567890123457]],
		['{ "a": "x\\" 12345678901234567890" }', { a: 'x" 12345678901234567890' }],
		['', undefined],
		['{', undefined],
	])('stays exact: %s', (text, value) => {
		expect(parseJson(text)).toEqual(value);
	});

	it('is all that is read in another way', () => {
		const longAsText = (_key: string, value: unknown): unknown => {
			const isLong = Number.isInteger(value) && !Number.isSafeInteger(value);
			return isLong && Math.abs(Number(value)) < 1e21 ? String(value) : value;
		};
		holds(
			fc.property(fc.json(), (text) => {
				expect(parseJson(text)).toEqual(JSON.parse(text, longAsText));
			}),
		);
	});
});
