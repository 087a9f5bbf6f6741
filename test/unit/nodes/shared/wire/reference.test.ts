import { UserError } from 'n8n-workflow';

import { apiFormatOf } from '../../../../../nodes/shared/wire/apiFormat';
import {
	describeWithReference,
	parseReference,
	referenceOf,
	withoutReference,
} from '../../../../../nodes/shared/wire/reference';
import { thrownBy } from '../../../support/thrown';

const inDescription = apiFormatOf({});
const inField = apiFormatOf({ customApiFormat: true, referenceField: 'meta.ref' });

describe('a reference at the end of the description', () => {
	it.each([
		['order-7', 'Late checkout', 'Late checkout [ref:order-7]'],
		['7', undefined, '[ref:7]'],
		['a[b', 'Spa', 'Spa [ref:a[b]'],
		['order 7/ä', 'Spa [2 persons]', 'Spa [2 persons] [ref:order 7/ä]'],
		['new', 'Spa [ref:old]', 'Spa [ref:old] [ref:new]'],
		['ref:7', 'Spa', 'Spa [ref:ref:7]'],
		['[ref:7', 'Spa', 'Spa [ref:[ref:7]'],
		['order-7', 'Spa [ref:', 'Spa [ref: [ref:order-7]'],
		['order-7', '[ref:', '[ref: [ref:order-7]'],
		['order-7', 'Spa [ref:old [ref:older', 'Spa [ref:old [ref:older [ref:order-7]'],
	])('%p comes back, and so does the description', (reference, description, written) => {
		expect(parseReference(reference, inDescription)).toBe(reference);
		expect(describeWithReference(description, reference)).toBe(written);
		expect(referenceOf({ description: written }, inDescription)).toBe(reference);
		expect(withoutReference(written)).toBe(description ?? '');
	});

	it.each([
		['Late checkout'],
		['[ref:order-7] Late checkout'],
		['Late checkout [ref:]'],
		['Late checkout[ref:order-7]'],
		['Late checkout (ref:order-7)'],
		[''],
		[null],
		[7],
	])('is none in %p', (description) => {
		expect(referenceOf({ description }, inDescription)).toBeUndefined();
	});

	it('is still seen where the service has added spaces behind it', () => {
		expect(referenceOf({ description: 'Spa [ref:7] \n' }, inDescription)).toBe('7');
	});

	it.each(['a]b', 'a\nb', ']', 'a [ref:b', 'a\t[ref:', ' [ref:'])(
		'cannot be %p, and the way out is named',
		(reference) => {
			const error = thrownBy(() => parseReference(reference, inDescription));
			expect(error).toBeInstanceOf(UserError);
			expect(error.description).toContain(`'Reference Field'`);
		},
	);
});

describe('a reference in a field of its own', () => {
	it('may hold anything', () => {
		for (const reference of ['a]b', 'a [ref:b']) {
			expect(parseReference(reference, inField)).toBe(reference);
		}
	});

	it.each([
		[{ meta: { ref: 'order-7' } }, 'order-7'],
		[{ meta: { ref: 7 } }, '7'],
		[{ meta: { ref: '' } }, undefined],
		[{ meta: { ref: null } }, undefined],
		[{ description: 'Spa [ref:order-7]' }, undefined],
	])('is read from %p', (item, reference) => {
		expect(referenceOf(item, inField)).toBe(reference);
	});
});
