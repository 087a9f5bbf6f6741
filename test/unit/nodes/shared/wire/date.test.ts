import { tryToParseDateTime, UserError } from 'n8n-workflow';

import { parseDay } from '../../../../../nodes/shared/wire/date';
import { thrownBy } from '../../../support/thrown';

const ZONES = ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/Berlin', 'America/New_York'];

describe('the day a value means in the workflow time zone', () => {
	it.each([
		'2026-11-21',
		' 2026-11-21 ',
		'2026-11-21T00:00',
		'2026-11-21T23:59:59.999',
		'2026-11-21 00:00:00',
		'2026-11-21 23:59',
	])('is the same in every zone for %p, which has no offset', (given) => {
		for (const zone of ZONES) expect(parseDay(given, zone)).toBe('2026-11-21');
	});

	it.each([
		['2026-11-21T10:00Z', '2026-11-22', '2026-11-20', '2026-11-21', '2026-11-21'],
		['2026-11-21T10:00z', '2026-11-22', '2026-11-20', '2026-11-21', '2026-11-21'],
		['2026-11-21t10:00z', '2026-11-22', '2026-11-20', '2026-11-21', '2026-11-21'],
		['2026-11-21T10:00:00-00:00', '2026-11-22', '2026-11-20', '2026-11-21', '2026-11-21'],
		['2026-11-21T00:30:00+01:00', '2026-11-21', '2026-11-20', '2026-11-21', '2026-11-20'],
		['2026-11-21T00:30:00+0100', '2026-11-21', '2026-11-20', '2026-11-21', '2026-11-20'],
		['2026-11-20T18:30:00-0500', '2026-11-21', '2026-11-20', '2026-11-21', '2026-11-20'],
		['2026-11-21T00:30:00+01', '2026-11-21', '2026-11-20', '2026-11-21', '2026-11-20'],
		['2026-11-21 00:30:00+01:00', '2026-11-21', '2026-11-20', '2026-11-21', '2026-11-20'],
		['2026-11-21T00:30:00+14:00', '2026-11-21', '2026-11-19', '2026-11-20', '2026-11-20'],
		['2026-11-21T23:30:00-12:00', '2026-11-23', '2026-11-22', '2026-11-22', '2026-11-22'],
		['2026-11-21T10:00:00.123456789Z', '2026-11-22', '2026-11-20', '2026-11-21', '2026-11-21'],
		['2026-11-21T10:00:00,5Z', '2026-11-22', '2026-11-20', '2026-11-21', '2026-11-21'],
		['2026-12-31T23:30:00Z', '2027-01-01', '2026-12-31', '2027-01-01', '2026-12-31'],
	])('is that of the moment for %p, which has an offset', (given, ...days) => {
		expect(ZONES.map((zone) => parseDay(given, zone))).toEqual(days);
	});

	it('is that of the moment for a Date', () => {
		const moment = new Date('2026-11-21T10:00:00Z');
		expect(ZONES.map((zone) => parseDay(moment, zone))).toEqual([
			'2026-11-22',
			'2026-11-20',
			'2026-11-21',
			'2026-11-21',
		]);
	});

	it('is that of the moment for a Luxon value, whatever zone it carries', () => {
		const lateInNewYork = tryToParseDateTime('2026-11-21T23:30', 'America/New_York');
		expect(ZONES.map((zone) => parseDay(lateInNewYork, zone))).toEqual([
			'2026-11-22',
			'2026-11-21',
			'2026-11-22',
			'2026-11-21',
		]);
	});

	it('is read from a Luxon value of another copy of the library', () => {
		expect(parseDay({ toMillis: () => Date.UTC(2026, 10, 21, 23) }, 'Europe/Berlin')).toBe(
			'2026-11-22',
		);
	});

	it.each([
		['Europe/Berlin', '2026-03-28T22:59:59Z', '2026-03-28'],
		['Europe/Berlin', '2026-03-28T23:00:00Z', '2026-03-29'],
		['Europe/Berlin', '2026-03-29T21:59:59Z', '2026-03-29'],
		['Europe/Berlin', '2026-03-29T22:00:00Z', '2026-03-30'],
		['Europe/Berlin', '2026-10-24T21:59:59Z', '2026-10-24'],
		['Europe/Berlin', '2026-10-24T22:00:00Z', '2026-10-25'],
		['Europe/Berlin', '2026-10-25T02:30:00', '2026-10-25'],
		['Europe/Berlin', '2026-10-25T22:59:59Z', '2026-10-25'],
		['Europe/Berlin', '2026-10-25T23:00:00Z', '2026-10-26'],
		['America/New_York', '2026-03-08T04:59:59Z', '2026-03-07'],
		['America/New_York', '2026-03-08T05:00:00Z', '2026-03-08'],
		['America/New_York', '2026-03-09T03:59:59Z', '2026-03-08'],
		['America/New_York', '2026-03-09T04:00:00Z', '2026-03-09'],
		['America/New_York', '2026-11-01T01:30:00', '2026-11-01'],
		['America/New_York', '2026-11-02T04:59:59Z', '2026-11-01'],
		['America/New_York', '2026-11-02T05:00:00Z', '2026-11-02'],
		['Europe/Berlin', '2026-03-29T02:30', '2026-03-29'],
		['Africa/Cairo', '2026-04-24T00:30', '2026-04-24'],
		['Asia/Beirut', '2026-03-29', '2026-03-29'],
		['Asia/Beirut', '2026-03-29T00:00:00', '2026-03-29'],
	])('is right in %s around a change of the clocks: %s', (zone, given, day) => {
		expect(parseDay(given, zone)).toBe(day);
	});

	it.each(['2028-02-29', '0001-01-01', '9999-12-31'])('may be %s', (day) => {
		for (const zone of ZONES) expect(parseDay(day, zone)).toBe(day);
	});
});

describe('what is not a date', () => {
	it.each([
		'abc',
		'2026-02-30',
		'2026-02-29',
		'2026-04-31T10:00',
		'2026-13-01',
		'2026-00-10',
		'2026-11-00',
		'2026-11-21T24:00',
		'2026-11-21T24:00Z',
		'2026-11-21T25:00',
		'2026-11-21T15:60',
		'2026-11-21T15',
		'2026-11-21T',
		'2026-11-21T15:00 Z',
		'2026-11-21T15:00[Europe/Berlin]',
		'2026-11-1',
		'2026-11',
		'2026',
		'20261121',
		'2026-W47-6',
		'2026-325',
		'21.11.2026',
		'11/21/2026',
		'21 Nov 2026',
		'Sat, 21 Nov 2026 12:00:00 GMT',
		'today',
		'0',
		'1795255200',
		'0000-01-01',
		'10000-01-01',
		'+010000-01-01',
		'-0001-01-01',
		'9999-12-31T23:00:00-11:00',
		'2026-11-21T10:00:00+99:00',
		'2026-11-21T10:00:00+24:00',
		'2026-11-21T10:00:00+01:99',
	])('is refused as text: %p', (given) => {
		const error = thrownBy(() => parseDay(given, 'Europe/Berlin'));

		expect(error).toBeInstanceOf(UserError);
		expect(error.message).toBe(`is '${given}', which is not a date`);
		expect(error.description).toContain('2026-11-21');
	});

	it.each<[string, unknown]>([
		['zero', 0],
		['a timestamp', 1795255200000],
		['true', true],
		['a list', ['2026-11-21']],
		['an empty list', []],
		['an object', {}],
		['an invalid Date', new Date(NaN)],
		['an invalid Luxon value', tryToParseDateTime('2026-11-21', 'UTC').setZone('Nowhere/Zone')],
		['a Date in the year 10000', new Date('+010000-01-01T12:00:00Z')],
		['the last Date there is', new Date(8.64e15)],
		['a moment beyond all Dates', { toMillis: () => 1e17 }],
	])('is refused: %s', (_what, given) => {
		for (const zone of ZONES) {
			const error = thrownBy(() => parseDay(given, zone));
			expect(error).toBeInstanceOf(UserError);
			expect(error.message).toMatch(/^is .*, which is not a date$/);
			expect(error.description).toContain('2026-11-21');
		}
	});

	it.each(['31.31.2026', '2026.11.21', '21.11.26', '2026-1-5'])(
		'comes with an example, and no guess, for %s',
		(given) => {
			const { description } = thrownBy(() => parseDay(given, 'Europe/Berlin'));
			expect(description).toMatch(/^Give a date such as/);
		},
	);

	it.each([[''], ['   '], [undefined], [null]])('is called empty when it is %p', (given) => {
		expect(thrownBy(() => parseDay(given, 'Europe/Berlin')).message).toBe('is empty');
	});
});
