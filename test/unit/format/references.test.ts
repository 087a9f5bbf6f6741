import fc from 'fast-check';

import { charge, mapperOf, withAmount } from '../support/mapper';
import { holds } from '../support/properties';

const inDescription = mapperOf();
const createBody = withAmount({ description: '{description}', ref: '{reference}' });
const inPlace = mapperOf({ createBody });

describe('a reference without a place of its own', () => {
	it.each([
		['Spa [ref:a b]', 'a b', 'Spa'],
		['Spa [ref: a ] ', 'a', 'Spa'],
		['Spa [ref:a] [ref:b]', 'b', 'Spa [ref:a]'],
		['Spa\n[ref:a]', 'a', 'Spa'],
		['Spa [ref:a] extra', undefined, 'Spa [ref:a] extra'],
		['Spa[ref:a]', undefined, 'Spa[ref:a]'],
		['Spa [ref:]', undefined, 'Spa [ref:]'],
	])('is at the end of the description: in %j it is %s', (description, reference, rest) => {
		const read = inDescription.read({ description });
		expect([read.reference, read.fields.description]).toEqual([reference, rest]);
		expect(read.mark).toBe(reference);
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
				const body = inDescription.toCreate({ ...charge, description, reference: kept }).body;
				expect(inDescription.read(body).reference).toBe(kept);
			}),
		);
	});

	it('is written with a description that changes, and only then', () => {
		const { toUpdate } = inDescription;
		expect(toUpdate({ description: 'Spa', reference: 'a' }).body).toEqual({
			description: 'Spa [ref:a]',
		});
		expect(toUpdate({ amount: 3, reference: 'a' }).body).toEqual({ amount: 3 });
	});

	it('is read before an update that could take it off, and not without need', () => {
		const { needsPresent } = inDescription;
		expect(needsPresent({ description: 'Spa' })).toBe(true);
		expect(needsPresent({}, { description: null })).toBe(true);
		expect(needsPresent({ description: 'Spa', reference: 'a' })).toBe(false);
		expect(needsPresent({ amount: 1 }, { vat: 7 })).toBe(false);
	});

	it('is not given up for an answer that shows nothing of the item', () => {
		const { toUpdate } = inDescription;
		expect(() => toUpdate({ description: 'Spa' }, {}, { item: { ok: true } }).body).toThrow(
			/^The reference of the service item could not be read/,
		);
		expect(toUpdate({ description: 'Spa' }, {}, { item: { amount: 2 } }).body).toEqual({
			description: 'Spa',
		});
	});

	it('cannot be given in a description', () => {
		expect(() => inDescription.parseDescription('Spa [ref:a]')).toThrow(/^ends with a reference/);
		expect(inDescription.parseDescription('Spa [ref:a] for two')).toBe('Spa [ref:a] for two');
	});
});

describe('a reference with a place of its own', () => {
	it('is written and read there, and never changes', () => {
		const given = { amount: 1, description: 'Spa [ref:x]' };
		const body = inPlace.toCreate({ ...given, reference: 'o-1' }).body;
		expect(body).toEqual({ ...given, ref: 'o-1' });
		expect(inPlace.read(body)).toMatchObject({ reference: 'o-1', fields: given });
		expect(inPlace.toUpdate({ amount: 2, reference: 'o-1' }).body).toEqual({ amount: 2 });
	});

	it('stays in the description where Update Body has no place for it', () => {
		const mapper = mapperOf({ createBody, updateBody: { t: '{description}' } });
		expect(mapper.needsPresent({ description: 'X', reference: 'o-1' })).toBe(true);
		const bodyFor = (item: object) =>
			mapper.toUpdate({ description: 'X' }, {}, { item: item as never }).body;
		expect(bodyFor({ description: 'Spa [ref:o-1]' })).toEqual({ t: 'X [ref:o-1]' });
		expect(bodyFor({ description: 'Spa', ref: 'o-1' })).toEqual({ t: 'X' });
	});

	it.each([
		[5512, '5512'],
		[' a ', 'a'],
		['', undefined],
	])('is read as text: %j', (ref, reference) => {
		expect(inPlace.read({ ref }).reference).toBe(reference);
	});

	it('is sent along with an exclamation mark', () => {
		const mapper = mapperOf({ createBody, updateBody: { a: '{amount}', ref: '{reference!}' } });
		expect(mapper.toUpdate({ amount: 3, reference: 'a' }).body).toEqual({ a: 3, ref: 'a' });
		expect(mapper.needsPresent({ amount: 3, reference: 'a' })).toBe(false);
		const present = { item: { ref: 'b &amp; c' } };
		expect(mapper.toUpdate({ amount: 3 }, {}, present).body).toEqual({ a: 3, ref: 'b & c' });
	});
});

describe('all that an input wants of an item', () => {
	const item = { amount: 12.5, description: 'Spa [ref:o-1]', accountCode: 'A' };

	it('keeps the reference in a description that only Custom Fields can set', () => {
		const mapper = mapperOf({ updateBody: { a: '{amount}' } });
		const custom = { description: 'X' };
		expect(mapper.toUpdateAll({ amount: 3, reference: 'o-1' }, custom, { item }).body).toEqual({
			...{ a: 3, description: 'X [ref:o-1]' },
		});
	});

	it('may lack a place while it does not change', () => {
		const mapper = mapperOf({ updateBody: { a: '{amount}' } });
		const bodyFor = (accountCode: string) =>
			mapper.toUpdateAll({ amount: 3, accountCode, reference: 'o-1' }, {}, { item }).body;
		expect(bodyFor(' A ')).toEqual({ a: 3 });
		expect(() => bodyFor('B')).toThrow(/^'Account Code' is filled in, but 'Update Body'/);
	});
});

const item = { id: '{id}', amount: '{amount}' };
const written = withAmount({ ref: '{reference}' });
const credential = 'in the Reservation Service credential';
it.each([
	[{ createBody: written, listResponse: item }, `'List Response' ${credential} has no {reference}`],
	[{ listResponse: { ...item, ref: '{reference}' } }, `'Create Body' ${credential} has no {ref`],
	[{ listResponse: item }, `'List Response' ${credential} has no {description}`],
	[
		{ createBody: withAmount(), listResponse: { ...item, t: '{description}' } },
		`'Create Body' ${credential} has no {description}`,
	],
	[{ createBody: withAmount() }, 'has neither {reference} nor {description}'],
])('a reference that would not be found again is refused: %j', (settings, words) => {
	expect(() => mapperOf(settings).parseReference('a')).toThrow(words);
});

it('takes letters that are written in two ways for one', () => {
	const [composed, decomposed] = ['caf\u00e9', 'cafe\u0301'];
	for (const mapper of [inDescription, inPlace]) {
		expect(mapper.parseReference(` ${decomposed} `)).toBe(composed);
		const read = mapper.read({ ref: decomposed, description: `x [ref:${decomposed}]` });
		expect(read.reference).toBe(composed);
	}
});
