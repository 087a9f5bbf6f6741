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
				const body = inDescription.createBody({ ...charge, description, reference: kept });
				expect(inDescription.read(body).reference).toBe(kept);
			}),
		);
	});

	it('is written with a description that changes, and only then', () => {
		const { updateBody } = inDescription;
		expect(updateBody({ description: 'Spa', reference: 'a' })).toEqual({
			description: 'Spa [ref:a]',
		});
		expect(updateBody({ amount: 3, reference: 'a' })).toEqual({ amount: 3 });
	});
});

describe('a reference with a place of its own', () => {
	it('is written and read there, and never changes', () => {
		const given = { amount: 1, description: 'Spa [ref:x]' };
		const body = inPlace.createBody({ ...given, reference: 'o-1' });
		expect(body).toEqual({ ...given, ref: 'o-1' });
		expect(inPlace.read(body)).toMatchObject({ reference: 'o-1', fields: given });
		expect(inPlace.looksReferenced('Spa [ref:x]')).toBe(false);
		expect(inPlace.updateBody({ amount: 2, reference: 'o-1' })).toEqual({ amount: 2 });
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
		expect(mapper.updateBody({ amount: 3, reference: 'a' })).toEqual({ a: 3, ref: 'a' });
		expect(mapper.needsPresent({ amount: 3, reference: 'a' })).toBe(false);
		const present = { item: { ref: 'b' } };
		expect(mapper.updateBody({ amount: 3 }, {}, present)).toEqual({ a: 3, ref: 'b' });
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
