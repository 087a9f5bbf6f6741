import { UserError } from 'n8n-workflow';

import { parseBlank } from '../../../../../../nodes/shared/wire/templates/blank';
import { roundTrip } from '../../../../support/templates';
import { thrownBy } from '../../../../support/thrown';

const DAY = '2026-11-21';

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
