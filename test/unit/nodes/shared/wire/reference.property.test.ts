import fc from 'fast-check';

import { apiFormatOf } from '../../../../../nodes/shared/wire/apiFormat';
import {
	describeWithReference,
	parseReference,
	referenceOf,
	withoutReference,
} from '../../../../../nodes/shared/wire/reference';
import { holds } from '../../../support/properties';

const inDescription = apiFormatOf({});
const inField = apiFormatOf({ customApiFormat: true, referenceField: 'meta.ref' });

/** Texts in which the marks of a reference turn up in all the wrong places. */
const text = fc
	.array(fc.oneof(fc.constantFrom('[ref:', ']', '[', ' ', 'ref:', '\n', '$&'), fc.string()))
	.map((parts) => parts.join(''));
const reference = text.filter((given) => given !== '');

describe('a reference in the description', () => {
	it('is refused, or comes back as it was given, and so does the description', () => {
		holds(
			fc.property(reference, text, (given, description) => {
				try {
					parseReference(given, inDescription);
				} catch {
					return;
				}
				const written = describeWithReference(description, given);
				expect(referenceOf({ description: written }, inDescription)).toBe(given);
				expect(withoutReference(written)).toBe(description);
			}),
			800,
		);
	});

	it('is never refused for letters, digits and the marks of an order number', () => {
		const plain = fc.string({
			unit: fc.constantFrom(...'abcXYZ0189-_/.:#äß '),
			minLength: 1,
		});
		holds(
			fc.property(plain, (given) => {
				expect(parseReference(given, inDescription)).toBe(given);
			}),
		);
	});
});

describe('a reference in a field of its own', () => {
	it('may be any text, and is not looked for in the description', () => {
		holds(
			fc.property(reference, text, (given, description) => {
				expect(parseReference(given, inField)).toBe(given);
				expect(referenceOf({ description, meta: { ref: given } }, inField)).toBe(given);
				expect(referenceOf({ description: `${description} [ref:7]` }, inField)).toBeUndefined();
			}),
		);
	});
});
