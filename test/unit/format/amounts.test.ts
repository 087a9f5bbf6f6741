import { UserError } from 'n8n-workflow';

import type { Mapper } from '../../../nodes/shared/format/mapper';
import { mapperOf, withAmount } from '../support/mapper';
import { BANNED_WORDS, thrownBy } from '../support/errors';

/** A service that takes so many decimals. */
function withDecimals(decimals: number): Mapper {
	return mapperOf({ createBody: withAmount({ amount: `{amount as number(${decimals})}` }) });
}
const usual = mapperOf();

describe('an amount as a user gives it', () => {
	it.each<[unknown, number]>([
		[' 12.50 ', 12.5],
		['12.50\n', 12.5],
		['.5', 0.5],
		['12.', 12],
		['+5', 5],
		['12.5000', 12.5],
		['-0.05', -0.05],
		[1e3, 1000],
		[-0, 0],
		[9e12, 9e12],
	])('is %p', (given, amount) => {
		expect(usual.parseAmount(given)).toBe(amount);
	});

	it.each<[string, number, number]>([
		['0.1 + 0.2', 0.1 + 0.2, 0.3],
		['8605684.21 - 8605683.11', 8605684.21 - 8605683.11, 1.1],
		['1000.1 - 1000 - 0.1', 1000.1 - 1000 - 0.1, 0],
	])('loses the noise of binary fractions: %s', (_sum, given, amount) => {
		expect(usual.parseAmount(given)).toBe(amount);
	});

	it.each([
		...['', '  ', undefined, null, 'abc', NaN, 'NaN', Infinity, 'Infinity', '1e400', 1e21, ','],
		...['12,50', '1,000.50', '0x10', '1_000', '1 000', '12 EUR', '$12', '--5', '5-', '.', '-'],
		...['1e', 'e5', '1e3', '12.5.0', '\u0661\u0662', true, false, [], [5], {}, new Date(0), 10n],
	])('is not %p', (given) => {
		const error = thrownBy(() => usual.parseAmount(given));
		expect(error).toBeInstanceOf(UserError);
		expect(error.message).toMatch(/^is /);
		expect(error.description).toMatch(/\d/);
		expect(`${error.message} ${error.description}`).not.toMatch(BANNED_WORDS);
	});

	it.each([
		['12,50', 'Write 12.50:'],
		['1.250,00', 'Write 1250.00:'],
		['1,250.00', 'Write 1250.00:'],
		["1'250.00", 'Write 1250.00:'],
		['1 250', 'Write 1250:'],
		['1,250', 'Write 1250:'],
		['€ 12', 'Write 12:'],
		['-€25', 'Write -25:'],
		['\u221225', 'Write -25:'],
		['12,50\u00a0€', 'Write 12.50:'],
		['1\u202f250,00\u00a0€', 'Write 1250.00:'],
		['25 EUR', 'Write 25:'],
		['Rs. 500', 'Write 500:'],
		['1e3', 'Write 1000:'],
		['1.250', 'Write 1250, or an amount with at most 2 decimals.'],
		['-12.345', 'Write -12345, or'],
	])('comes with what %p most likely means', (given, remedy) => {
		const { description } = thrownBy(() => usual.parseAmount(given));
		expect(description).toContain(remedy);
		// Of 1.250, rounding would make 1.25.
		expect(description).not.toContain('round');
	});

	it.each(['12,34,56', '1,2345', '1.25,000', '5%', '10-20', 'room 12, 2 nights', '1e-7'])(
		'is not guessed where nobody can tell: %p',
		(given) => {
			expect(thrownBy(() => usual.parseAmount(given)).description).not.toMatch(/^Write/);
		},
	);

	it('is looked at quickly, however long the text', () => {
		expect(() => usual.parseAmount(`${'1 '.repeat(100_000)}x`)).toThrow(UserError);
	});

	it.each<[unknown, number, number]>([
		['12.500', 3, 12.5],
		['1.250', 3, 1.25],
		[1.005, 3, 1.005],
		[0.1 * 3, 1, 0.3],
	])('%p may have the %p decimals that Create Body takes', (given, decimals, amount) => {
		expect(withDecimals(decimals).parseAmount(given)).toBe(amount);
	});

	it.each<[unknown, number, string, string]>([
		[0.125, 2, 'is 0.125, which has more than 2 decimals', '.round(2)'],
		[12.3456, 2, 'is 12.3456, which has more than 2 decimals', '.round(2)'],
		['1.0051', 2, 'is 1.0051, which has more than 2 decimals', 'number(3)'],
		[1.005, 2, 'is 1.005, which has more than 2 decimals', 'number(3)'],
		[-2.675, 2, 'is -2.675, which has more than 2 decimals', '.round(2)'],
		[12.5, 0, 'is 12.5, which has more than 0 decimals', '.round(0)'],
		[12.55, 1, 'is 12.55, which has more than 1 decimal', '.round(1)'],
		[1e-7, 2, 'is 0.0000001, which has more than 2 decimals', '.round(2)'],
		[-0.001, 2, 'is -0.001, which has more than 2 decimals', '.round(2)'],
		[
			'12.345',
			2,
			"is '12.345', where the point may stand before thousands or before decimals",
			'Write 12345, or',
		],
	])('%p is never rounded to %p decimals', (given, decimals, what, remedy) => {
		const error = thrownBy(() => withDecimals(decimals).parseAmount(given));
		expect(error.message).toBe(what);
		expect(error.description).toContain(remedy);
		// Nobody here knows which currency it is.
		expect(error.description).not.toContain('currency');
	});
});

it.each([
	[12.5, '{amount}', '12.50'],
	[12.345, '{amount as text}', '12.345'],
	[3500, '{amount as minorUnits(0)}', '3500'],
	[12.5, '{amount as number(3)}', '12.500'],
	[0, '{amount}', '0.00'],
])('%p as people read it, where it is written as %s, is %p', (given, amount, text) => {
	expect(mapperOf({ createBody: withAmount({ amount }) }).amountText(given)).toBe(text);
});
