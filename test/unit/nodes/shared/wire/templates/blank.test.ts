import { UserError } from 'n8n-workflow';

import { blankText, parseBlank } from '../../../../../../nodes/shared/wire/templates/blank';
import type { FieldValue } from '../../../../../../nodes/shared/wire/templates/valueForm';
import { thrownBy } from '../../../../support/thrown';

const DAY = '2026-11-21';

/** What a blank makes of a value, and what it reads from that. */
function roundTrip(
	blank: string,
	value: FieldValue,
	zone = 'Europe/Berlin',
	decimals = 2,
): unknown[] {
	const { form } = parseBlank(blank, decimals);
	const written = form.write(value, zone);
	return [written, form.read(written, zone)];
}

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

	it('keeps every cent from -200.00 to 200.00 in every format', () => {
		for (const blank of [
			'amount',
			'amount as text',
			'amount as minorUnits',
			'amount as minorUnits(4)',
		]) {
			const { form } = parseBlank(blank, 2);
			const cents = Array.from({ length: 40_001 }, (_, index) => (index - 20_000) / 100);
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

describe('a date', () => {
	it.each<[string, string | number]>([
		['date', '2026-11-21'],
		['date as date', '2026-11-21'],
		['date as text', '2026-11-21'],
		['date as dateTime', '2026-11-21T00:00:00.000+01:00'],
		['date as utc', '2026-11-20T23:00:00Z'],
		['date as utcDay', '2026-11-21T00:00:00Z'],
		['date as unixSeconds', 1795215600],
		['date as unixMilliseconds', 1795215600000],
		['date as utcDaySeconds', 1795219200],
		['date as utcDayMilliseconds', 1795219200000],
		['date as dd/MM/yyyy', '21/11/2026'],
		['date as yyyy-MM-dd HH:mm:ss', '2026-11-21 00:00:00'],
		['date as yyyyMMdd', '20261121'],
		['date as MM-dd-yyyy', '11-21-2026'],
		['date as dd.MM.yyyy, HH:mm', '21.11.2026, 00:00'],
		['date as yyyy-MM-ddTHH:mm:ss', '2026-11-21T00:00:00'],
		['date as yyyy年MM月dd日', '2026年11月21日'],
	])('{%s} is written as %j in Berlin, and read as the same day', (blank, written) => {
		expect(roundTrip(blank, DAY)).toEqual([written, DAY]);
	});

	it.each([
		['Europe/Berlin', '2026-03-29'],
		['Europe/Berlin', '2026-10-25'],
		['America/New_York', '2026-03-08'],
		['America/New_York', '2026-11-01'],
		// Midnight does not exist there on that day.
		['America/Santiago', '2026-09-06'],
		['Asia/Beirut', '2026-03-29'],
		['Pacific/Kiritimati', '2026-01-01'],
		['Pacific/Pago_Pago', '2026-12-31'],
		['Asia/Kathmandu', '2028-02-29'],
	])('is the same day again in %s on %s in every format', (zone, day) => {
		const formats = [
			'date',
			'dateTime',
			'utc',
			'utcDay',
			'unixSeconds',
			'unixMilliseconds',
			'utcDaySeconds',
			'utcDayMilliseconds',
			'dd/MM/yyyy',
			'yyyy-MM-dd HH:mm:ss',
		];
		expect(formats.map((format) => roundTrip(`date as ${format}`, day, zone)[1])).toEqual(
			formats.map(() => day),
		);
	});

	it('as a moment begins with the first second of the day where clocks skip midnight', () => {
		expect(roundTrip('date as yyyy-MM-dd HH:mm:ss', '2026-09-06', 'America/Santiago')[0]).toBe(
			'2026-09-06 01:00:00',
		);
		expect(roundTrip('date as utc', '2026-09-06', 'America/Santiago')[0]).toBe(
			'2026-09-06T04:00:00Z',
		);
	});

	it('is the day on which the moment lies in the workflow’s zone', () => {
		const read = (blank: string, value: string | number, zone: string) =>
			parseBlank(blank, 2).form.read(value, zone);
		expect(read('date as utc', '2026-11-20T23:30:00Z', 'Europe/Berlin')).toBe(DAY);
		expect(read('date as utc', '2026-11-20T22:30:00.000Z', 'Europe/Berlin')).toBe('2026-11-20');
		expect(read('date as dateTime', '2026-11-21T15:00:00+05:00', 'Europe/Berlin')).toBe(DAY);
		expect(read('date as unixSeconds', 1795215599, 'Europe/Berlin')).toBe('2026-11-20');
		expect(read('date as utcDay', '2026-11-21T00:00:00.000Z', 'America/New_York')).toBe(DAY);
	});

	it.each<[string, string | number]>([
		['date', '2026-11-21T00:00:00Z'],
		['date', '21/11/2026'],
		['date', '2026-02-30'],
		['date', 20261121],
		['date as dateTime', '2026-11-21'],
		['date as dateTime', '2026-11-21T00:00:00'],
		['date as dateTime', '2026-02-30T00:00:00Z'],
		['date as utc', 1795215600],
		['date as unixSeconds', 1795215600000],
		['date as unixSeconds', '1795215600'],
		['date as unixMilliseconds', 1795215600],
		['date as dd/MM/yyyy', '11/21/2026'],
		['date as dd/MM/yyyy', '2026-11-21'],
		['date as dd/MM/yyyy', '21/11/26'],
		['date as dd/MM/yyyy', '30/02/2026'],
		['date as yyyyMMdd', 20261121],
		['date as yyyy-MM-dd HH:mm', '2026-11-21 25:00'],
	])('{%s} is not read from %j', (blank, value) => {
		expect(parseBlank(blank, 2).form.read(value, 'Europe/Berlin')).toBeUndefined();
	});

	it.each(['yyyy-MM', 'dd/MM', 'HH:mm', 'yyyy-MM-dd yyyy', 'MMM dd yyyy', 'd/M/yyyy', 'x'])(
		'has no format %s',
		(format) => {
			expect(thrownBy(() => parseBlank(`date as ${format}`, 2))).toBeInstanceOf(UserError);
		},
	);
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
