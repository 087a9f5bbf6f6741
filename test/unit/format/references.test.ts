import type { IDataObject } from 'n8n-workflow';
import fc from 'fast-check';

import { charge, mapperOf, withAmount } from '../support/mapper';
import { holds } from '../support/properties';
import { thrownBy } from '../support/thrown';

const inDescription = mapperOf();
const createBody = withAmount({ description: '{description}', ref: '{reference}' });
const inPlace = mapperOf({ createBody });
const fields = { reservationId: 'R-1', ...charge };

describe('a reference without a place of its own', () => {
	it('is at the end of the description', () => {
		expect(inDescription.keepsReferenceInDescription).toBe(true);
		const body = inDescription.createBody({ ...fields, reference: 'order-1' });
		expect(body.description).toBe('Late checkout [ref:order-1]');
		expect(inDescription.read(body)).toMatchObject({
			reference: 'order-1',
			fields: charge,
		});
		expect(
			inDescription.createBody({ reservationId: 'R', amount: 1, reference: 'a' }).description,
		).toBe('[ref:a]');
	});

	it.each([
		['Spa [ref:a b]', 'a b', 'Spa'],
		['[ref:a]', 'a', ''],
		['Spa [ref: a ] ', 'a', 'Spa'],
		['Spa [ref:a] [ref:b]', 'b', 'Spa [ref:a]'],
		['Spa\n[ref:a]', 'a', 'Spa'],
		['Spa [ref:a] extra', undefined, 'Spa [ref:a] extra'],
		['Spa[ref:a]', undefined, 'Spa[ref:a]'],
		['Spa [ref:]', undefined, 'Spa [ref:]'],
		['Spa', undefined, 'Spa'],
	])('%j is read as %s', (description, reference, rest) => {
		const read = inDescription.read({ description });
		expect([read.reference, read.fields.description]).toEqual([reference, rest]);
		expect(inDescription.looksReferenced(description)).toBe(reference !== undefined);
	});

	it.each(['a]b', 'a\nb', 'a [ref:b'])('cannot be %j', (reference) => {
		expect(() => inDescription.parseReference(reference)).toThrow('which contains a ]');
		expect(inPlace.parseReference(reference)).toBe(reference);
	});

	it('comes back as it was given', () => {
		const reference = fc
			.string({ unit: 'grapheme', minLength: 1 })
			.filter((text) => text.trim() !== '' && !/[\]\r\n]|\[ref:/.test(text));
		holds(
			fc.property(reference, fc.string({ unit: 'grapheme' }), (given, description) => {
				const kept = inDescription.parseReference(given);
				const body = inDescription.createBody({ ...fields, description, reference: kept });
				expect(inDescription.read(body).reference).toBe(kept);
			}),
		);
	});

	it('is written again with a description that changes, and only then', () => {
		expect(inDescription.updateBody({ description: 'Spa', reference: 'a' })).toEqual({
			description: 'Spa [ref:a]',
		});
		expect(inDescription.updateBody({ amount: 3, reference: 'a' })).toEqual({ amount: 3 });
	});
});

describe('a reference with a place of its own', () => {
	it('is written and read there, and never changes', () => {
		expect(inPlace.keepsReferenceInDescription).toBe(false);
		const given = {
			reservationId: 'R-1',
			amount: 1,
			description: 'Spa [ref:x]',
			reference: 'order-1',
		};
		const body = inPlace.createBody(given);
		expect(body).toEqual({
			reservationId: 'R-1',
			amount: 1,
			description: 'Spa [ref:x]',
			ref: 'order-1',
		});
		expect(inPlace.read(body)).toMatchObject({
			reference: 'order-1',
			fields: { description: 'Spa [ref:x]' },
		});
		expect(inPlace.looksReferenced('Spa [ref:x]')).toBe(false);
		expect(inPlace.updateBody({ description: 'X', reference: 'order-1' })).toEqual({
			description: 'X',
		});
		expect(inPlace.read({ ref: 5512 }).reference).toBe('5512');
		expect(inPlace.read({ ref: ' a ' }).reference).toBe('a');
		expect(inPlace.read({ ref: '' }).reference).toBeUndefined();
	});

	it('is sent along with an exclamation mark', () => {
		const mapper = mapperOf({ createBody, updateBody: { a: '{amount}', ref: '{reference!}' } });
		expect(mapper.updateBody({ amount: 3, reference: 'a' })).toEqual({ a: 3, ref: 'a' });
		expect(mapper.needsPresent({ amount: 3, reference: 'a' })).toBe(false);
		expect(mapper.updateBody({ amount: 3 }, {}, { item: { ref: 'b' } })).toEqual({
			a: 3,
			ref: 'b',
		});
	});
});

describe('a reference that would not be found again', () => {
	const item = { id: '{id}', amount: '{amount}' };
	const written = withAmount({ ref: '{reference}' });
	it.each([
		[
			{ createBody: written, listResponse: item },
			`'List Response' in the Reservation Service credential has no {reference}`,
		],
		[
			{ listResponse: { ...item, ref: '{reference}' } },
			`'Create Body' in the Reservation Service credential has no {reference}`,
		],
		[
			{ listResponse: item },
			`'List Response' in the Reservation Service credential has no {description}`,
		],
		[
			{ createBody: withAmount(), listResponse: { ...item, t: '{description}' } },
			`'Create Body' in the Reservation Service credential has no {description}`,
		],
		[{ createBody: withAmount() }, 'has neither {reference} nor {description}'],
	])('is refused, and nothing else is: %j', (settings, words) => {
		const mapper = mapperOf(settings);
		expect(thrownBy(() => mapper.parseReference('a')).message).toContain(words);
	});
});

it('takes letters that are written in two ways for one', () => {
	const [composed, decomposed] = ['caf\u00e9', 'cafe\u0301'];
	for (const mapper of [inDescription, inPlace]) {
		expect(mapper.parseReference(decomposed)).toBe(composed);
		expect(mapper.read({ ref: decomposed, description: `x [ref:${decomposed}]` }).reference).toBe(
			composed,
		);
	}
	expect(inDescription.parseReference('  a b ')).toBe('a b');
});

describe('a service item that counts as gone', () => {
	it.each<IDataObject>([
		{ status: 'cancelled' },
		{ Status: 'CANCELED' },
		{ state: 'deleted' },
		{ state: 'void' },
		{ deleted: true },
		{ isDeleted: 1 },
		{ is_cancelled: 'true' },
		{ deletedAt: '2026-11-01T10:00:00Z' },
		{ voided_on: '2026-11-01' },
		{ cancelledDate: 1793527200 },
		{ cancelledAt: '22.11.2026 10:00' },
		{ deletedOn: '20261121' },
		{ voided: 'Yes' },
		{ deletedAt: new Date().toISOString() },
	])('says so: %j', (marks) => {
		expect(inDescription.isWithdrawn({ id: 'S-1', amount: 10, ...marks })).toBe(true);
	});

	it.each<IDataObject>([
		{},
		{ status: 'confirmed', state: 'posted' },
		{ status: 'refunded' },
		{ deleted: false, isDeleted: 0, cancelled: 'no', voided: 'FALSE', removed: '0' },
		{ deletedAt: null, cancelledAt: '', voidedOn: '0000-00-00 00:00:00' },
		{ deletedAt: '0001-01-01T00:00:00', cancelledOn: '1970-01-01', voidedAt: '9999-12-31' },
		{ cancelledAt: -62135596800, voidedAt: 253402300799 },
		{ cancelledAt: '2099-01-01', voidedAt: 4070908800, deletedAt: 4070908800000 },
		{ deleted: {}, cancelled: [], removed: 'never', isDeleted: 'nein' },
		{ description: 'cancelled', note: 'deleted', cancellable: true, deletedBy: 'Zoe' },
	])('does not say so: %j', (marks) => {
		expect(inDescription.isWithdrawn({ id: 'S-1', amount: 10, ...marks })).toBe(false);
	});

	it('may say so beside its values', () => {
		const nested = mapperOf({
			listResponse: [{ id: '{id}', attributes: { amount: '{amount}' }, parent: {} }],
		});
		expect(nested.isWithdrawn({ id: 1, attributes: { amount: 1, status: 'voided' } })).toBe(true);
		expect(nested.isWithdrawn({ id: 1, parent: { status: 'voided' } })).toBe(false);
	});
});
