import { UserError } from 'n8n-workflow';

import { parseAmount } from '../../../../../nodes/shared/wire/amount';
import { decodeAmount, encodeAmount } from '../../../support/savedFormats';
import { thrownBy } from '../../../support/thrown';

describe('writing an amount for the service', () => {
	it.each([
		[12.5, 12.5],
		[0, 0],
		[-3, -3],
	])('leaves %p a number', (amount, written) => {
		expect(encodeAmount(amount, 'number')).toBe(written);
	});

	it.each([
		[12.5, '12.50'],
		[0, '0.00'],
		[-3, '-3.00'],
		[0.3, '0.30'],
		[1234567.89, '1234567.89'],
		[9e12, '9000000000000.00'],
	])('writes %p as text with two decimals', (amount, written) => {
		expect(encodeAmount(amount, 'string')).toBe(written);
	});

	it.each([
		[12.5, 1250],
		[0, 0],
		[-4.35, -435],
		[1.1, 110],
		[0.07, 7],
		[8999999999999.99, 899999999999999],
	])('writes %p in whole cents', (amount, written) => {
		expect(encodeAmount(amount, 'minorUnits')).toBe(written);
	});

	it.each([[12.345], [1.005], [0.005], [-0.001], [1e-9], [123456789.012]])(
		'refuses to round %p to whole cents',
		(amount) => {
			expect(thrownBy(() => encodeAmount(amount, 'string'))).toBeInstanceOf(UserError);
			const error = thrownBy(() => encodeAmount(amount, 'minorUnits'));

			expect(error).toBeInstanceOf(UserError);
			expect(error.message).toContain(String(amount));
			expect(error.message).toMatch(/2 decimals/);
		},
	);

	it.each(['number', 'string', 'minorUnits'] as const)(
		'keeps every cent from -20.00 to 20.00 in the format %s',
		(format) => {
			const cents = Array.from({ length: 4_001 }, (_, index) => index - 2_000);
			const comeBack = cents.map((cent) =>
				decodeAmount(encodeAmount(parseAmount(cent / 100), format), format),
			);
			expect(comeBack).toEqual(cents.map((cent) => cent / 100));
		},
	);
});

describe('reading an amount the service wrote', () => {
	it.each([
		[12.5, 'number', 12.5],
		['12.50', 'string', 12.5],
		['12.50', 'number', 12.5],
		[1250, 'minorUnits', 12.5],
		['1250', 'minorUnits', 12.5],
		[7, 'minorUnits', 0.07],
		[0.1 + 0.2, 'number', 0.3],
		[0, 'number', 0],
	] as const)('reads %p in the format %s', (written, format, amount) => {
		expect(decodeAmount(written, format)).toBe(amount);
	});

	it.each([[''], [' '], ['abc'], ['12,50'], [null], [undefined], [true], [[]], [[5]], [{}], [NaN]])(
		'does not take %p for an amount',
		(written) => {
			expect(decodeAmount(written, 'number')).toBeUndefined();
		},
	);
});
