import type { IDataObject } from 'n8n-workflow';

import * as bodies from '../../../nodes/shared/format/bodies';
import { readCharge } from '../../../nodes/shared/format/charges';
import type { Settings } from '../support/format';
import { charge, formatWith, withAmount } from '../support/format';

const { createBodyOf, updateBodyOf } = bodies;
const listQuery = { r: '{reservationId}' };
const listResponse = [{ id: '{id}', amount: '{amount}' }];
const fields = { reservationId: 'R-1', ...charge };
const wrapped = {
	data: {
		type: 'charges',
		price: { value: '{amount as text}', currency: 'EUR' },
		text: '{description}',
		booking: { data: { type: 'reservations', id: '{reservationId}' } },
	},
	ledger: { code: '{accountCode}', to: '{destinationAccount}' },
	day: '{date as dd/MM/yyyy}',
	source: 'n8n',
	meta: { via: ['api', 1] },
};
const inWrapper = formatWith({ createBody: wrapped, listQuery });

describe('the body of a create', () => {
	it('is the example with values in its places', () => {
		expect(createBodyOf(inWrapper, fields).body).toEqual({
			...wrapped,
			data: {
				type: 'charges',
				price: { value: '12.50', currency: 'EUR' },
				text: 'Late checkout',
				booking: { data: { type: 'reservations', id: 'R-1' } },
			},
			ledger: { code: '4400', to: 'GUEST' },
			day: '21/11/2026',
		});
	});

	it('leaves out what has no value, and objects and lists of which nothing has one', () => {
		const ledger = { code: '{accountCode}', kind: 'sales' };
		const rows = [{ v: '{description}' }, { v: 'n8n' }];
		const createBody = withAmount({ ledger, rows, constant: { a: [] } });
		const format = formatWith({ createBody, listResponse });
		const body = { reservationId: 'R', amount: 1, constant: { a: [] } };
		expect(createBodyOf(format, { reservationId: 'R', amount: 1 }).body).toEqual(body);
	});

	it('leaves out date and description for want of a place, and says so; others are refused', () => {
		const format = formatWith({ createBody: withAmount({ accountCode: '{accountCode}' }) });
		const { destinationAccount, ...others } = fields;
		expect(createBodyOf(format, others)).toEqual({
			body: { reservationId: 'R-1', amount: 12.5, accountCode: '4400' },
			leftOut: ['Date', 'Description'],
		});
		expect(() => createBodyOf(format, { ...others, destinationAccount })).toThrow(
			`'Create Body' in the Reservation Service credential has no {destinationAccount}, but 'Destination Account' is filled in`,
		);
	});
});

describe('the body of an update', () => {
	it('has the fields that are given, without the reservation and constants at the root', () => {
		expect(updateBodyOf(inWrapper, { amount: 3, reservationId: 'R-1' })).toEqual({
			data: { type: 'charges', price: { value: '3.00', currency: 'EUR' } },
		});
	});

	it('is a list where that of a create is one', () => {
		const format = formatWith({ createBody: [{ a: '{amount}', kind: 'x' }], listQuery });
		expect(updateBodyOf(format, { amount: 3 })).toEqual([{ a: 3, kind: 'x' }]);
	});

	it('keeps the mark of a charge whose reference has a place of its own, but an empty one', () => {
		const texts = { text: '{description}', ext: '{reference}' };
		for (const updateBody of [texts, { text: '{description}' }]) {
			const placed = formatWith({ createBody: withAmount(texts), updateBody });
			const present = readCharge(placed, { text: 'Spa [ref:o-1]', ext: null });
			const body = updateBodyOf(placed, { description: 'Sauna' }, {}, present);
			const kept = { reference: 'o-1', fields: { description: 'Sauna' } };
			expect(readCharge(placed, body as never)).toMatchObject(kept);
		}
	});

	it('is refused where a changed field has no place', () => {
		const format = formatWith({ updateBody: { amount: '{amount}' } });
		const shown = { amount: 1, date: '2026-11-21', description: 'Spa &amp; more' };
		const present = readCharge(format, shown);
		const same = { amount: 2, description: 'Spa & more' };
		const update = (date: string) => updateBodyOf(format, { ...same, date }, {}, present);
		expect(update('2026-11-21')).toEqual({ amount: 2 });
		expect(() => update('2026-11-22')).toThrow(`has no {date}, but 'Date' is filled in`);
	});
});

describe('a reference', () => {
	it.each<[string, Settings]>([
		['o-1', { createBody: withAmount() }],
		['o-1', { createBody: withAmount({ text: '{description}' }), listResponse }],
		['a]b', {}],
		['a [ref:b', {}],
	])('that no list would show again is refused: %p, %j', (reference, settings) => {
		const create = () => createBodyOf(formatWith(settings), { amount: 1, reference });
		expect(create).toThrow("has no {reference}, but 'Reference' is filled in");
	});

	it('has any characters in a place of its own, and stays there', () => {
		const placed = formatWith({ createBody: withAmount({ ext: '{reference}' }) });
		const { body } = createBodyOf(placed, { amount: 1, reference: 'a]b' });
		expect(body).toEqual({ amount: 1, ext: 'a]b' });
		const present = readCharge(placed, body as IDataObject);
		expect(updateBodyOf(placed, { amount: 3 }, {}, present)).toEqual({ amount: 3, ext: 'a]b' });
	});

	it.each(['o-1', 'a b', '[x', 'ref:1'])('comes back from a description: %p', (reference) => {
		for (const description of [undefined, 'Spa', 'Spa (2)']) {
			const { body } = createBodyOf(formatWith(), { amount: 1, description, reference });
			const read = readCharge(formatWith(), body as never);
			expect(read).toMatchObject({ reference, fields: { amount: 1 } });
			expect(read.fields.description || undefined).toBe(description);
		}
	});
});

describe('Custom Fields', () => {
	it('are merged in object by object, above the constants of an example', () => {
		const custom = { data: { price: { tax: 7 }, extra: [1] }, source: null };
		expect(createBodyOf(inWrapper, fields, custom).body).toMatchObject({
			data: { type: 'charges', price: { value: '12.50', currency: 'EUR', tax: 7 }, extra: [1] },
			source: null,
		});
		// Of what is left out, no constants.
		const tax = { ledger: { tax: 7 } };
		expect(updateBodyOf(inWrapper, {}, { data: { price: { tax: 7 } }, ...tax })).toEqual({
			data: { price: { tax: 7 } },
			...tax,
		});
	});

	it.each<[object, IDataObject, string]>([
		[wrapped, { data: { price: { value: 1 } } }, '{amount as text}'],
		[wrapped, { data: { text: { de: 'x' } } }, '{description}'],
		[wrapped, { data: null }, '{amount as text}'],
		[wrapped, { ledger: { code: '4400' } }, '{accountCode}'],
		[[{ a: '{amount}' }], { b: 2 }, '{amount}'],
		[{ rows: [{ a: '{amount}' }] }, { rows: { b: 2 } }, '{amount}'],
	])('set nothing that has a placeholder: in %j, %j', (createBody, custom, place) => {
		const format = formatWith({ createBody, listQuery, listResponse });
		const create = () => createBodyOf(format, { amount: 12.5 }, custom);
		expect(create).toThrow(`'Custom Fields' sets what stands for ${place}`);
	});

	it.each<[IDataObject, IDataObject, boolean]>([
		[{ b: { y: 1, x: [{ d: 1, c: 2 }] } }, { b: { x: [{ c: 2, d: 1 }], y: 1 } }, true],
		[{ b: { note: null } }, { b: { note: 'old' } }, false],
		[{ b: { note: null } }, {}, true],
		[{}, { a: 1 }, true],
	])('%j is shown by %j: %p', (custom, raw, isShown) => {
		expect(bodies.showsCustom(custom, readCharge(formatWith(), raw))).toBe(isShown);
	});
});

it('a body may be a list', () => {
	const createBody = [{ a: '{amount}' }, { kind: 1 }];
	const format = formatWith({ createBody, listQuery, listResponse });
	expect(createBodyOf(format, { amount: 1 }, {}).body).toEqual([{ a: 1 }, { kind: 1 }]);
});

it('a list is asked for under the name of Create Body, or as List Query shows, with its page', () => {
	const position = { page: 2, offset: 50, cursor: 'c' };
	expect(bodies.listQueryOf(formatWith(), 'R-1', position)).toEqual({ reservationId: 'R-1' });
	const shown = { 'f[b]': 'res/{reservationId}', n: '{page from 0}', o: '{offset}', per: 50 };
	const asked = bodies.listQueryOf(formatWith({ listQuery: shown }), 'R-1', position);
	expect(asked).toEqual({ 'f[b]': 'res/R-1', n: '1', o: '50', per: '50' });
});

it('headers are sent as they stand, and the key only where there is one', () => {
	const format = formatWith({ requestHeaders: { Version: 2, Key: '{idempotencyKey}' } });
	expect(bodies.headersOf(format)).toEqual({ Version: '2' });
	expect(bodies.headersOf(format, 'k1')).toEqual({ Version: '2', Key: 'k1' });
});
