import fc from 'fast-check';
import { UserError } from 'n8n-workflow';

import { parseAmount } from '../../../../../nodes/shared/wire/amount';
import { holds } from '../../../support/properties';
import { decodeAmount, encodeAmount } from '../../../support/savedFormats';
import { thrownBy } from '../../../support/thrown';

const FORMATS = ['number', 'string', 'minorUnits'] as const;
const LARGEST = 9e12;

const format = fc.constantFrom(...FORMATS);
/** Whole cents, up to the largest amount there may be. */
const cents = fc.maxSafeInteger().map((each) => each % (LARGEST * 100));
const amount = cents.map((each) => each / 100 + 0);
/** Up to a million, as expressions add and multiply them. */
const fewCents = fc.integer({ min: -1e8, max: 1e8 });

describe('an amount of whole cents', () => {
	it('comes back from the service to the cent, in every format', () => {
		holds(
			fc.property(amount, format, (given, written) => {
				expect(parseAmount(given)).toBe(given);
				expect(decodeAmount(encodeAmount(given, written), written)).toBe(given);
			}),
			800,
		);
	});

	it('is the same as a number and as text', () => {
		holds(
			fc.property(amount, (given) => {
				expect(parseAmount(String(given))).toBe(given);
				expect(parseAmount(given.toFixed(2))).toBe(given);
			}),
		);
	});

	it('is treated alike whether it is a charge or a credit', () => {
		holds(
			fc.property(amount, (given) => {
				expect(parseAmount(-given) + parseAmount(given)).toBe(0);
			}),
		);
	});

	it('is the one meant where an expression has added or multiplied', () => {
		holds(
			fc.property(fewCents, fewCents, fc.integer({ min: -999, max: 999 }), (a, b, count) => {
				expect(parseAmount(a / 100 + b / 100)).toBe((a + b) / 100 + 0);
				expect(parseAmount(a / 100 - b / 100)).toBe((a - b) / 100 + 0);
				expect(parseAmount((a / 100) * count)).toBe((a * count) / 100 + 0);
			}),
			800,
		);
	});

	it('is the one meant where an expression has taken millions from millions', () => {
		const millions = fc.integer({ min: -3e9, max: 3e9 });
		holds(
			fc.property(millions, millions, (a, b) => {
				expect(parseAmount(a / 100 - b / 100)).toBe((a - b) / 100 + 0);
			}),
			800,
		);
	});

	it('is written as a plain decimal number with two decimals where the service takes text', () => {
		holds(
			fc.property(cents, (each) => {
				expect(encodeAmount(each / 100 + 0, 'string')).toBe(inDecimals(each));
			}),
			800,
		);
	});

	it('is written as its cents where the service takes minor units', () => {
		holds(
			fc.property(cents, (each) => {
				expect(encodeAmount(each / 100 + 0, 'minorUnits')).toBe(each + 0);
			}),
			800,
		);
	});
});

describe('a part of a cent', () => {
	it('is never rounded away in minor units', () => {
		const parts = fc.tuple(fewCents, fc.integer({ min: 1, max: 999 }));
		holds(
			fc.property(parts, ([whole, part]) => {
				const amountWithPart = Number(`${whole}.00${String(part).padStart(3, '0')}`);
				expect(thrownBy(() => encodeAmount(amountWithPart, 'minorUnits'))).toBeInstanceOf(
					UserError,
				);
			}),
		);
	});
});

describe('anything else', () => {
	it('is refused with a word on what to give, and never becomes a number by chance', () => {
		const noAmount = fc
			.anything({ withBigInt: true, withDate: true, withNullPrototype: true })
			.filter((given) => typeof given !== 'number' && !/^[\s\d.,e+-]*$/i.test(textOf(given)));
		holds(
			fc.property(noAmount, (given) => {
				const error = thrownBy(() => parseAmount(given));
				expect(error).toBeInstanceOf(UserError);
				expect(error.description).toMatch(/\d/);
				expect(decodeAmount(given, 'number')).toBeUndefined();
			}),
			500,
		);
	});

	it('of digits and signs is an amount within the bounds, or is refused', () => {
		const digits = fc.string({ unit: fc.constantFrom(...'0123456789.,+-eE \n'), maxLength: 12 });
		holds(
			fc.property(digits, (given) => {
				let parsed: number;
				try {
					parsed = parseAmount(given);
				} catch (error) {
					expect(error).toBeInstanceOf(UserError);
					return;
				}
				expect(Math.abs(parsed)).toBeLessThanOrEqual(LARGEST);
				expect(Math.abs(parsed - Number(given))).toBeLessThan(0.01);
			}),
			800,
		);
	});
});

/** Cents as 12.50, without a floating point in between. */
function inDecimals(each: number): string {
	const digits = String(Math.abs(each)).padStart(3, '0');
	return `${each < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** The text that is to be told apart from numbers; everything but text is. */
function textOf(given: unknown): string {
	return typeof given === 'string' ? given : 'no text';
}
