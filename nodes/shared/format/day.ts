import { tryToParseDateTime } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import { described } from './json';

export const ISO_DAY_LENGTH = 'YYYY-MM-DD'.length;
const ISO_DAY = /^(?!0000)\d{4}-\d{2}-\d{2}$/;
const ISO_DATE_TIME =
	/^(?<day>\d{4}-\d{2}-\d{2})[T ](?<time>(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d+)?)?)(?<offset>Z|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)?$/i;

const EXAMPLE =
	'Give a date such as 2026-12-07. In an expression, {{ $now.plus({ days: 1 }) }} is tomorrow.';

/**
 * The calendar day of a value in the workflow's time zone, as 'YYYY-MM-DD'.
 *
 * @param value a day, an ISO date-time (local without an offset), a Date or a Luxon DateTime
 * @param origin of an expression, the error says how to convert what it gives
 * @throws UserError, whose message goes on after the field's name
 */
export function parseDay(value: unknown, timeZone: string, origin: 'typed' | 'expression'): string {
	const day =
		typeof value === 'string'
			? dayOfText(value.trim(), timeZone)
			: dayOfInstant(millisecondsOf(value), timeZone);
	if (day !== undefined) return day;
	const remedy = likelyMeaning(String(value).trim(), timeZone, origin);
	throw userError({
		what: `is ${described(value)}, which is not in the form year-month-day`,
		more: remedy,
	});
}

/** True for a day as 'YYYY-MM-DD'; false for 30 February, which a Date moves to March, and for the year 0. */
export function isRealDay(day: string): boolean {
	if (!ISO_DAY.test(day)) return false;
	return new Date(`${day}T00:00:00Z`).getUTCDate() === Number(day.slice(8));
}

function partsOf(text: string): { day: string; time: string; offset?: string } | undefined {
	const parts = ISO_DATE_TIME.exec(text)?.groups as ReturnType<typeof partsOf>;
	return parts && isRealDay(parts.day) ? parts : undefined;
}

/** The day of '2026-11-21T00:00:00Z': some services give back a plain date as its midnight. */
export function dayOfMidnight(text: string): string | undefined {
	const { day, time = '' } = partsOf(text) ?? {};
	return /[1-9]/.test(time) ? undefined : day;
}

/** The offset of '2026-11-21T00:00:00+01:00'; undefined for another time of the day, or without one. */
export function offsetOfMidnight(text: string): string | undefined {
	return dayOfMidnight(text) === undefined ? undefined : partsOf(text)?.offset;
}

/** Epoch milliseconds of an ISO date-time with an offset; NaN for anything else. */
export function instantOf(text: string): number {
	if (partsOf(text)?.offset === undefined) return NaN;
	return tryToParseDateTime(text.replace(' ', 'T').replace(',', '.')).toMillis();
}

/** Luxon has no days for the last instants of a Date. */
const END_OF_YEARS = Date.UTC(10_000, 0, 2);

/** Undefined for NaN and outside of the years with four digits. */
export function dayOfInstant(milliseconds: number, timeZone: string): string | undefined {
	if (!(Math.abs(milliseconds) < END_OF_YEARS)) return undefined;
	const day = tryToParseDateTime(new Date(milliseconds), timeZone).toISODate() ?? '';
	return isRealDay(day) ? day : undefined;
}

function dayOfText(text: string, timeZone: string): string | undefined {
	if (isRealDay(text)) return text;
	const { day, offset } = partsOf(text) ?? {};
	return offset === undefined ? day : dayOfInstant(instantOf(text), timeZone);
}

/** Of a Date or a Luxon DateTime, else NaN. Luxon is known by its shape, as n8n may hold another copy of it. */
function millisecondsOf(value: unknown): number {
	if (value instanceof Date) return value.getTime();
	const isLuxon = typeof value === 'object' && value !== null && 'toMillis' in value;
	return isLuxon ? (value as { toMillis(): number }).toMillis() : NaN;
}

/** A day in another order, such as 21.11.2026 or 2026/11/21, with or without a time behind it. */
const NATIONAL_DAY = /^(\d{1,4})([./-])(\d{1,2})\2(\d{1,2}|\d{4})(?:[,T ].*)?$/;

function likelyMeaning(text: string, timeZone: string, origin: 'typed' | 'expression'): string {
	const month = /^(\d{4}-(?:0[1-9]|1[0-2]))-(?:29|3[01])(?!\d)/.exec(text)?.[1];
	if (month !== undefined && !isRealDay(text.slice(0, 10))) {
		const last = [30, 29, 28].find((day) => isRealDay(`${month}-${day}`));
		return `That month ends with ${month}-${last}. Give a day that there is.`;
	}
	const readings = readingsOf(text, timeZone).filter(([day]) => isRealDay(day));
	if (readings.length === 0) return EXAMPLE;
	const likeliest = `Give ${readings.map(([day]) => day).join(' or ')}.`;
	if (origin === 'typed') return likeliest;
	const conversions = readings.map(([, conversion]) => `{{ DateTime.${conversion} }}`);
	return `${likeliest} An expression converts such dates: ${conversions.join(', or ')}, with your own field for $json.date.`;
}

/** What '11/12/2026' may be, the likeliest first; not each has to be a real day. */
function readingsOf(text: string, timeZone: string): Array<[day: string, conversion: string]> {
	const reading = (format: string, ...parts: string[]): [string, string] => [
		parts.map((part) => part.padStart(2, '0')).join('-'),
		`fromFormat($json.date, '${format}')`,
	];
	if (/^\d{10}(\d{3})?$/.test(text)) {
		const [unit, name] = text.length === 10 ? [1000, 'fromSeconds'] : [1, 'fromMillis'];
		const day = dayOfInstant(Number(text) * unit, timeZone) ?? '';
		return [[day, `${name}(Number($json.date))`]];
	}
	const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(text);
	if (compact) return [reading('yyyyMMdd', ...compact.slice(1))];
	const [, first = '', mark = '', second = '', third = ''] = NATIONAL_DAY.exec(text) ?? [];
	if (first.length === 4) {
		if (Number(second) > 12) return [reading(`yyyy${mark}d${mark}M`, first, third, second)];
		return [reading(`yyyy${mark}M${mark}d`, first, second, third)];
	}
	const [year, years] = third.length === 2 ? [`20${third}`, 'yy'] : [third, 'yyyy'];
	const monthFirst = reading(`M${mark}d${mark}${years}`, year, first, second);
	const dayFirst = reading(`d${mark}M${mark}${years}`, year, second, first);
	return mark === '/' ? [monthFirst, dayFirst] : [dayFirst];
}
