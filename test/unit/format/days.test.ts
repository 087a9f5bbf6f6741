import fc from 'fast-check';
import { DateTime, Settings } from 'luxon';
import { tryToParseDateTime, UserError } from 'n8n-workflow';

import { parseDay } from '../../../nodes/shared/format/typed';
import type { ToldError } from '../../../nodes/shared/n8n/userError';
import { thrownBy } from '../support/errors';
import { holds } from '../support/properties';

const ZONES = ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/Berlin', 'America/New_York'];
const told = (given: unknown, zone = 'Europe/Berlin'): string => {
	const error = thrownBy(() => parseDay(given, zone));
	expect(error).toBeInstanceOf(UserError);
	return `${error.message} ${(error as ToldError).told.more ?? ''}`;
};

// As n8n has it in expressions: the zone of the workflow.
beforeAll(() => {
	Settings.defaultZone = 'Europe/Berlin';
});
afterAll(() => {
	Settings.defaultZone = 'system';
});

/** The first expression in a message. */
function converterIn(message: string): (json: object) => unknown {
	const [, code = ''] = /\{\{ (.*?) \}\}/.exec(message) ?? [];
	// eslint-disable-next-line @typescript-eslint/no-implied-eval -- it is ours
	const run = new Function('$json', 'DateTime', `return ${code}`) as (
		...given: unknown[]
	) => unknown;
	return (json) => run(json, DateTime);
}

describe('the day that a value means in the zone of the workflow', () => {
	it.each([
		...'2026-11-21 2026-11-21T00:00 2026-11-21T23:59:59.999'.split(' '),
		...[' 2026-11-21 ', '2026-11-21 23:59'],
	])('is the same in every zone for %p, which has no offset', (given) => {
		for (const zone of ZONES) expect(parseDay(given, zone)).toBe('2026-11-21');
	});

	it('is every real day that is given', () => {
		holds(
			fc.property(
				fc.integer({ min: -20_000, max: 40_000 }),
				fc.constantFrom(...ZONES),
				(n, zone) => {
					const day = new Date(n * 86_400_000).toISOString().slice(0, 10);
					expect(parseDay(day, zone)).toBe(day);
				},
			),
		);
	});

	it.each([
		['2026-11-21T10:00Z', '2026-11-22', '2026-11-20', '2026-11-21', '2026-11-21'],
		['2026-11-21T00:30:00+0100', '2026-11-21', '2026-11-20', '2026-11-21', '2026-11-20'],
		['2026-11-21T10:00:00,5Z', '2026-11-22', '2026-11-20', '2026-11-21', '2026-11-21'],
	])('is that of the moment for %p, which has one', (given, ...days) => {
		expect(ZONES.map((zone) => parseDay(given, zone))).toEqual(days);
	});

	it.each<[string, unknown]>([
		['a Date', new Date('2026-11-21T23:30:00Z')],
		['a Luxon value', tryToParseDateTime('2026-11-21T18:30', 'America/New_York')],
		['one of another copy of Luxon', DateTime.utc(2026, 11, 21, 23, 30)],
	])('is that of the moment for %s', (_, given) => {
		expect(parseDay(given, 'Europe/Berlin')).toBe('2026-11-22');
		expect(parseDay(given, 'America/New_York')).toBe('2026-11-21');
	});

	it.each<[string, unknown]>([
		['text', '2026-12-07T00:00:00.000Z'],
		['text with an offset', '2026-12-07T00:00:00+00:00'],
		['a Date', new Date('2026-12-07')],
	])('is refused for a midnight in UTC that is another day here, with both: %s', (_, given) => {
		expect(told(given, 'America/New_York')).toMatch(
			/midnight of 2026-12-07 in UTC, and 2026-12-06 in/,
		);
		expect(parseDay(given, 'Europe/Berlin')).toBe('2026-12-07');
	});

	it.each<[string, unknown, string]>([
		['here', '2026-12-07T00:00:00-05:00', '2026-12-07'],
		['elsewhere, but in UTC', '2026-12-07T00:00:00+05:30', '2026-12-06'],
		['in UTC, told by its time here', '2026-12-06T19:00:00-05:00', '2026-12-06'],
		[
			'in UTC, by a Luxon value, which has its zone',
			DateTime.fromISO('2026-12-06T19:00', { zone: 'America/New_York' }),
			'2026-12-06',
		],
	])('is that of the moment for a midnight %s', (_, given, day) => {
		expect(parseDay(given, 'America/New_York')).toBe(day);
	});
});

describe('what is no date', () => {
	it.each([
		...'abc 2026-13-01 2026-11-00 2026-11-1 2026 20261121 today'.split(' '),
		...'21.11.2026 0000-01-01 2026-02-30 2026-04-31T10:00 2026-11-21T10:61Z 2026-11-21T24:00'.split(
			' ',
		),
		...[0, 1795255200000, true, {}, null, ['2026-11-21'], new Date(NaN), new Date(8.64e15)],
		DateTime.invalid('no time'),
	])('is refused: %p', (given) => {
		for (const zone of ZONES)
			expect(told(given, zone)).toMatch(/is .*no day in the form year-month-day.*\d{4}-\d\d-\d\d/);
	});

	it.each<[unknown, string]>([
		['07.12.2026', '2026-12-07'],
		['7.12.2026 14:00', '2026-12-07'],
		['12/31/2026 14:03:22', '2026-12-31'],
		['07/12/2026', '2026-07-12, or 2026-12-07'],
		['21.11.26', '2026-11-21'],
		['2026.11.21', '2026-11-21'],
		['2026-1-5', '2026-01-05'],
		['20261121', '2026-11-21'],
		['2026-12-07 - 2026-12-09', '2026-12-07'],
		['2026-12-07 10:00 Europe/Berlin', '2026-12-07'],
		[1795255200000, '2026-11-21'],
		['1795255200', '2026-11-21'],
		[46363, '2026-12-07'],
	])('%p comes with what it most likely means', (given, days) => {
		expect(told(given)).toContain(`Write ${days} In`);
	});

	// The expression makes what is right of other rows of a column, or they are refused.
	it.each<[unknown, string]>([
		['07.12.2026', '7.12.26: 2026-12-07 | 12/07/2026 | 2026-1-5 | 7.12.202 | 7.12.2026 14:00'],
		[
			'7.12.2026 14:00',
			'7.12.2026: 2026-12-07 | 7.12.2026 2:00 pm: 2026-12-07 | 7.12.2026 14:00 +0200',
		],
		['12/31/2026 2:03 PM', '12/07/2026: 2026-12-07 | 31/12/2026'],
		['20261121', '20261121: 2026-11-21 | 2026112'],
		[46363.6, '46363: 2026-12-07'],
		[1795255200000, '1795302000000: 2026-11-22'],
		['1795255200', '1795302000: 2026-11-22'],
		['2026-12-07 - 2026-12-09', '2026-12-07 - 2026-12-09: 2026-12-07'],
		['2026-12-07 10:00 Europe/Berlin', '2026-12-07 23:30 Europe/Berlin: 2026-12-07'],
		['2026-12-07 10:00 Europe/Berlin', '2026-12-07 23:30 America/New_York'],
	])('%p comes with an expression for a column', (given, rows) => {
		const convert = converterIn(told(given));
		const right = ['2026-12-24: 2026-12-24', '2026-12-07 14:00: 2026-12-07'];
		right.push('2026-12-07T23:30:00Z: 2026-12-08', '2026-12-07T23:30:00-0500: 2026-12-08');
		for (const row of [...rows.split(' | '), ...right]) {
			const [date, day] = row.split(': ');
			const converted = (): unknown => parseDay(convert({ date }), 'Europe/Berlin');
			if (day === undefined) expect(converted).toThrow('no day in the form');
			else expect(converted()).toBe(day);
		}
	});

	it.each<[unknown, unknown]>([
		['2026-12-07T00:00:00Z', '2026-12-07T00:00:00.000Z'],
		[new Date('2026-12-07'), new Date('2026-12-07')],
	])('of midnights in UTC, the expression changes nothing else: %p', (given, row) => {
		const convert = converterIn(told(given, 'America/New_York'));
		expect(convert({ date: row })).toBe('2026-12-07');
		const right = typeof row === 'string' ? '2026-12-07T23:30:00.000Z' : new Date(0);
		expect(new Date(convert({ date: right }) as string)).toEqual(new Date(right));
	});

	it.each(['31.31.2026', '2026-02-30', 'soon', '21112026', '121'])(
		'%p comes with an example, and no guess',
		(given) => {
			expect(told(given)).toContain('Write a date such as');
		},
	);
});
