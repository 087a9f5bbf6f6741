import { UserError } from 'n8n-workflow';

import { blankText, parseBlank } from '../../../../../../nodes/shared/wire/templates/blank';
import { roundTrip } from '../../../../support/templates';
import { thrownBy } from '../../../../support/thrown';

const DAY = '2026-11-21';

describe('a blank', () => {
	it.each([
		['amount', 'number'],
		['date', 'date'],
		['description', 'text'],
		['reservationId', 'text'],
		['id', 'text'],
		['accountCode', 'text'],
		['destinationAccount', 'text'],
		['reference', 'text'],
	])('{%s} has the format %s', (field, format) => {
		expect(parseBlank(field, 2)).toMatchObject({ field, form: { name: format }, isAlways: false });
		expect(blankText(parseBlank(field, 2))).toBe(`{${field}}`);
	});

	it.each([
		['date!', 'date', 'date'],
		['date! as utc', 'date', 'utc'],
		['date as utc!', 'date', 'utc'],
		['date as dd/MM/yyyy!', 'date', 'dd/MM/yyyy'],
		[' amount ! ', 'amount', 'number'],
	])('{%s} is always sent', (text, field, format) => {
		expect(parseBlank(text, 2)).toMatchObject({ field, form: { name: format }, isAlways: true });
	});

	it('is shown as it is written', () => {
		for (const text of ['{amount as minorUnits(3)}', '{date as dd/MM/yyyy}', '{id as number}']) {
			expect(blankText(parseBlank(text.slice(1, -1), 2))).toBe(text);
		}
	});
});

describe('a number', () => {
	it.each<[string, number]>([
		['77', 77],
		['0', 0],
		['-5', -5],
		['12.5', 12.5],
		['9007199254740991', 9007199254740991],
	])('%s is sent as %d', (value, written) => {
		expect(roundTrip('reservationId as number', value)).toEqual([written, written]);
	});

	it.each([
		'007',
		'12345678901234567890',
		'9007199254740993',
		'1e5',
		'1.50',
		'+5',
		'-0',
		' 5',
		'R-1',
		'NaN',
		'0x10',
		DAY,
	])('%j is refused, as it would not stay the same', (value) => {
		const { form } = parseBlank('reservationId as number', 2);
		const error = thrownBy(() => form.write(value, 'UTC'));
		expect(error).toBeInstanceOf(UserError);
		expect(error.message).toBe(`is '${value}', which would not stay the same as a number`);
	});

	it('is not read from text, unless it is too long for a number', () => {
		const { form } = parseBlank('accountCode as number', 2);
		expect(form.read('4400', 'UTC')).toBeUndefined();
		expect(form.read('12345678901234567890', 'UTC')).toBe('12345678901234567890');
	});

	it('is not read as text', () => {
		expect(parseBlank('accountCode', 2).form.read(4400, 'UTC')).toBeUndefined();
	});
});
