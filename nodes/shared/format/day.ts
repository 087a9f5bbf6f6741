import { tryToParseDateTime } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import type { Meaning, Step } from './meaning';
import { escaped, meaningBy, tell } from './meaning';

/** Its day, and its offset if it has one. */
const DATE_TIME =
	/^(\d{4}-\d\d-\d\d)[T ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d+)?)?(Z|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)?$/i;
const UTC_MIDNIGHT = /[T ]00:00(:00([.,]0+)?)?(Z|[+-]00(:?00)?)$/i;
const DAY_MS = 86_400_000;

/** Undefined for 30 February, which a Date moves to March. */
export function realDay(day: string): string | undefined {
	if (!/^(?!0000)\d{4}-\d\d-\d\d$/.test(day)) return undefined;
	const date = new Date(`${day}T00:00:00Z`);
	return date.getUTCDate() === Number(day.slice(8)) ? day : undefined;
}

/**
 * The calendar day of a value in the workflow's time zone, as 'YYYY-MM-DD'.
 *
 * @param value a day, an ISO date-time (local without an offset), a Date or a
 * Luxon DateTime
 * @param isExpression the text says how to convert a whole column
 * @throws UserError, which goes on after the field's name
 */
export function parseDay(
	value: unknown,
	timeZone: string,
	isExpression = false,
): string {
	const text = typeof value === 'string' ? value.trim() : '';
	const [, written = text, offset] = DATE_TIME.exec(text) ?? [];
	const isDay = realDay(written) !== undefined;
	if (isDay && !offset) return written;
	const isDate = value instanceof Date;
	const iso = isDay ? text.replace(' ', 'T').replace(',', '.') : '';
	const day = dayOf(iso || dateOf(value), timeZone);
	if (day === undefined) throw misread(value, timeZone, isExpression);
	// Most likely a plain date, of which something has made a midnight.
	const moment = isDate ? value.toISOString() : text;
	const meant = moment.replace(UTC_MIDNIGHT, '');
	if (meant === moment || meant === day) return day;
	const column = isDate ? '$json.date.toISOString()' : 'String($json.date)';
	const { code } = meaningBy(column, moment, [[UTC_MIDNIGHT, '']]);
	throw userError({
		what: `is the midnight of ${meant} in UTC, and ${day} in the workflow's time zone (${timeZone})`,
		advice: `Give ${meant} if that day is meant; in an expression, {{ ${code} }}, with the name of your own field`,
	});
}

/** Luxon is known by its shape, as n8n may hold another copy of it. */
function dateOf(value: unknown): Date {
	if (value instanceof Date) return value;
	const luxon = value as { toMillis?: () => number } | null;
	const isLuxon = typeof luxon === 'object' && luxon?.toMillis;
	return new Date(isLuxon ? isLuxon.call(luxon) : NaN);
}

/** Undefined for what is no moment. */
export function dayOf(
	moment: Date | string | number,
	timeZone: string,
): string | undefined {
	try {
		const time = tryToParseDateTime(moment, timeZone).setZone(timeZone);
		return realDay(time.toISODate() ?? '');
	} catch {
		return undefined;
	}
}

function misread(value: unknown, timeZone: string, isExpression: boolean) {
	const text = `${value as string}`.trim();
	const meanings = [...countsIn(text, timeZone), ...datesIn(text, timeZone)];
	const told = tell(value, meanings, isExpression);
	const {
		likely = 'a date such as 2026-12-07; {{ $now.plus({ days: 1 }) }} is tomorrow',
	} = told;
	return userError({
		what: `is ${told.shown}, which is no day in the form year-month-day`,
		advice: `Give ${likely}`,
		more: told.more,
	});
}

/** Such as days since 1899, of 2009 to 2036, as a spreadsheet counts them. */
const COUNTS: Array<[pattern: RegExp, start: number, unitMs: number]> = [
	[/^(4\d{4})(\.\d+)?$/, 25_569, DAY_MS],
	[/^(\d{10})$/, 0, 1000],
	[/^(\d{13})$/, 0, 1],
];

function countsIn(text: string, timeZone: string): Meaning[] {
	const meanings: Meaning[] = [];
	for (const [pattern, start, unitMs] of COUNTS) {
		const count = pattern.exec(text)?.[1];
		if (count === undefined) continue;
		const iso = new Date((Number(count) - start) * unitMs).toISOString();
		const day = parseDay(iso.replace(UTC_MIDNIGHT, ''), timeZone);
		const made = `new Date((n - ${start}) * ${unitMs}).toISOString()`;
		const code = `String($json.date).replace(${pattern}, (_, n) => ${made}.replace('T00:00:00.000Z', ''))`;
		meanings.push({ text: day, code });
	}
	return meanings;
}

/** How people write days, by what is to be made of them. */
const SHAPES: Array<[pattern: string, replacement: string]> = [
	['(\\d{4})[./-](\\d\\d?)[./-](\\d\\d?)', '$1-0$2-0$3'],
	['(\\d{4})(\\d\\d)(\\d\\d)', '$1-$2-$3'],
	['(\\d\\d?)/(\\d\\d?)/(?:20)?(\\d\\d)', '20$3-0$1-0$2'],
	['(\\d\\d?)/(\\d\\d?)/(?:20)?(\\d\\d)', '20$3-0$2-0$1'],
	['(\\d\\d?)[.-](\\d\\d?)[.-](?:20)?(\\d\\d)', '20$3-0$2-0$1'],
];
const TIME = '(?:,? [\\d:]+(?: ?[ap]m)?)?';

function datesIn(text: string, timeZone: string): Meaning[] {
	const meanings: Meaning[] = [];
	const behind = `(?: - .*| [\\d:.]+ ${escaped(timeZone)})`;
	const iso = `(\\d{4}-\\d\\d-\\d\\d)${behind}`;
	for (const [shape, replacement] of [...SHAPES, [iso, '$1'] as const]) {
		const step: Step = [new RegExp(`^${shape}${TIME}$`, 'i'), replacement];
		const steps: Step[] = [step, [/-0(\d\d)\b/g, '-$1']];
		const meaning = meaningBy('String($json.date)', text, steps);
		if (realDay(meaning.text)) meanings.push(meaning);
	}
	return meanings;
}
