import { tryToParseDateTime, UserError } from 'n8n-workflow';

import { mapperOf } from '../support/mapper';
import { thrownBy } from '../support/errors';

const ZONES = ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/Berlin', 'America/New_York'];
const dayIn = (zone: string, given: unknown): string => mapperOf({}, zone).parseDate(given, true);

describe('the day a value means in the workflow time zone', () => {
	it.each([
		'2026-11-21',
		' 2026-11-21 ',
		'2026-11-21T00:00',
		'2026-11-21T23:59:59.999',
		'2026-11-21 23:59',
	])('is the same in every zone for %p, which has no offset', (given) => {
		for (const zone of ZONES) expect(dayIn(zone, given)).toBe('2026-11-21');
	});

	it.each([
		['2026-11-21T10:00Z', '2026-11-22', '2026-11-20', '2026-11-21', '2026-11-21'],
		['2026-11-21t10:00z', '2026-11-22', '2026-11-20', '2026-11-21', '2026-11-21'],
		['2026-11-21T00:30:00+0100', '2026-11-21', '2026-11-20', '2026-11-21', '2026-11-20'],
		['2026-11-21 00:30:00+01:00', '2026-11-21', '2026-11-20', '2026-11-21', '2026-11-20'],
		['2026-11-21T23:30:00-12', '2026-11-23', '2026-11-22', '2026-11-22', '2026-11-22'],
		['2026-11-21T10:00:00,5Z', '2026-11-22', '2026-11-20', '2026-11-21', '2026-11-21'],
	])('is that of the moment for %p, which has one', (given, ...days) => {
		expect(ZONES.map((zone) => dayIn(zone, given))).toEqual(days);
	});

	it.each<[string, unknown]>([
		['a Date', new Date('2026-11-21T23:30:00Z')],
		['a Luxon value', tryToParseDateTime('2026-11-21T18:30', 'America/New_York')],
		['one of another copy of Luxon', { toMillis: () => Date.UTC(2026, 10, 21, 23, 30) }],
	])('is that of the moment for %s', (_what, given) => {
		expect(dayIn('Europe/Berlin', given)).toBe('2026-11-22');
		expect(dayIn('America/New_York', given)).toBe('2026-11-21');
	});

	it.each([
		['Europe/Berlin', '2026-10-24T21:59:59Z', '2026-10-24'],
		['Europe/Berlin', '2026-03-29T02:30', '2026-03-29'],
		['Asia/Beirut', '2026-03-29T00:00:00', '2026-03-29'],
	])('is right in %s around a change of the clocks: %s', (zone, given, day) => {
		expect(dayIn(zone, given)).toBe(day);
	});

	it.each(['2028-02-29', '0001-01-01', '9999-12-31'])('may be %s', (day) => {
		for (const zone of ZONES) expect(dayIn(zone, day)).toBe(day);
	});
});

describe('what is not a date', () => {
	it.each([
		...['abc', '2026-13-01', '2026-11-00', '2026-11-21T24:00'],
		...['2026-11-21T15:60', '2026-11-21T15', '2026-11-21T15:00 Z', '2026-11-1', '2026-11', '2026'],
		...['20261121', '2026-W47-6', '21.11.2026', '21 Nov 2026', 'today', '0', '0000-01-01'],
		...[
			'2026-02-30',
			'2026-04-31T10:00',
			'10000-01-01',
			'2026-11-21T10:00:00+24:00',
			0,
			1795255200000,
		],
		...[true, ['2026-11-21'], {}, new Date(NaN), new Date(8.64e15), { toMillis: () => 1e17 }],
	])('is refused: %p', (given) => {
		for (const zone of ZONES) {
			const error = thrownBy(() => dayIn(zone, given));
			expect(error).toBeInstanceOf(UserError);
			expect(error.message).toMatch(/^is .*, which is no day in the form year-month-day$/);
			expect(error.description).toMatch(/\d{4}-\d\d-\d\d/);
		}
	});

	it.each<[unknown, string]>([
		['07.12.2026', 'Give 2026-12-07. An expression converts'],
		['07.12.2026', `{{ DateTime.fromFormat($json.date, 'd.M.yyyy') }}`],
		['11/21/2026', `{{ DateTime.fromFormat($json.date, 'M/d/yyyy') }}`],
		['07.12.2026 15:00', 'Give 2026-12-07.'],
		['21.11.26', 'Give 2026-11-21.'],
		['07/12/2026', 'Give 2026-07-12 or 2026-12-07.'],
		['21/11/2026', 'Give 2026-11-21.'],
		['2026.11.21', 'Give 2026-11-21.'],
		['2026-1-5', 'Give 2026-01-05.'],
		['20261121', 'Give 2026-11-21.'],
		['2026-13-01', `Give 2026-01-13.`],
		[1795255200000, 'Give 2026-11-21.'],
		['1795255200', 'Give 2026-11-21.'],
		['2026-02-30', 'Give 2026-02-28.'],
		['2028-02-30T10:00', 'Give 2028-02-29.'],
		['2026-04-31', 'Give 2026-04-30.'],
		['2026-12-31T24:00', 'Give 2026-12-31.'],
		[46363, 'Give 2026-12-07. An expression converts'],
		['46363.75', `{{ DateTime.fromISO('1899-12-30').plus({ days: $json.date }) }}`],
	])('%p comes with what it most likely means', (given, remedy) => {
		expect(thrownBy(() => dayIn('Europe/Berlin', given)).description).toContain(remedy);
	});

	it.each(['31.31.2026', 'soon', '2026-13-32', '21112026', '121', '12345'])(
		'%p comes with an example, and no guess',
		(given) => {
			expect(thrownBy(() => dayIn('Europe/Berlin', given)).description).toMatch(
				/^Give a date such as/,
			);
		},
	);
});
