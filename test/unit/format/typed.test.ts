import fc from 'fast-check';
import { DateTime, Settings } from 'luxon';
import { tryToParseDateTime, UserError } from 'n8n-workflow';

import { parseAmount, parseDay } from '../../../nodes/shared/format/typed';
import type { ToldError } from '../../../nodes/shared/n8n/userError';
import { BANNED_WORDS, thrownBy } from '../support/errors';
import { holds } from '../support/properties';

const ZONES = ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/Berlin', 'America/New_York'];

// As n8n has it in expressions: the zone of the workflow.
beforeAll(() => {
	Settings.defaultZone = 'Europe/Berlin';
});
afterAll(() => {
	Settings.defaultZone = 'system';
});

/** All that a refusal says. */
function toldBy(parse: () => unknown): string {
	const error = thrownBy(parse);
	expect(error).toBeInstanceOf(UserError);
	const told = `${error.message} ${(error as ToldError).told.more ?? ''}`;
	expect(told).not.toMatch(BANNED_WORDS);
	return told;
}
const amountTold = (given: unknown): string => toldBy(() => parseAmount(given));
const dayTold = (given: unknown, zone = 'Europe/Berlin'): string =>
	toldBy(() => parseDay(given, zone));

/** The first expression in a message. */
function converterIn(message: string): (json: object) => unknown {
	const [, code = ''] = /\{\{ (.*?) \}\}/.exec(message) ?? [];
	// eslint-disable-next-line @typescript-eslint/no-implied-eval -- it is ours
	const run = new Function('$json', 'DateTime', `return ${code}`) as (
		...given: unknown[]
	) => unknown;
	return (json) => run(json, DateTime);
}

/** The expression makes what is right of other rows of a column, or they are refused. */
function expectColumn(rows: string, read: (row: string) => unknown): void {
	for (const row of rows.split(' | ').filter(Boolean)) {
		const [given = '', meant] = row.split(': ');
		if (meant === undefined) expect(() => read(given)).toThrow(/not a plain number|no day in the/);
		else expect(String(read(given))).toBe(meant);
	}
}

describe('an amount as a user gives it', () => {
	it.each<[unknown, number]>([
		[' 12.50 ', 12.5],
		['.5', 0.5],
		['12.', 12],
		['+5', 5],
		['-0.05', -0.05],
		[-0, 0],
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

	it('of three decimals is no thousand where the service has as many', () => {
		expect(parseAmount('1.250', 3)).toBe(1.25);
	});

	it.each([
		...['  ', undefined, null, NaN, Infinity, 1e21, true, [5], {}, new Date(0)],
		...'abc 1e400 , 0x10 1_000 --5 5- . 12.5.0 \u0661 1,2345 5% 10-20 1e-7'.split(' '),
	])('is not %p, and not guessed', (given) => {
		expect(amountTold(given)).toMatch(/^is .*Write digits, with a point before decimals/);
	});

	it.each([
		['12,50', '12.50', '12,5: 12.5 | 1.250,00 | 1,250.00 | 1.250 | 1,250 | 12,50 €'],
		['1.250,00', '1250.00', '-1.250.000,5: -1250000.5 | 1,250.00: 1250 | 1.250 | 1,250'],
		['1,250.50', '1250.50', '1,250.5: 1250.5 | 1.250,50 | 1,250 | 12.345.67 | null'],
		["1'250.00", '1250.00', "2'500.00: 2500"],
		['1\u202f250', '1250', '1 250: 1250 | 1\u00a0250\u00a0000: 1250000 | 1 250,00 | 10.5 100'],
		['€ 12', '12', '€12: 12 | -€12: -12 | 12 €: 12 | € 1.250 | $ 12'],
		['-€ 1 250,50', '-1250.50', '€12: 12 | -1 250,50 €: -1250.5 | € 1,250'],
		['\u221225', '-25', ''],
		['25 EUR', '25', '-25 EUR: -25 | 25 USD | room 12, 2 nights'],
		['Rs. 500', '500', 'Rs. 500: 500 | Rs 500'],
		['1.5k', '1500', '2.5k: 2500 | 1.25k | 12,5'],
		['2k', '2000', '15k: 15000 | 1e3: 1000 | 1.5k'],
		['1,000', '1000, or 1.0000', '2,500: 2500 | 1.250 | 1,00'],
		['1.250', '1250, or 1.2500', '2.500: 2500 | 1,250'],
		['1.250.000', '1250000', '1.250 | 1,250,000: 1250000 | 1.250.000.000'],
	])('comes with what %p means: %p', (given, likely, rows) => {
		const told = amountTold(given);
		expect(told).toContain(`Write ${likely} In`);
		const convert = converterIn(told);
		const right = '12.50: 12.5 | -3: -3';
		expectColumn(`${rows} | ${right}`, (amount) => parseAmount(convert({ amount })));
		expect(parseAmount(convert({ amount: 12.5 }))).toBe(12.5);
	});
});

describe('the day that a value means in the zone of the workflow', () => {
	const inNewYork = { zone: 'America/New_York' };

	it.each<[string, unknown, string]>([
		['a day', ' 2026-11-21 ', '21 21 21 21'],
		['a time without an offset', '2026-11-21T00:00', '21 21 21 21'],
		['a time behind a blank', '2026-11-21 23:59:59.999', '21 21 21 21'],
		['a moment in UTC', '2026-11-21T10:00Z', '22 20 21 21'],
		['a moment with an offset', '2026-11-21T00:30:00+0100', '21 20 21 20'],
		['a moment with a comma', '2026-11-21T10:00:00,5Z', '22 20 21 21'],
		['a Date', new Date('2026-11-21T23:30:00Z'), '22 21 22 21'],
		['a Luxon value', tryToParseDateTime('2026-11-21T18:30', 'America/New_York'), '22 21 22 21'],
		['another copy of Luxon', DateTime.utc(2026, 11, 21, 23, 30), '22 21 22 21'],
		['a midnight in New York', '2026-11-21T00:00:00-05:00', '21 20 21 21'],
		['a midnight elsewhere, but in UTC', '2026-11-21T00:00:00+05:30', '21 20 20 20'],
		['one in UTC by its time in New York', '2026-11-20T19:00:00-05:00', '21 20 21 20'],
		['the same in Luxon', DateTime.fromISO('2026-11-20T19:00', inNewYork), '21 20 21 20'],
	])('is for %s, %p, %s November', (_, given, days) => {
		const read = ZONES.map((zone) => parseDay(given, zone).replace('2026-11-', ''));
		expect(read.join(' ')).toBe(days);
	});

	it('is every real day that is given', () => {
		const days = fc.integer({ min: -20_000, max: 40_000 });
		holds(
			fc.property(days, fc.constantFrom(...ZONES), (n, zone) => {
				const day = new Date(n * 86_400_000).toISOString().slice(0, 10);
				expect(parseDay(day, zone)).toBe(day);
			}),
		);
	});

	it.each([
		['2026-12-07T00:00:00.000Z', '2026-12-07T23:30:00.000Z'],
		['2026-12-07T00:00:00+00:00', '2026-12-07T23:30:00.000Z'],
		[new Date('2026-12-07'), new Date(0)],
	])('is refused for a midnight in UTC that is another day here: %p', (given, right) => {
		const told = dayTold(given, 'America/New_York');
		expect(told).toContain('midnight of 2026-12-07 in UTC, and 2026-12-06 in');
		expect(parseDay(given, 'Europe/Berlin')).toBe('2026-12-07');
		const convert = converterIn(told);
		expect(convert({ date: given })).toBe('2026-12-07');
		expect(new Date(convert({ date: right }) as string)).toEqual(new Date(right));
	});
});

describe('what is no date', () => {
	it.each([
		...'abc 2026-13-01 2026-11-00 2026-11-1 2026 20261121 today'.split(' '),
		...'21.11.2026 0000-01-01 2026-02-30 2026-04-31T10:00 2026-11-21T10:61Z'.split(' '),
		...[0, 1795255200000, true, {}, null, ['2026-11-21'], new Date(NaN), new Date(8.64e15)],
		...['2026-11-21T24:00', DateTime.invalid('no time')],
	])('is refused: %p', (given) => {
		for (const zone of ZONES)
			expect(dayTold(given, zone)).toMatch(/is .*no day in the form year-month-day.*\d{4}-\d\d/);
	});

	it.each<[unknown, string, string]>([
		['07.12.2026', '2026-12-07', '7.12.26: 2026-12-07 | 12/07/2026 | 2026-1-5 | 7.12.202'],
		['7.12.2026 14:00', '2026-12-07', '7.12.2026 2:00 pm: 2026-12-07 | 7.12.2026 14:00 +0200'],
		['12/31/2026 2:03 PM', '2026-12-31', '12/07/2026: 2026-12-07 | 31/12/2026'],
		['07/12/2026', '2026-07-12, or 2026-12-07', ''],
		['2026-1-5', '2026-01-05', ''],
		['20261121', '2026-11-21', '20261122: 2026-11-22 | 2026112'],
		['2026-12-07 - 2026-12-09', '2026-12-07', '2026-12-08 - 2026-12-09: 2026-12-08'],
		['2026-12-07 10:00 Europe/Berlin', '2026-12-07', '2026-12-07 23:30 America/New_York'],
		[46363.6, '2026-12-07', '46364: 2026-12-08'],
		[1795255200000, '2026-11-21', '1795302000000: 2026-11-22'],
		['1795255200', '2026-11-21', '1795302000: 2026-11-22'],
	])('%p comes with what it means: %p', (given, likely, rows) => {
		const told = dayTold(given);
		expect(told).toContain(`Write ${likely} In`);
		const convert = converterIn(told);
		const right = '2026-12-24: 2026-12-24 | 2026-12-07T23:30:00Z: 2026-12-08';
		expectColumn(`${rows} | ${right}`, (date) => parseDay(convert({ date }), 'Europe/Berlin'));
	});

	it.each(['31.31.2026', '2026-02-30', 'soon', '21112026', '121'])('%p is not guessed', (given) => {
		expect(dayTold(given)).toContain('Write a date such as');
	});
});
