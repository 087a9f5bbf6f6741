import type { AnsweredItem, Answer } from '../../../nodes/shared/format/items';
import { mapperOf } from '../support/mapper';

const shown = { uid: '{id}', price: '{amount}', day: '{date}', note: '{description}' };
const own = mapperOf({ listResponse: { data: [shown] } });
const usual = mapperOf();

/** What is read of an answer with this body. */
const read = (
	mapper: typeof own,
	body: unknown,
	known?: Partial<AnsweredItem>,
	more: Partial<Answer> = {},
): AnsweredItem => mapper.readAnswer({ status: 200, headers: {}, body, ...more }, known);
const spa = { uid: 7, price: 12, day: '2026-11-21', note: 'Spa' };

describe('the service item in a single answer', () => {
	it.each<[string, unknown]>([
		['itself', spa],
		['wrapped', { data: spa }],
		['in a list of one', [spa]],
		['deep', { response: { status: 'ok', payload: { items: [spa] } } }],
		['beside others', { request: { price: 12 }, guest: { uid: 3 }, charge: spa }],
		['within what looks a bit like it', { uid: 'req-1', charge: spa }],
	])('is the object with most blanks: %s', (_what, body) => {
		expect(read(own, body)).toEqual({ id: '7', item: spa });
	});

	it('is the outermost of equals, and the first', () => {
		const inner = { ...spa, uid: 8 };
		expect(read(own, { ...spa, previous: inner }).id).toBe('7');
		expect(read(own, { charges: [inner, spa] }).id).toBe('8');
	});

	it('is the one with the ID asked for', () => {
		const little = { uid: 9, note: '' };
		expect(read(own, { charges: [spa, little] }, { id: '9' })).toEqual({ id: '9', item: little });
		expect(read(usual, { items: [{ id: 1, amount: 5 }, { Id: 2 }] }, { id: '2' }).item).toEqual({
			Id: 2,
		});
		expect(read(usual, { id: 2, charge: { id: 2, amount: 5 } }, { id: '2' }).item).toEqual({
			id: 2,
			amount: 5,
		});
		expect(read(own, spa, { id: '9' })).toEqual({ id: '9', item: spa });
	});

	it('is never what is told about something else', () => {
		const body = { errors: [{ description: 'x', amount: 3 }], charge: { id: 5, amount: 1 } };
		expect(read(usual, body).id).toBe('5');
	});
});

describe('a single answer of a service whose lists wrap each item', () => {
	const edges = mapperOf({ listResponse: { edges: [{ cursor: 'c', node: shown }] } });
	const none = { uid: 9, price: 1, day: '2026-11-22', note: 'Tea' };

	it.each<[string, unknown, unknown]>([
		['bare', spa, spa],
		['in another wrapper', { data: { charge: spa } }, spa],
		['in the same', { data: { node: spa } }, { node: spa }],
		['in a list of several', { edges: [{ node: none }, { node: spa }] }, { node: spa }],
	])('is read by its inner object: %s', (_what, body, found) => {
		const { id, item } = read(edges, body, { id: '7' });
		expect({ id, item }).toEqual({ id: '7', item: found });
		expect(edges.read(item)).toMatchObject({
			id: '7',
			fields: { amount: 12, date: '2026-11-21', description: 'Spa' },
		});
		expect(edges.simplify(item)).toMatchObject({ id: '7', amount: 12 });
		expect(edges.holdsItem(body)).toBe(true);
	});

	it('has its marks and its places in either', () => {
		expect(edges.isWithdrawn({ ...spa, status: 'void' })).toBe(true);
		expect(edges.isWithdrawn({ node: { ...spa, status: 'void' } })).toBe(true);
		expect(edges.hasPlaceAt(['data', 'note'])).toBe(true);
		expect(edges.updateBody({ amount: 5 }, {}, { item: spa })).toEqual({ amount: 5 });
	});

	it('is no wrapper where the ID stands beside it', () => {
		const beside = mapperOf({ listResponse: [{ id: '{id}', price: { value: '{amount}' } }] });
		expect(beside.read({ id: 7, value: 5 }).fields).toEqual({});
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
		expect(usual.read({ orderId: 5 }).id).toBeUndefined();
	});

	it.each<[string, unknown, Partial<Answer>, string | undefined]>([
		['its only property that ends in Id', { result: { orderId: 48 } }, {}, '48'],
		['with an underscore', { order_id: 'o-1', status: 'ok' }, {}, 'o-1'],
		['of two, none', { orderId: 48, customerId: 3 }, {}, undefined],
		['none that only ends so by chance', { paid: 48, valid: 1 }, {}, undefined],
		['a bare number', 48213, {}, '48213'],
		['a bare text', 'b3f1-22', {}, 'b3f1-22'],
		['no word', 'created', {}, undefined],
		['no status', 200, {}, undefined],
		['a yes', 1, {}, undefined],
		[
			'the end of the Location header',
			undefined,
			{ headers: { location: '/v1/services/si%201' } },
			'si 1',
		],
		[
			'with an address',
			'',
			{ status: 201, headers: { location: 'https://h/services/77/?a=b' } },
			'77',
		],
		[
			'not that of a task',
			undefined,
			{ status: 202, headers: { location: '/tasks/5' } },
			undefined,
		],
		['nothing', undefined, {}, undefined],
	])('is, of an answer in which nothing fits, %s', (_what, body, more, id) => {
		expect(read(usual, body, {}, more).id).toBe(id);
		expect(read(own, body, {}, more).id).toBe(id);
	});
});

describe('a service that answers with nothing', () => {
	const fields = { reservationId: 'R-1', amount: 12, description: 'Spa', reference: 'o-1' };

	it('gives what was sent, under the names of List Response, with the ID', () => {
		const sent = own.asCreated(fields, { tax: 7 });
		expect(sent).toEqual({ price: 12, note: 'Spa [ref:o-1]', tax: 7 });
		expect(read(own, undefined, { item: sent }, { headers: { location: '/services/9' } })).toEqual({
			id: '9',
			isGuessed: false,
			item: { price: 12, note: 'Spa [ref:o-1]', tax: 7, uid: '9' },
		});
		expect(own.read(read(own, '', { id: '9', item: sent }).item)).toMatchObject({
			id: '9',
			reference: 'o-1',
		});
	});

	it('gives the fields of Create Body where List Response is blank', () => {
		const sent = usual.asCreated(fields);
		expect(sent).toEqual({ reservationId: 'R-1', amount: 12, description: 'Spa [ref:o-1]' });
		expect(read(usual, { orderId: 5 }, { item: sent }).item).toEqual({ id: '5', ...sent });
	});

	it('gives the changes of an update; a description that is not among them stays', () => {
		expect(usual.asUpdated({ amount: 3, reference: 'o-1' })).toEqual({ amount: 3 });
		expect(usual.asUpdated({ description: 'X', reference: 'o-1' })).toEqual({
			description: 'X [ref:o-1]',
		});
	});

	it('gives the answer as it is where nothing was sent', () => {
		expect(read(own, { ok: true }, { id: '9' }).item).toEqual({ ok: true, uid: '9' });
		expect(read(own, undefined)).toEqual({ id: undefined, isGuessed: false, item: {} });
	});
});

describe('whether an answer holds a service item', () => {
	it.each<[unknown, boolean]>([
		[spa, true],
		[{ data: { id: 3 } }, true],
		[{ response: { price: 0 } }, true],
		[{ charges: [spa] }, true],
		[{ note: 'wrong date', status: 'failed' }, false],
		[{ error: { id: 'e-1', price: 12 } }, false],
		[
			{
				requestInfo: { uid: 'r' },
				reservation: { uid: 3 },
				meta: { id: 'm' },
				details: [{ id: 1 }],
			},
			false,
		],
		[{ price: null, uid: '' }, false],
		[undefined, false],
		['48213', false],
	])('%j: %s', (body, isThere) => {
		expect(own.holdsItem(body)).toBe(isThere);
	});
});
