import { tryToParseDateTime } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import { quoted } from './json';

const DATE_TIME =
	/^(?<day>\d{4}-\d\d-\d\d)[T ](?<time>([01]\d|2[0-3]):[0-5]\d(:[0-5]\d([.,]\d+)?)?)(?<offset>Z|[+-](0\d|1[0-4])(:?[0-5]\d)?)?$/i;
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
	const parts = DATE_TIME.exec(text)?.groups;
	const written = realDay(parts?.day ?? text);
	if (written !== undefined && !parts?.offset) return written;
	const instant = written ? instantOf(text) : millisecondsOf(value);
	const day = dayOfInstant(instant, timeZone);
	if (day === undefined) throw misread(value, timeZone, isExpression);
	const isMidnight = parts
		? !/[1-9]/.test(parts.time ?? '')
		: instant % DAY_MS === 0;
	const meant = written ?? new Date(instant).toISOString().slice(0, 10);
	if (isMidnight && meant !== day) throw elsewhere(value, meant, day, timeZone);
	return day;
}

function instantOf(text: string): number {
	return tryToParseDateTime(
		text.replace(' ', 'T').replace(',', '.'),
	).toMillis();
}

/** Luxon is known by its shape, as n8n may hold another copy of it. */
function millisecondsOf(value: unknown): number {
	if (value instanceof Date) return value.getTime();
	const luxon = value as { toMillis?: () => number } | null;
	const isLuxon = typeof luxon === 'object' && luxon?.toMillis;
	return isLuxon ? isLuxon.call(luxon) : NaN;
}

function dayOfInstant(ms: number, timeZone: string): string | undefined {
	// Luxon has no days beyond the years with four digits.
	if (!(Math.abs(ms) < Date.UTC(10_000, 0, 2))) return undefined;
	const date = tryToParseDateTime(new Date(ms), timeZone).toISODate();
	return realDay(date ?? '');
}

/** A plain date that something has made a midnight of. */
function elsewhere(
	value: unknown,
	meant: string,
	day: string,
	timeZone: string,
) {
	const isText = typeof value === 'string';
	const code = isText ? '$json.date' : 'new Date($json.date).toISOString()';
	return userError({
		what: `is the midnight of ${meant} in another time zone, and ${day} in that of the workflow (${timeZone})`,
		advice: `Give ${meant} if that day is meant; in an expression, {{ ${code}.slice(0, 10) }}, with your own field for $json.date`,
	});
}

/** What a text may mean, and the expression that gives it. */
interface Reading {
	day: string;
	code: string;
}

function misread(value: unknown, timeZone: string, isExpression: boolean) {
	const text = `${value as string}`.trim();
	const readings = readingsOf(text, timeZone);
	const days = readings.map((reading) => reading.day).join(' or ');
	const codes = readings.map((reading) => `{{ ${reading.code} }}`).join(' or ');
	return userError({
		what: `is ${quoted(value)}, which is no day in the form year-month-day`,
		advice: days
			? `Give ${days}`
			: 'Give a date such as 2026-12-07; {{ $now.plus({ days: 1 }) }} is tomorrow',
		more:
			isExpression && days
				? `For a whole column: ${codes}, with your own field for $json.date.`
				: undefined,
	});
}

/** Such as 21.11.2026, 11/21/26 or 2026/11/21, with more behind it or not. */
const IN_PARTS = /^(\d{4}|\d\d?)([./-])(\d\d?)\2(\d{4}|\d\d?)(?:[\s,T].*)?$/;
/** Days since 1899, as a spreadsheet counts them; here of 2009 to 2036. */
const OF_SPREADSHEET = /^4\d{4}(\.\d+)?$/;
const UNIX = /^\d{10}(\d{3})?$/;
/** Rows that are right already stay as they are. */
const OR_RIGHT = '/^\\d{4}-\\d\\d-\\d\\d/.test($json.date) ? $json.date : ';

function readingsOf(text: string, timeZone: string): Reading[] {
	const begins = realDay(text.slice(0, 10));
	if (begins) return [{ day: begins, code: '$json.date.slice(0, 10)' }];
	if (UNIX.test(text)) {
		const day = dayOfInstant(Number(text.padEnd(13, '0')), timeZone) ?? '';
		const unit = text.length === 10 ? 'Seconds' : 'Millis';
		const code = `${OR_RIGHT}DateTime.from${unit}(Number($json.date))`;
		return [{ day, code }];
	}
	if (OF_SPREADSHEET.test(text)) {
		const start = Date.UTC(1899, 11, 30);
		const day = new Date(start + Number(text) * DAY_MS);
		const code = `${OR_RIGHT}DateTime.fromISO('1899-12-30').plus({ days: $json.date })`;
		return [{ day: day.toISOString().slice(0, 10), code }];
	}
	const plain = /^(\d{4})(\d\d)(\d\d)$/.exec(text);
	if (plain) return reading(plain.slice(1), 'yyyyMMdd');
	const [, first = '', mark = '', second = '', third = ''] =
		IN_PARTS.exec(text) ?? [];
	if (first.length === 4) {
		return [
			...reading([first, second, third], `yyyy${mark}M${mark}d`),
			...lastOfMonth(first, second, third),
		].slice(0, 1);
	}
	if (third.length === 1) return [];
	const year = third.padStart(4, '20');
	const years = 'y'.repeat(third.length);
	const european = reading([year, second, first], `d${mark}M${mark}${years}`);
	if (mark !== '/') return european;
	const american = reading([year, first, second], `M/d/${years}`);
	return european[0]?.day === american[0]?.day
		? european
		: [...american, ...european];
}

/** A day that its month does not have. */
function lastOfMonth(year: string, month: string, day: string): Reading[] {
	if (Number(day) <= 28 || Number(day) > 31) return [];
	const last = ['30', '29', '28'].find((each) =>
		realDay(`${year}-${month.padStart(2, '0')}-${each}`),
	);
	return last ? reading([year, month, last], 'yyyy-M-d') : [];
}

/** None where there is no such day. */
function reading(parts: string[], format: string): Reading[] {
	const day = realDay(parts.map((part) => part.padStart(2, '0')).join('-'));
	if (day === undefined) return [];
	const text = /[ ,T]/.test(format)
		? '$json.date'
		: '`${$json.date}`.split(/[\\s,T]/)[0]';
	const code = `${OR_RIGHT}DateTime.fromFormat(${text}, '${format}')`;
	return [{ day, code }];
}
