import fc from 'fast-check';
import { UserError } from 'n8n-workflow';

import { parseAmount } from '../../../nodes/shared/format/typed';
import type { ToldError } from '../../../nodes/shared/n8n/userError';
import { BANNED_WORDS, thrownBy } from '../support/errors';
import { holds } from '../support/properties';

const told = (given: unknown): string => {
	const error = thrownBy(() => parseAmount(given));
	expect(error).toBeInstanceOf(UserError);
	return `${error.message} ${(error as ToldError).told.more ?? ''}`;
};

describe('an amount as a user gives it', () => {
	it.each<[unknown, number]>([
		[' 12.50 ', 12.5],
		['.5', 0.5],
		['12.', 12],
		['+5', 5],
		['-0.05', -0.05],
		[1e3, 1000],
		[-0, 0],
		[0.1 + 0.2, 0.3],
		[8605684.21 - 8605683.11, 1.1],
		[9e12, 9e12],
	])('is %p', (given, amount) => {
		expect(parseAmount(given)).toBe(amount);
	});

	it('is never changed', () => {
		holds(
			fc.property(fc.integer({ min: -1e9, max: 1e9 }), (cents) => {
				expect(parseAmount(`${cents / 100}`)).toBe(cents / 100 + 0);
				expect(parseAmount(cents / 100)).toBe(cents / 100 + 0);
			}),
		);
	});

	it.each([
		...['', '  ', undefined, null, NaN, Infinity, 1e21, true, false, [], [5], {}, new Date(0)],
		...'abc NaN 1e400 , 0x10 1_000 --5 5- . 1e 12.5.0 \u0661'.split(' '),
	])('is not %p', (given) => {
		expect(told(given)).toMatch(/^is .*\d/);
		expect(told(given)).not.toMatch(BANNED_WORDS);
	});

	it.each([
		['12,50', '12.50'],
		['1.250,00', '1250.00'],
		['1,250.00', '1250.00'],
		["1'250.00", '1250.00'],
		['1 250', '1250'],
		['€ 12', '12'],
		['-€25', '-25'],
		['\u221225', '-25'],
		['12,50\u00a0€', '12.50'],
		['25 EUR', '25'],
		['Rs. 500', '500'],
		['1e3', '1000'],
		['1.5k', '1500'],
		['1,000', '1000, or 1.0000'],
		['1.250.000', '1250000'],
		['100kr', '100'],
		['1.250', '1250, or 1.2500'],
		['-12.345', '-12345, or -12.3450'],
	])('comes with what %p most likely means', (given, likely) => {
		expect(told(given)).toContain(`Write ${likely} In`);
	});

	it.each(['12,34,56', '1,2345', '5%', '10-20', 'room 12, 2 nights', '1e-7'])(
		'is not guessed where nobody can tell: %p',
		(given) => {
			expect(told(given)).toContain('Write digits, with a point before decimals');
		},
	);

	it('with three decimals, 1.250 is one and a quarter', () => {
		expect(parseAmount('1.250', 3)).toBe(1.25);
	});

	// The expression makes what is right of other rows of a column, or they are refused.
	it.each([
		['12,50', '12,5: 12.5 | 1.250,00 | 1,250.00 | 1.250 | 1,250 | 12,50 €'],
		['1.250,00', '12,50: 12.5 | -1.250.000,5: -1250000.5 | 1,250.00: 1250 | 1.250 | 1,250'],
		['1,250.50', '1,250.5: 1250.5 | 1.250,50 | 1,250 | 12.345.67 | null'],
		['1\u202f250', '1 250: 1250 | 1\u00a0250\u00a0000: 1250000 | 1 250,00 | 10.5 100 | 12 50'],
		['€ 12', '€12: 12 | -€12: -12 | 12 €: 12 | € 1.250 | $ 12'],
		['-€ 1 250,50', '€12: 12 | -1 250,50 €: -1250.5 | € 1,250'],
		['25 EUR', '-25 EUR: -25 | 25 USD | room 12, 2 nights'],
		['Rs. 500', 'Rs. 500: 500 | Rs 500'],
		['1.5k', '2.5k: 2500 | 1.25k | 12,5'],
		['2k', '15k: 15000 | 1e3: 1000 | 1.5k'],
		['1,000', '2,500: 2500 | 1.250 | 1,00'],
		['1.250', '2.500: 2500 | 1,250'],
		['1.250.000', '1.250.000: 1250000 | 1.250 | 1,250,000: 1250000 | 1.250.000.000'],
	])('comes with an expression for a column: %p', (given, rows) => {
		const [, code = ''] = /\{\{ (.*?) \}\}/.exec(told(given)) ?? [];
		// eslint-disable-next-line @typescript-eslint/no-implied-eval -- it is ours
		const convert = new Function('$json', `return ${code}`) as (json: object) => unknown;
		for (const row of [...rows.split(' | '), '12.50: 12.5', '-3: -3']) {
			const [amount, meant] = row.split(': ');
			const converted = (): unknown => parseAmount(convert({ amount }));
			if (meant === undefined) expect(converted).toThrow('not a plain number');
			else expect(converted()).toBe(Number(meant));
		}
		expect(parseAmount(convert({ amount: 12.5 }))).toBe(12.5);
	});
});
