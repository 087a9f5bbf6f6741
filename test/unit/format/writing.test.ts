import { mapperOf, charge, withAmount } from '../support/mapper';
import { thrownBy } from '../support/thrown';

const query = { r: '{reservationId}' };
const fields = { reservationId: 'R-1', ...charge };
const wrapped = {
	data: {
		type: 'charges',
		attributes: {
			price: { value: '{amount as text}', currency: 'EUR' },
			day: '{date as dd/MM/yyyy}',
			text: '{description}',
			ledger: { code: '{accountCode}', to: '{destinationAccount}' },
		},
		booking: { data: { type: 'reservations', id: '{reservationId}' } },
	},
	source: 'n8n',
	meta: { via: ['api', 1] },
};

describe('the body of a create', () => {
	it('has the names of the default where nothing else is said', () => {
		expect(mapperOf().createBody(fields)).toEqual(fields);
	});

	it('is the example with values in its blanks', () => {
		expect(mapperOf({ createBody: wrapped, listQuery: query }).createBody(fields)).toEqual({
			data: {
				type: 'charges',
				attributes: {
					price: { value: '12.50', currency: 'EUR' },
					day: '21/11/2026',
					text: 'Late checkout',
					ledger: { code: '4400', to: 'GUEST' },
				},
				booking: { data: { type: 'reservations', id: 'R-1' } },
			},
			source: 'n8n',
			meta: { via: ['api', 1] },
		});
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
		const { createBody: create } = mapperOf({ createBody, listResponse: [withId] });
		expect(create({ reservationId: 'R-1', amount: 1, destinationAccount: 'G' })).toEqual({
			reservationId: 'R-1',
			amount: 1,
			rows: [
				{ n: 'To', v: 'G' },
				{ n: 'Source', v: 'n8n' },
			],
			constant: { a: [] },
		});
		expect(create({ reservationId: 'R-1', amount: 1, description: 'Spa' })).toMatchObject({
			note: 'Spa ()',
		});
	});

	it('may be a list, or have one', () => {
		const listQuery = query;
		expect(
			mapperOf({ createBody: [{ a: '{amount}', c: 'EUR' }], listQuery }).createBody({ amount: 1 }),
		).toEqual([{ a: 1, c: 'EUR' }]);
		expect(
			mapperOf({ createBody: { lines: [['{amount}']] }, listQuery }).createBody({ amount: 1 }),
		).toEqual({ lines: [[1]] });
	});

	it('keeps names as they are, be they what objects have of their own', () => {
		const createBody =
			'{ "reservationId": "{reservationId}", "a.b": "{amount}", "__proto__": { "x": "{date}" } }';
		const body = mapperOf({ createBody }).createBody({
			reservationId: 'R',
			amount: 1,
			date: '2026-11-21',
		});
		expect(JSON.stringify(body)).toBe(
			'{"reservationId":"R","a.b":1,"__proto__":{"x":"2026-11-21"}}',
		);
	});

	it('leaves out date and description for want of a place, and says so; others are refused', () => {
		const mapper = mapperOf({ createBody: withAmount({ accountCode: '{accountCode}' }) });
		const { destinationAccount, ...others } = fields;
		expect(mapper.leftOut(others)).toEqual(['Date', 'Description']);
		expect(mapper.createBody(others)).toEqual({
			reservationId: 'R-1',
			amount: 12.5,
			accountCode: '4400',
		});
		expect(() => mapper.createBody({ ...others, destinationAccount })).toThrow(
			`'Destination Account' is filled in, but 'Create Body' in the Reservation Service credential has no {destinationAccount}`,
		);
		expect(mapperOf().leftOut(fields)).toEqual([]);
	});

	it('refuses a reservation that has no place', () => {
		const mapper = mapperOf({ createBody: { a: '{amount}' }, listQuery: query });
		expect(() => mapper.createBody({ reservationId: 'R', amount: 1 })).toThrow(
			'no {reservationId}',
		);
	});
});

const withId = { id: '{id}', amount: '{amount}', description: '{description}' };

describe('Custom Fields', () => {
	const mapper = mapperOf({ createBody: wrapped, listQuery: query });

	it('are merged in object by object', () => {
		const custom = {
			data: { attributes: { price: { tax: 7 }, extra: [1] } },
			priority: 2,
			text: null,
		};
		expect(mapper.createBody(fields, custom)).toMatchObject({
			data: {
				type: 'charges',
				attributes: { price: { value: '12.50', currency: 'EUR', tax: 7 }, extra: [1] },
			},
			source: 'n8n',
			priority: 2,
			text: null,
		});
		expect(mapper.updateBody({ amount: 3 }, { data: { attributes: { extra: 1 } } })).toEqual({
			data: {
				type: 'charges',
				attributes: { price: { value: '3.00', currency: 'EUR' }, extra: 1 },
			},
		});
	});

	it('stand above the constants of an example', () => {
		expect(mapper.createBody(fields, { source: 'me' })).toMatchObject({ source: 'me' });
	});

	it('clear what is sent along with an update', () => {
		const updateBody = { t: '{description!}', a: '{amount}' };
		const { updateBody: update } = mapperOf({ updateBody });
		const present = { item: { description: 'Spa' } };
		expect(update({ amount: 3 }, { t: null }, present)).toEqual({ t: null, a: 3 });
	});

	it('clear a field that is not filled in', () => {
		expect(
			mapperOf().createBody({ reservationId: 'R', amount: 1 }, { description: '' }),
		).toMatchObject({ description: '' });
	});

	it.each([
		[{ data: { attributes: { price: { value: 1 } } } }, 'data.attributes.price.value'],
		[{ data: { attributes: { price: 12 } } }, 'data.attributes.price'],
		[{ data: null }, 'data'],
	])('are refused where they contradict a field: %j', (custom, place) => {
		expect(() => mapper.createBody(fields, custom)).toThrow(`'Custom Fields' sets '${place}'`);
	});

	it('cannot be added to a list', () => {
		const list = mapperOf({ createBody: [{ a: '{amount}' }], listQuery: query });
		expect(() => list.createBody({ amount: 1 }, { b: 2 })).toThrow(
			`'Custom Fields' cannot be added`,
		);
	});

	it('differ from an item where it shows something else, also without the wrapper of Create Body', () => {
		const custom = { data: { attributes: { color: 'red', size: { a: 1, b: [2] } } }, gone: null };
		const item = { attributes: { color: 'red', size: { b: [2] } } };
		expect(mapper.customChanges(custom, item)).toEqual({
			data: { attributes: { size: { a: 1 } } },
		});
		expect(
			mapper.customChanges(
				{ b: { y: 1, x: [{ d: 1, c: 2 }] } },
				{ b: { x: [{ c: 2, d: 1 }], y: 1 } },
			),
		).toEqual({});
	});
});

describe('the body of an update', () => {
	it('follows from Create Body, without the reservation and what has no blank at the root', () => {
		const mapper = mapperOf({ createBody: wrapped, listQuery: query });
		expect(mapper.updateBody({ amount: 3, accountCode: '1' })).toEqual({
			data: {
				type: 'charges',
				attributes: { price: { value: '3.00', currency: 'EUR' }, ledger: { code: '1' } },
			},
		});
		expect(mapperOf().updateBody({ description: 'Spa' })).toEqual({ description: 'Spa' });
		const inList = mapperOf({
			createBody: [{ r: '{reservationId}', a: '{amount}', c: 1 }],
			listQuery: query,
		});
		expect(inList.updateBody({ amount: 3 })).toEqual([{ a: 3, c: 1 }]);
	});

	it('has only the fields that change, and always the constants at its root', () => {
		const updateBody = {
			kind: 'change',
			opts: { silent: true },
			a: { v: '{amount}', c: 'EUR' },
			t: { v: '{description}', l: 'en' },
		};
		const mapper = mapperOf({ updateBody });
		expect(mapper.updateBody({ amount: 3 })).toEqual({
			kind: 'change',
			opts: { silent: true },
			a: { v: 3, c: 'EUR' },
		});
		expect(mapper.updateBody({}, { x: 1 })).toEqual({
			kind: 'change',
			opts: { silent: true },
			x: 1,
		});
	});

	it('can be a list of steps, each with its own field', () => {
		const step = (path: string, value: string): object => ({ op: 'replace', path, value });
		const updateBody = [step('/amount', '{amount}'), step('/name', '{description}')];
		expect(mapperOf({ updateBody }).updateBody({ description: 'Spa' })).toEqual([
			step('/name', 'Spa'),
		]);
	});

	it('refuses a changed field without a place', () => {
		expect(() =>
			mapperOf({ updateBody: { a: '{amount}' } }).updateBody({ date: '2026-11-21' }),
		).toThrow(
			`'Date' is filled in, but 'Update Body' in the Reservation Service credential has no {date}`,
		);
		expect(() => mapperOf({ createBody: withAmount() }).updateBody({ date: '2026-11-21' })).toThrow(
			`'Create Body'`,
		);
	});

	it('always sends what has an exclamation mark: the new value or the present one', () => {
		const updateBody = {
			r: '{reservationId!}',
			a: '{amount! as minorUnits}',
			d: '{date!}',
			t: '{description}',
			c: '{accountCode!}',
		};
		const mapper = mapperOf({ updateBody });
		const item = { amount: 12.5, date: '2026-11-21', description: 'Spa', accountCode: null };
		expect(mapper.needsPresent({ description: 'X' })).toBe(true);
		expect(mapper.updateBody({ description: 'X' }, {}, { item, reservationId: 'R-1' })).toEqual({
			r: 'R-1',
			a: 1250,
			d: '2026-11-21',
			t: 'X',
		});
		expect(
			mapper.updateBody({ amount: 3, date: '2026-12-01' }, {}, { item, reservationId: 'R-1' }),
		).toEqual({
			r: 'R-1',
			a: 300,
			d: '2026-12-01',
		});
		expect(mapper.updateBody({ description: 'X' })).toEqual({ t: 'X' });
		expect(mapperOf().needsPresent(charge)).toBe(false);
	});

	it('sends along what stands in one text with a field that changes', () => {
		const mapper = mapperOf({ updateBody: { t: '{description} ({accountCode})', a: '{amount}' } });
		const item = { description: 'Spa', accountCode: 4400 };
		expect(mapper.needsPresent({ amount: 3 })).toBe(false);
		expect(mapper.needsPresent({ description: 'X' })).toBe(true);
		expect(mapper.updateBody({ description: 'X' }, {}, { item })).toEqual({ t: 'X (4400)' });
		expect(mapper.updateBody({ amount: 3 }, {}, { item })).toEqual({ a: 3 });
	});

	it.each([
		[{}, '{date}'],
		[{ date: 'soon' }, '{date}'],
	])('refuses to send along what %j does not show', (item, blank) => {
		const mapper = mapperOf({ updateBody: { d: '{date!}', a: '{amount}' } });
		const error = thrownBy(() => mapper.updateBody({ amount: 3 }, {}, { item }));
		expect(error.message).toContain(
			`'Update Body' in the Reservation Service credential sends ${blank} along`,
		);
		expect(error.message).toContain(`Fill in 'Date' as well`);
	});
});

describe('a list query', () => {
	it('takes the name of the reservation from the root of Create Body', () => {
		const createBody = { booking_id: '{reservationId as number}', a: '{amount}', kind: 'x' };
		expect(mapperOf({ createBody }).listQuery('12')).toEqual({ booking_id: '12' });
		expect(() => mapperOf({ createBody }).listQuery('012')).toThrow(`'Reservation ID' is '012'`);
	});

	it('is sent as text, with paging as its blanks say', () => {
		const listQuery = {
			f: 'b$eq:{reservationId}',
			n: 50,
			all: true,
			p: '{page}',
			z: '{page from 0}',
			o: '{offset}',
			c: '{cursor}',
			l: '{lastId}',
		};
		const listResponse = { data: [withId], next: '{cursor}' };
		const mapper = mapperOf({ listQuery, listResponse });
		const constant = { f: 'b$eq:R-1', n: '50', all: 'true' };
		expect(mapper.listQuery('R-1')).toEqual({ ...constant, p: '1', z: '0', o: '0' });
		expect(
			mapper.listQuery('R-1', { page: 3, offset: 100, cursor: 'abc', lastId: 'si-9' }),
		).toEqual({
			...constant,
			...{ p: '3', z: '2', o: '100', c: 'abc', l: 'si-9' },
		});
		expect(mapper.paging).toEqual(new Set(['page', 'offset', 'cursor', 'lastId']));
	});

	it.each([
		["id eq '{reservationId}'", "x' or '1' eq '1"],
		['id:"{reservationId}"', 'x" OR id:"y'],
		["id eq '{reservationId}'", 'x\\'],
	])('refuses a reservation that would widen the filter %s', (filter, reservationId) => {
		const mapper = mapperOf({ listQuery: { filter } });
		expect(() => mapper.listQuery(reservationId)).toThrow(`'Reservation ID' is `);
		expect(mapper.listQuery('R-1').filter).toContain('R-1');
	});

	it('lets any reservation pass where there are no quotes', () => {
		expect(mapperOf().listQuery(`O'Neill "x"`)).toEqual({ reservationId: `O'Neill "x"` });
	});
});

describe('headers', () => {
	it('carry what the credential says, as text', () => {
		const mapper = mapperOf({ requestHeaders: { 'X-A': 'b', 'X-N': 2, 'X-T': true } });
		expect(mapper.headers()).toEqual({ 'X-A': 'b', 'X-N': '2', 'X-T': 'true' });
		expect(mapper.takesIdempotencyKey).toBe(false);
	});

	it('carry a key for creates only', () => {
		const mapper = mapperOf({
			requestHeaders: { 'Idempotency-Key': 'n8n-{idempotencyKey}', 'X-A': 'b' },
		});
		expect(mapper.takesIdempotencyKey).toBe(true);
		expect(mapper.headers('k-1')).toEqual({ 'Idempotency-Key': 'n8n-k-1', 'X-A': 'b' });
		expect(mapper.headers()).toEqual({ 'X-A': 'b' });
	});
});
