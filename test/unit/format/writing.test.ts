import type { IDataObject } from 'n8n-workflow';

import type { WrittenFields } from '../../../nodes/shared/format/fields';
import { mapperOf, charge, withAmount } from '../support/mapper';

const query = { r: '{reservationId}' };
const fields = { reservationId: 'R-1', ...charge };
const least = { reservationId: 'R', amount: 1 };
const wrapped = {
	data: {
		type: 'charges',
		price: { value: '{amount as text}', currency: 'EUR' },
		day: '{date as dd/MM/yyyy}',
		text: '{description}',
		ledger: { code: '{accountCode}', to: '{destinationAccount}' },
		booking: { data: { type: 'reservations', id: '{reservationId}' } },
	},
	source: 'n8n',
	meta: { via: ['api', 1] },
};
const inWrapper = mapperOf({ createBody: wrapped, listQuery: query });

/** The body of a create at a service with this Create Body. */
function created(createBody: unknown, values: WrittenFields, custom?: IDataObject): unknown {
	const listResponse = [{ id: '{id}', amount: '{amount}' }];
	return mapperOf({ createBody, listQuery: query, listResponse }).toCreate(values, custom).body;
}

describe('the body of a create', () => {
	it('is the example with values in its blanks', () => {
		const data = {
			type: 'charges',
			price: { value: '12.50', currency: 'EUR' },
			day: '21/11/2026',
			text: 'Late checkout',
			ledger: { code: '4400', to: 'GUEST' },
			booking: { data: { type: 'reservations', id: 'R-1' } },
		};
		expect(inWrapper.toCreate(fields).body).toEqual({ ...wrapped, data });
	});

	it('leaves out what has no value, and objects and lists of which nothing has one, with their constants', () => {
		const createBody = withAmount({
			ledger: { code: '{accountCode}', kind: 'sales' },
			rows: [
				{ n: 'Text', v: '{description}' },
				{ n: 'To', v: '{destinationAccount}' },
				{ n: 'Source', v: 'n8n' },
			],
			tags: ['{date}', 'n8n'],
			note: '{description} ({accountCode})',
			constant: { a: [] },
		});
		expect(created(createBody, { ...least, destinationAccount: 'G' })).toEqual({
			...least,
			rows: [
				{ n: 'To', v: 'G' },
				{ n: 'Source', v: 'n8n' },
			],
			constant: { a: [] },
		});
		expect(created(createBody, { ...least, description: 'Spa' })).toMatchObject({
			note: 'Spa ()',
		});
	});

	it('keeps names as they are, be they what objects have of their own', () => {
		const createBody = '{ "a.b": "{amount}", "__proto__": { "x": "{date}" } }';
		const body = created(createBody, { amount: 1, date: '2026-11-21' });
		expect(JSON.stringify(body)).toBe('{"a.b":1,"__proto__":{"x":"2026-11-21"}}');
	});

	it('leaves out date and description for want of a place, and says so; others are refused', () => {
		const mapper = mapperOf({ createBody: withAmount({ accountCode: '{accountCode}' }) });
		const { destinationAccount, ...others } = fields;
		expect(mapper.toCreate(others).leftOut).toEqual(['Date', 'Description']);
		expect(mapper.toCreate(others).body).toEqual({
			reservationId: 'R-1',
			amount: 12.5,
			accountCode: '4400',
		});
		expect(() => mapper.toCreate({ ...others, destinationAccount }).body).toThrow(
			`'Destination Account' is filled in, but 'Create Body' in the Reservation Service credential has no {destinationAccount}`,
		);
		expect(mapperOf().toCreate(fields).leftOut).toEqual([]);
		expect(() => created({ a: '{amount}' }, least)).toThrow('no {reservationId}');
	});
});

describe('Custom Fields', () => {
	it('are merged in object by object, above the constants of an example', () => {
		const custom = { data: { price: { tax: 7 }, extra: [1] }, priority: 2, source: null };
		expect(inWrapper.toCreate(fields, custom).body).toMatchObject({
			data: { type: 'charges', price: { value: '12.50', currency: 'EUR', tax: 7 }, extra: [1] },
			priority: 2,
			source: null,
		});
		expect(inWrapper.toUpdate({ amount: 3 }, { data: { extra: 1 } }).body).toEqual({
			data: { type: 'charges', price: { value: '3.00', currency: 'EUR' }, extra: 1 },
		});
	});

	it('clear a field that is not filled in, or is sent along with an update', () => {
		expect(mapperOf().toCreate(least, { description: '' }).body).toEqual({
			...least,
			description: '',
		});
		const { toUpdate } = mapperOf({ updateBody: { t: '{description!}', a: '{amount}' } });
		const present = { item: { description: 'Spa' } };
		expect(toUpdate({ amount: 3 }, { t: null }, present).body).toEqual({ t: null, a: 3 });
	});

	it.each([
		[{ data: { price: { value: 1 } } }, 'data.price.value'],
		[{ data: { price: 12 } }, 'data.price'],
		[{ data: { price: undefined } }, 'data.price'],
	])('are refused where they contradict a field: %j', (custom, place) => {
		expect(() => inWrapper.toCreate(fields, custom).body).toThrow(
			`'Custom Fields' sets '${place}'`,
		);
	});

	it('cannot be added to a list, nor take the place of one with a field in it', () => {
		expect(() => created([{ a: '{amount}' }], { amount: 1 }, { b: 2 })).toThrow(
			`'Custom Fields' cannot be added`,
		);
		const lines = { lines: [{ a: '{amount}' }] };
		for (const custom of [{ lines: [] }, { lines: [{ b: 2 }] }]) {
			expect(() => created(lines, { amount: 1 }, custom)).toThrow(`'Custom Fields' sets 'lines'`);
		}
		expect(() => created(lines, { amount: 1 }, { lines: { b: 2 } })).toThrow(`sets 'lines'`);
	});

	it.each<[IDataObject, IDataObject, boolean]>([
		[{ b: { y: 1, x: [{ d: 1, c: 2 }] } }, { b: { x: [{ c: 2, d: 1 }], y: 1 } }, true],
		// Without the wrapper of Create Body.
		[{ data: { color: 'red', size: 1 } }, { color: 'red' }, false],
		[{ data: { color: 'red', size: 1 } }, { color: 'red', size: 1 }, true],
		[{ data: { note: null } }, { note: 'old' }, false],
		[{ data: { note: null } }, { data: { note: 'old' } }, false],
		// No wrapper: what has the same name elsewhere is something else.
		[{ tax: { amount: 5 } }, { amount: 5 }, false],
		[{ tax: { note: null } }, { note: 'old' }, true],
	])('%j are shown by the item %j: %s', (custom, item, isShown) => {
		expect(inWrapper.showsCustom(custom, item)).toBe(isShown);
	});
});

it('finds custom fields within what stands around all of an item', () => {
	const node = { id: '{id}', amount: '{amount}', text: '{description}' };
	const mapper = mapperOf({ listResponse: { edges: [{ node }] } });
	expect(mapper.showsCustom({ note: 'x' }, { node: { id: 1, note: 'x' } })).toBe(true);
	expect(mapper.showsCustom({ note: '' }, { node: { id: 1, note: 'x' } })).toBe(false);
	expect(mapper.showsCustom({ note: 'x' }, { node: { id: 1 }, other: { note: 'x' } })).toBe(false);
});

describe('the body of an update', () => {
	it('follows from Create Body, without the reservation and what has no blank at the root', () => {
		expect(inWrapper.toUpdate({ amount: 3, accountCode: '1' }).body).toEqual({
			data: {
				type: 'charges',
				price: { value: '3.00', currency: 'EUR' },
				ledger: { code: '1' },
			},
		});
		expect(mapperOf().toUpdate({ description: 'Spa' }).body).toEqual({ description: 'Spa' });
		const createBody = [{ r: '{reservationId}', a: '{amount}', c: 1 }];
		const inList = mapperOf({ createBody, listQuery: query });
		expect(inList.toUpdate({ amount: 3 }).body).toEqual([{ a: 3, c: 1 }]);
	});

	it('has only the fields that change, and always the constants at its root', () => {
		const constants = { kind: 'change', opts: { silent: true } };
		const [a, t] = [
			{ v: '{amount}', c: 'EUR' },
			{ v: '{description}', l: 'en' },
		];
		const { toUpdate } = mapperOf({ updateBody: { ...constants, a, t } });
		expect(toUpdate({ amount: 3 }).body).toEqual({ ...constants, a: { v: 3, c: 'EUR' } });
		expect(toUpdate({}, { x: 1 }).body).toEqual({ ...constants, x: 1 });
	});

	it.each([
		[{ updateBody: { a: '{amount}' } }, 'Update Body'],
		[{ createBody: withAmount() }, 'Create Body'],
	])('refuses a changed field without a place: %j', (settings, label) => {
		expect(() => mapperOf(settings).toUpdate({ date: '2026-11-21' }).body).toThrow(
			`'Date' is filled in, but '${label}' in the Reservation Service credential has no {date}`,
		);
	});

	it('always sends what has an exclamation mark: the new value or the present one', () => {
		const mapper = mapperOf({
			updateBody: {
				r: '{reservationId!}',
				a: '{amount! as minorUnits}',
				d: '{date!}',
				t: '{description}',
				c: '{accountCode!}',
			},
		});
		const item = { amount: 12.5, date: '2026-11-21', description: 'Spa', accountCode: null };
		const present = { item, reservationId: 'R-1' };
		expect(mapper.needsPresent({ description: 'X' })).toBe(true);
		expect(mapper.toUpdate({ description: 'X' }, {}, present).body).toEqual({
			...{ r: 'R-1', a: 1250, d: '2026-11-21', t: 'X' },
		});
		expect(mapper.toUpdate({ amount: 3, date: '2026-12-01' }, {}, present).body).toEqual({
			...{ r: 'R-1', a: 300, d: '2026-12-01' },
		});
		expect(mapper.toUpdate({ description: 'X' }).body).toEqual({ t: 'X' });
		expect(mapperOf().needsPresent({ amount: 3, date: '2026-12-01' })).toBe(false);
	});

	it.each([
		[{ accountCode: '' }, {}, ['accountCode']],
		[
			{ charge: { price: null } },
			{ createBody: { r: '{reservationId}', charge: { price: '{amount}' } } },
			['amount'],
		],
		[
			{ charge: null },
			{ createBody: { r: '{reservationId}', charge: { price: '{amount}' } } },
			['amount'],
		],
		[{ code: 'A' }, { updateBody: { code: '{accountCode}' } }, ['accountCode']],
		[{ vat: 19 }, {}, []],
	])('knows the fields that %j sets', (custom, settings, fields) => {
		const listResponse = {
			items: [{ id: '{id}', amount: '{amount}', accountCode: '{accountCode}' }],
		};
		const mapper = mapperOf({ ...settings, listResponse });
		expect([...mapper.fieldsSetBy(custom)]).toEqual(fields);
	});

	it.each([
		['in its place', { ext: 'a' }, { ext: 'a' }],
		[
			'at the end of the description, from before there was a place',
			{ text: 'Spa [ref:a]' },
			{ ext: 'a' },
		],
		['nowhere', {}, {}],
	])('always sends a reference with an exclamation mark: %s', (_, held, sent) => {
		const placed = {
			r: '{reservationId}',
			a: '{amount}',
			text: '{description}',
			ext: '{reference}',
		};
		const mapper = mapperOf({
			createBody: placed,
			updateBody: { a: '{amount}', ext: '{reference!}' },
		});
		const item = { id: 1, a: 5, text: 'Spa', ...held };
		expect(mapper.needsPresent({ amount: 3 })).toBe(true);
		expect(mapper.toUpdate({ amount: 3 }, {}, { item }).body).toEqual({ a: 3, ...sent });
	});

	it('sends along what stands in one text with a field that changes', () => {
		const mapper = mapperOf({ updateBody: { t: '{description} ({accountCode})', a: '{amount}' } });
		const item = { description: 'Spa', accountCode: 4400 };
		expect(mapper.needsPresent({ amount: 3 })).toBe(false);
		expect(mapper.needsPresent({ description: 'X' })).toBe(true);
		expect(mapper.toUpdate({ description: 'X' }, {}, { item }).body).toEqual({ t: 'X (4400)' });
		expect(mapper.toUpdate({ amount: 3 }, {}, { item }).body).toEqual({ a: 3 });
	});

	it('sends a text back without the HTML escapes that the service shows in it', () => {
		const updateBody = { a: '{amount}', t: '{description}', c: '{accountCode!}' };
		const { toUpdateAll } = mapperOf({ updateBody });
		const present = { item: { description: 'Bed &amp; Tea [ref:a]', accountCode: 'F&amp;B' } };
		expect(toUpdateAll({ amount: 3, reference: 'a' }, {}, present).body).toEqual({
			...{ a: 3, t: 'Bed & Tea [ref:a]', c: 'F&B' },
		});
	});

	it.each([{}, { date: 'soon' }])('refuses to send along what %j does not show', (item) => {
		const { toUpdate } = mapperOf({ updateBody: { d: '{date!}', a: '{amount}' } });
		expect(() => toUpdate({ amount: 3 }, {}, { item }).body).toThrow(
			/^'Update Body' in the Reservation Service credential sends \{date\} along, .*Fill in 'Date' as well/,
		);
	});
});

describe('a list query', () => {
	it('takes the name of the reservation from the root of Create Body', () => {
		const createBody = { booking_id: '{reservationId as number}', a: '{amount}', kind: 'x' };
		expect(mapperOf({ createBody }).listQuery('12')).toEqual({ booking_id: '12' });
		expect(() => mapperOf({ createBody }).listQuery('012')).toThrow(`'Reservation ID' is '012'`);
	});

	it('is sent as text, with paging as its blanks say', () => {
		const pages = { p: '{page}', z: '{page from 0}', o: '{offset}', c: '{cursor}', l: '{lastId}' };
		const listQuery = { f: 'b$eq:{reservationId}', n: 50, all: true, ...pages };
		const listResponse = { data: [{ id: '{id}', amount: '{amount}' }], next: '{cursor}' };
		const mapper = mapperOf({ listQuery, listResponse });
		const constant = { f: 'b$eq:R-1', n: '50', all: 'true' };
		expect(mapper.listQuery('R-1')).toEqual({ ...constant, p: '1', z: '0', o: '0' });
		expect(
			mapper.listQuery('R-1', { page: 3, offset: 100, cursor: 'abc', lastId: 'si-9' }),
		).toEqual({ ...constant, p: '3', z: '2', o: '100', c: 'abc', l: 'si-9' });
		expect(mapper.paging).toEqual(new Set(['page', 'offset', 'cursor', 'lastId']));
	});

	it.each([
		["id eq '{reservationId}'", "x' or '1' eq '1"],
		['id:"{reservationId}"', 'x" OR id:"y'],
		["id eq '{reservationId}'", 'x\\'],
	])('refuses a reservation that would widen the filter %s', (filter, reservationId) => {
		const mapper = mapperOf({ listQuery: { filter } });
		// The trigger's field has another name than the node's.
		const words = `The reservation ID ${JSON.stringify(reservationId)} has a quote or backslash`;
		expect(() => mapper.listQuery(reservationId)).toThrow(words);
		expect(mapper.listQuery('R-1').filter).toContain('R-1');
		expect(mapperOf().listQuery(reservationId)).toEqual({ reservationId });
	});
});

it('headers carry what the credential says, as text, and a key for creates only', () => {
	const constant = { 'X-A': 'b', 'X-N': 2, 'X-T': true };
	const sent = { 'X-A': 'b', 'X-N': '2', 'X-T': 'true' };
	const mapper = mapperOf({ requestHeaders: { ...constant, 'X-Key': 'n8n-{idempotencyKey}' } });
	expect(mapper.takesIdempotencyKey).toBe(true);
	expect(mapper.headers('k-1')).toEqual({ ...sent, 'X-Key': 'n8n-k-1' });
	expect(mapper.headers()).toEqual(sent);
	expect(mapperOf({ requestHeaders: constant }).takesIdempotencyKey).toBe(false);
});
