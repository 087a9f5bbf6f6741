import { UserError } from 'n8n-workflow';

import { parseBlank } from '../../../../../../nodes/shared/wire/templates/blank';
import { roundTrip } from '../../../../support/templates';
import { thrownBy } from '../../../../support/thrown';

describe('an amount', () => {
	it.each<[string, string | number]>([
		['amount as commaText', '12.50'],
		['amount as commaText', '1.250,00'],
		['amount as commaText', '1,250,00'],
		['amount as commaText', 12.5],
		['amount as text', '12,50'],
		['amount as minorUnits as text', 1250],
		['amount as minorUnits as text', '12.50'],
		['amount as minorUnits as text', ''],
	])('{%s} does not take %j for one', (blank, value) => {
		expect(parseBlank(blank, 2).form.read(value, 'UTC')).toBeUndefined();
	});

	it.each<[string, number, number, string | number]>([
		['amount', 2, 12.5, 12.5],
		['amount as number', 2, -0.05, -0.05],
		['amount as text', 2, 12.5, '12.50'],
		['amount as text', 2, -3, '-3.00'],
		['amount as text', 0, 1200, '1200'],
		['amount as text', 3, 12.5, '12.500'],
		['amount as commaText', 2, 12.5, '12,50'],
		['amount as commaText', 2, -1234.05, '-1234,05'],
		['amount as commaText', 0, 1200, '1200'],
		['amount as minorUnits as text', 2, 12.5, '1250'],
		['amount as minorUnits(3) as text', 2, -12.5, '-12500'],
		['amount as number as text', 2, 12.5, '12.5'],
		['amount as text as text', 2, 12.5, '12.50'],
		['amount as minorUnits', 2, 12.5, 1250],
		['amount as minorUnits', 2, 1.15, 115],
		['amount as minorUnits', 0, 1200, 1200],
		['amount as minorUnits', 3, 12.345, 12345],
		['amount as minorUnits(0)', 2, 12, 12],
		['amount as minorUnits(1)', 2, 12.5, 125],
		['amount as minorUnits(2)', 0, 12.5, 1250],
		['amount as minorUnits(3)', 2, 12.5, 12500],
		['amount as minorUnits(4)', 2, -1.0001, -10001],
		['amount as minorUnits', 2, 8999999999999.99, 899999999999999],
	])('{%s} with %i decimals: %d is %j', (blank, decimals, amount, written) => {
		expect(roundTrip(blank, amount, 'UTC', decimals)).toEqual([written, amount]);
	});

	it('keeps every cent from -20.00 to 20.00 in every format', () => {
		for (const blank of [
			'amount',
			'amount as text',
			'amount as minorUnits',
			'amount as minorUnits(4)',
		]) {
			const { form } = parseBlank(blank, 2);
			const cents = Array.from({ length: 4_001 }, (_, index) => (index - 2_000) / 100);
			expect(cents.map((cent) => form.read(form.write(cent, 'UTC'), 'UTC'))).toEqual(cents);
		}
	});

	it.each<[string, number, number]>([
		['amount as minorUnits(0)', 2, 12.5],
		['amount as minorUnits', 0, 0.5],
		['amount as minorUnits', 2, 12.345],
		['amount as minorUnits', 2, -0.001],
		['amount as text', 2, 1.005],
		['amount as text', 0, 1.5],
		['amount as minorUnits(4)', 4, 9e12],
	])('{%s} with %i decimals is never rounded to: %d', (blank, decimals, amount) => {
		const error = thrownBy(() => parseBlank(blank, decimals).form.write(amount, 'UTC'));
		expect(error).toBeInstanceOf(UserError);
		expect(error.message).toContain(`is ${amount}`);
	});

	it.each<[string, string | number]>([
		['amount', '12.50'],
		['amount as text', 12.5],
		['amount as text', '12,50'],
		['amount as text', '1,250.00'],
		['amount as text', ' 12.50'],
		['amount as minorUnits', 12.5],
		['amount as minorUnits', '1250'],
		['amount as minorUnits', '12.50'],
	])('{%s} is not read from %j', (blank, value) => {
		expect(parseBlank(blank, 2).form.read(value, 'UTC')).toBeUndefined();
	});
});
