import { UserError } from 'n8n-workflow';

import { parseAmount } from '../../../../../nodes/shared/wire/amount';
import { thrownBy } from '../../../support/thrown';

describe('reading an amount as a user gives it', () => {
	it.each<[unknown, number]>([
		[12.5, 12.5],
		['12.5', 12.5],
		[' 12.50 ', 12.5],
		['12.50\n', 12.5],
		['1e3', 1000],
		['1E-2', 0.01],
		['.5', 0.5],
		['12.', 12],
		['+5', 5],
		['007', 7],
		['12.5000', 12.5],
		['1.25e2', 125],
		['-0.05', -0.05],
		[123456789.12, 123456789.12],
		['-3', -3],
		[' 25 ', 25],
		[-25, -25],
		['-25.00', -25],
		[0, 0],
		['0', 0],
		[-0, 0],
		['-0', 0],
		['-0.00', 0],
		[9e12, 9e12],
	])('takes %p', (given, amount) => {
		expect(parseAmount(given)).toBe(amount);
	});

	it.each<[string, number, number]>([
		['0.1 + 0.2', 0.1 + 0.2, 0.3],
		['8605684.21 - 8605683.11', 8605684.21 - 8605683.11, 1.1],
		['1.1 * 3', 1.1 * 3, 3.3],
		['79.9 - 59.95', 79.9 - 59.95, 19.95],
		['1234567.1 + 0.2', 1234567.1 + 0.2, 1234567.3],
		['25.3 - 25', 25.3 - 25, 0.3],
		['100.1 - 100', 100.1 - 100, 0.1],
		[
			'0.07, a thousand times',
			Array<number>(1000)
				.fill(0.07)
				.reduce((a, b) => a + b),
			70,
		],
		[
			'0.1, a hundred times',
			Array<number>(100)
				.fill(0.1)
				.reduce((a, b) => a + b),
			10,
		],
		['1.1 * 1.1', 1.1 * 1.1, 1.21],
		['1000.1 - 1000.1 computed as a sum', 1000.1 - 1000 - 0.1, 0],
	])('takes the noise of binary fractions off %s', (_sum, given, amount) => {
		expect(parseAmount(given)).toBe(amount);
		expect(parseAmount(String(given))).toBe(amount);
	});

	it.each([
		[''],
		['  '],
		[undefined],
		[null],
		['abc'],
		[NaN],
		['NaN'],
		[Infinity],
		[-Infinity],
		['Infinity'],
		['1e400'],
		[1e21],
		['1e21'],
		['12,50'],
		['1,000.50'],
		['1.234,50'],
		[','],
		['0x10'],
		['0b1'],
		['1_000'],
		['1 000'],
		['12 EUR'],
		['$12'],
		['--5'],
		['5-'],
		['\u22125'],
		['.'],
		['-'],
		['1e'],
		['e5'],
		['12.5.0'],
		['\u0661\u0662'],
		[true],
		[false],
		[[]],
		[[5]],
		[{}],
		[{ valueOf: () => 5 }],
		[new Date(0)],
		[10n],
	])('refuses %p and says what to give instead', (given) => {
		const error = thrownBy(() => parseAmount(given));

		expect(error).toBeInstanceOf(UserError);
		expect(error.message).toMatch(/^is /);
		expect(error.description).toMatch(/\d/);
	});

	it.each([['abc'], ['12,50'], ['0x10']])('shows the text %p it refuses', (given) => {
		expect(thrownBy(() => parseAmount(given)).message).toContain(`'${given}'`);
	});

	it.each<[string, string]>([
		['12,50', 'Write 12.50:'],
		['-12,50', 'Write -12.50:'],
		['1.250,00', 'Write 1250.00:'],
		['1,250.00', 'Write 1250.00:'],
		['1.250.000,5', 'Write 1250000.5:'],
		["1'250.00", 'Write 1250.00:'],
		['1 250', 'Write 1250:'],
		['1,250', 'Write 1250:'],
		['€ 25', 'Write 25:'],
		['-€25', 'Write -25:'],
		['€ -25', 'Write -25:'],
		['25 EUR', 'Write 25:'],
		['CHF 25,50', 'Write 25.50:'],
		['Rs. 500', 'Write 500:'],
		['\u221225', 'Write -25:'],
		['1.250', 'Give 1250 or 1.25.'],
		['25.000', 'Give 25000 or 25.'],
		['-12.345', 'Give -12345 or -12.35.'],
	])('tells who writes %p what it most likely means', (given, remedy) => {
		expect(thrownBy(() => parseAmount(given)).description).toContain(remedy);
	});

	it.each(['12,34,56', '1,2345', '1.25,000', '12.5.0', '5%', '10-20', 'room 12, 2 nights'])(
		'does not guess what %p means',
		(given) => {
			expect(thrownBy(() => parseAmount(given)).description).not.toMatch(/^Write/);
		},
	);

	it('stays quick over long texts', () => {
		expect(() => parseAmount(`${'1 '.repeat(100_000)}x`)).toThrow();
	});

	it('says of more than money can be that it is too large', () => {
		expect(thrownBy(() => parseAmount(1e21)).message).toBe('is 1e+21, which is too large');
	});

	it('calls a blank amount empty', () => {
		expect(thrownBy(() => parseAmount(' ')).message).toBe('is empty');
	});
});

describe('decimals of the currency', () => {
	it.each<[unknown, number, number]>([
		[0.1 + 0.2, 2, 0.3],
		['12.500', 3, 12.5],
		['1.250', 3, 1.25],
		[1.005, 3, 1.005],
		['25.00', 0, 25],
		[25, 0, 25],
		[0.1 * 3, 1, 0.3],
	])('lets %p pass with %p', (given, decimals, amount) => {
		expect(parseAmount(given, decimals)).toBe(amount);
	});

	it.each<[unknown, number, string, string]>([
		[0.125, 2, 'is 0.125, but the currency has 2 decimals', 'Give 0.13.'],
		['0.125', 2, 'is 0.125, but the currency has 2 decimals', 'Give 0.13.'],
		['12.3456', 2, 'is 12.3456, but the currency has 2 decimals', '.round(2)'],
		[12.5, 0, 'is 12.5, but the currency has no decimals', '.round(0)'],
		[12.55, 1, 'is 12.55, but the currency has 1 decimal', '.round(1)'],
		['12.345', 2, "is '12.345', but the currency has 2 decimals", 'Give 12345 or 12.35.'],
		[1e-7, 2, 'is 1e-7, but the currency has 2 decimals', 'Give 0.'],
	])('does not round %p to %p', (given, decimals, what, remedy) => {
		const error = thrownBy(() => parseAmount(given, decimals));

		expect(error.message).toBe(what);
		expect(error.description).toContain(remedy);
	});
});
