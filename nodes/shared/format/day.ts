import { tryToParseDateTime } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import { described } from './json';

const ISO_DAY = /^(?!0000)\d{4}-\d{2}-\d{2}$/;
const DAY = '(?<day>\\d{4}-\\d{2}-\\d{2})';
const TIME = '(?<time>(?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d(?:[.,]\\d+)?)?)';
const OFFSET = '(?<offset>Z|[+-](?:0\\d|1[0-4])(?::?[0-5]\\d)?)';
const ISO_DATE_TIME = new RegExp(`^${DAY}[T ]${TIME}${OFFSET}?$`, 'i');

interface Parts {
	day: string;
	time: string;
	offset?: string;
}

/**
 * The calendar day of a value in the workflow's time zone, as 'YYYY-MM-DD'.
 *
 * @param value a day, an ISO date-time (local without an offset), a Date or a
 * Luxon DateTime
 * @param isExpression the error says as well how to convert what it gives
 * @throws UserError, whose message goes on after the field's name
 */
export function parseDay(
	value: unknown,
	timeZone: string,
	isExpression = false,
): string {
	const day = dayOf(value, timeZone);
	if (day !== undefined) return day;
	throw userError({
		what: `is ${described(value)}, which is no day in the form year-month-day`,
		more: likelyMeaning(
			readingsOf(String(value).trim(), timeZone),
			isExpression,
		),
	});
}

function dayOf(value: unknown, timeZone: string): string | undefined {
	if (typeof value !== 'string') {
		return dayOfInstant(millisecondsOf(value), timeZone);
	}
	const text = value.trim();
	const parts = partsOf(text);
	if (parts?.offset === undefined) return parts?.day ?? realDay(text);
	return dayOfInstant(instantOf(text), timeZone);
}

/**
 * The same where it is a real day: not 30 February, which a Date moves to
 * March, nor in the year 0.
 */
export function realDay(day: string): string | undefined {
	if (!ISO_DAY.test(day)) return undefined;
	if (new Date(`${day}T00:00:00Z`).getUTCDate() === Number(day.slice(8))) {
		return day;
	}
	return undefined;
}

function partsOf(text: string): Parts | undefined {
	const parts = ISO_DATE_TIME.exec(text)?.groups as Parts | undefined;
	if (parts === undefined || realDay(parts.day) === undefined) return undefined;
	return parts;
}

/**
 * The day of '2026-11-21T00:00:00Z': some services give back a plain date as
 * its midnight.
 */
export function dayOfMidnight(text: string): string | undefined {
	const parts = partsOf(text);
	if (!parts || /[1-9]/.test(parts.time)) return undefined;
	return parts.day;
}

/** The zone of which a text is the midnight of another day than here. */
export function zoneElsewhere(
	text: string,
	timeZone: string,
): string | undefined {
	const day = dayOfMidnight(text);
	const offset = partsOf(text)?.offset?.toUpperCase();
	if (offset === undefined || day === undefined) return undefined;
	if (dayOfInstant(instantOf(text), timeZone) === day) return undefined;
	return offset === 'Z' ? 'UTC' : `UTC${offset}`;
}

/**
 * Epoch milliseconds of an ISO date-time with an offset; NaN for anything else.
 */
export function instantOf(text: string): number {
	if (partsOf(text)?.offset === undefined) return NaN;
	return tryToParseDateTime(
		text.replace(' ', 'T').replace(',', '.'),
	).toMillis();
}

/** Luxon has no days for the last instants of a Date. */
const END_OF_YEARS = Date.UTC(10_000, 0, 2);

/** Undefined for NaN and outside of the years with four digits. */
export function dayOfInstant(
	milliseconds: number,
	timeZone: string,
): string | undefined {
	if (!(Math.abs(milliseconds) < END_OF_YEARS)) return undefined;
	return realDay(
		tryToParseDateTime(new Date(milliseconds), timeZone).toISODate() ?? '',
	);
}

/**
 * Of a Date or a Luxon DateTime, else NaN. Luxon is known by its shape, as n8n
 * may hold another copy of it.
 */
function millisecondsOf(value: unknown): number {
	if (value instanceof Date) return value.getTime();
	const isLuxon =
		typeof value === 'object' && value !== null && 'toMillis' in value;
	if (!isLuxon) return NaN;
	return (value as { toMillis(): number }).toMillis();
}

/** What a text may mean, and the expression that converts it. */
interface Reading {
	day: string;
	conversion?: string;
}

function likelyMeaning(readings: Reading[], isExpression: boolean): string {
	const days = readings.map((each) => each.day).join(' or ');
	if (days === '') {
		return 'Give a date such as 2026-12-07. In an expression, {{ $now.plus({ days: 1 }) }} is tomorrow.';
	}
	const conversions = readings.flatMap((each) => each.conversion ?? []);
	if (conversions.length === 0 || !isExpression) return `Give ${days}.`;
	const expressions = conversions.map((each) => `{{ ${each} }}`).join(' or ');
	return `Give ${days}. An expression converts such dates: ${expressions}, with your own field for $json.date.`;
}

/** Seconds or milliseconds since 1970. */
const UNIX = /^\d{10}(?:\d{3})?$/;
/** Days since 1899, as a spreadsheet counts them; here of 2009 to 2036. */
const IN_SPREADSHEET = /^4\d{4}(?:\.\d+)?$/;
const SPREADSHEET_START = Date.UTC(1899, 11, 30);
const MILLISECONDS_OF_DAY = 86_400_000;
/**
 * Such as 21.11.2026, 11/21/26 or 2026/11/21, with or without a time behind it.
 */
const IN_PARTS = /^(\d{4}|\d\d?)([./-])(\d\d?)\2(\d{4}|\d\d?)(?:[,T ].*)?$/;
const WITHOUT_MARKS = /^(\d{4})()(\d\d)(\d\d)$/;

function readingsOf(text: string, timeZone: string): Reading[] {
	if (UNIX.test(text)) {
		const day = dayOfInstant(Number(text.padEnd(13, '0')), timeZone);
		return day === undefined ? [] : [{ day }];
	}
	if (IN_SPREADSHEET.test(text)) return [readingOfSpreadsheet(Number(text))];
	const parts = IN_PARTS.exec(text) ?? WITHOUT_MARKS.exec(text) ?? [];
	const [, first = '', mark = '', second = '', third = ''] = parts;
	if (first.length === 4) {
		return readingsOfYearFirst([first, second, third], mark);
	}
	const year = third.padStart(4, '20');
	const years = 'y'.repeat(third.length);
	const readings = reading([year, second, first], `d${mark}M${mark}${years}`);
	if (mark === '/') {
		readings.unshift(...reading([year, first, second], `M/d/${years}`));
	}
	return readings;
}

function readingOfSpreadsheet(days: number): Reading {
	const instant = new Date(SPREADSHEET_START + days * MILLISECONDS_OF_DAY);
	return {
		day: instant.toISOString().slice(0, 10),
		conversion: `DateTime.fromISO('1899-12-30').plus({ days: $json.date })`,
	};
}

function readingsOfYearFirst(
	[year, second, third]: [string, string, string],
	mark: string,
) {
	const [found] = [
		...reading([year, second, third], `yyyy${mark}M${mark}d`),
		...reading([year, third, second], `yyyy${mark}d${mark}M`),
		// The last day of a month that is shorter.
		...(Number(third) > 28 ? ['30', '29', '28'] : []).flatMap((day) =>
			reading([year, second, day]),
		),
	];
	return found ? [found] : [];
}

/** None where there is no such day. */
function reading(parts: string[], format?: string): Reading[] {
	const day = realDay(parts.map((part) => part.padStart(2, '0')).join('-'));
	if (day === undefined) return [];
	if (format === undefined) return [{ day }];
	const conversion = `DateTime.fromFormat($json.date, '${format}')`;
	return [{ day, conversion }];
}
