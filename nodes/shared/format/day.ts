import { tryToParseDateTime } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import { described } from './json';

const ISO_DAY = /^(?!0000)\d{4}-\d{2}-\d{2}$/;
const DAY = '(?<day>\\d{4}-\\d{2}-\\d{2})';
const TIME = '(?<time>(?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d(?:[.,]\\d+)?)?)';
const OFFSET = '(?<offset>Z|[+-](?:0\\d|1[0-4])(?::?[0-5]\\d)?)';
const ISO_DATE_TIME = new RegExp(`^${DAY}[T ]${TIME}${OFFSET}?$`, 'i');

/** Of an ISO date-time. */
interface Parts {
	day: string;
	time: string;
	offset?: string;
}

/**
 * The calendar day of a value in the workflow's time zone, as 'YYYY-MM-DD'.
 *
 * @param value a day, an ISO date-time (local without an offset), a Date or a Luxon DateTime
 * @param origin of an expression, the error says how to convert what it gives
 * @throws UserError, whose message goes on after the field's name
 */
export function parseDay(value: unknown, timeZone: string, origin: 'typed' | 'expression'): string {
	const day = dayOf(value, timeZone);
	if (day !== undefined) return day;
	const text = String(value).trim();
	const lastDay = lastDayInstead(text);
	if (lastDay !== undefined) {
		throw userError({
			what: `is ${described(value)}, and there is no such day`,
			more: `That month ends with ${lastDay}. Give a day that there is.`,
		});
	}
	throw userError({
		what: `is ${described(value)}, which is not in the form year-month-day`,
		more: likelyMeaning(text, timeZone, origin),
	});
}

function dayOf(value: unknown, timeZone: string): string | undefined {
	if (typeof value !== 'string') return dayOfInstant(millisecondsOf(value), timeZone);
	const text = value.trim();
	if (isRealDay(text)) return text;
	const parts = partsOf(text);
	if (parts?.offset === undefined) return parts?.day;
	return dayOfInstant(instantOf(text), timeZone);
}

/** The same where it is a real day. */
export function realDay(day: string): string | undefined {
	return isRealDay(day) ? day : undefined;
}

/** True for a day as 'YYYY-MM-DD'; false for 30 February, which a Date moves to March, and for the year 0. */
function isRealDay(day: string): boolean {
	if (!ISO_DAY.test(day)) return false;
	return new Date(`${day}T00:00:00Z`).getUTCDate() === Number(day.slice(8));
}

function partsOf(text: string): Parts | undefined {
	const parts = ISO_DATE_TIME.exec(text)?.groups as Parts | undefined;
	if (parts === undefined || !isRealDay(parts.day)) return undefined;
	return parts;
}

/** The day of '2026-11-21T00:00:00Z': some services give back a plain date as its midnight. */
export function dayOfMidnight(text: string): string | undefined {
	const parts = partsOf(text);
	if (!parts || /[1-9]/.test(parts.time)) return undefined;
	return parts.day;
}

/** The zone of which a text is the midnight of another day than here. */
export function zoneElsewhere(text: string, timeZone: string): string | undefined {
	const day = dayOfMidnight(text);
	const offset = partsOf(text)?.offset?.toUpperCase();
	if (offset === undefined || day === undefined) return undefined;
	if (dayOfInstant(instantOf(text), timeZone) === day) return undefined;
	return offset === 'Z' ? 'UTC' : `UTC${offset}`;
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
	return realDay(day);
}

/** Of a Date or a Luxon DateTime, else NaN. Luxon is known by its shape, as n8n may hold another copy of it. */
function millisecondsOf(value: unknown): number {
	if (value instanceof Date) return value.getTime();
	const isLuxon = typeof value === 'object' && value !== null && 'toMillis' in value;
	if (!isLuxon) return NaN;
	return (value as { toMillis(): number }).toMillis();
}

const LATE_IN_MONTH = /^(\d{4}-\d\d)-(?:29|3[01])(?!\d)/;

/** The last day of the month, for a day behind it. */
function lastDayInstead(text: string): string | undefined {
	const month = LATE_IN_MONTH.exec(text)?.[1];
	if (month === undefined || isRealDay(text.slice(0, 10))) return undefined;
	return [`${month}-30`, `${month}-29`, `${month}-28`].find(isRealDay);
}

function likelyMeaning(text: string, timeZone: string, origin: 'typed' | 'expression'): string {
	const readings = readingsOf(text, timeZone).filter(({ day }) => isRealDay(day));
	if (readings.length === 0) {
		return 'Give a date such as 2026-12-07. In an expression, {{ $now.plus({ days: 1 }) }} is tomorrow.';
	}
	const advice = `Give ${readings.map(({ day }) => day).join(' or ')}.`;
	if (origin === 'typed') return advice;
	const conversions = readings.map(({ conversion }) => `{{ DateTime.${conversion} }}`);
	return `${advice} An expression converts such dates: ${conversions.join(', or ')}, with your own field for $json.date.`;
}

/** What a text may mean, and how an expression converts it. */
interface Reading {
	day: string;
	conversion: string;
}

/** Such as 21.11.2026, 11/21/26, 2026/11/21 or 20261121, with or without a time behind it. */
const IN_PARTS = /^(\d{4}|\d\d?)([./-]?)(\d\d?)\2(\d{4}|\d\d?)(?:[,T ].*)?$/;

/** What '11/12/2026' may be, the likeliest first; not each is a real day. */
function readingsOf(text: string, timeZone: string): Reading[] {
	if (/^\d{10}$/.test(text)) return [instantReading(Number(text) * 1000, 'fromSeconds', timeZone)];
	if (/^\d{13}$/.test(text)) return [instantReading(Number(text), 'fromMillis', timeZone)];
	const [, first = '', mark = '', second = '', third = ''] = IN_PARTS.exec(text) ?? [];
	if (first.length === 4 && mark === '') return [reading([first, second, third], 'yyyyMMdd')];
	if (first.length === 4) {
		const isDayFirst = Number(second) > 12;
		if (isDayFirst) return [reading([first, third, second], `yyyy${mark}d${mark}M`)];
		return [reading([first, second, third], `yyyy${mark}M${mark}d`)];
	}
	const year = third.padStart(4, '20');
	const years = 'y'.repeat(third.length);
	const dayFirst = reading([year, second, first], `d${mark}M${mark}${years}`);
	if (mark !== '/') return [dayFirst];
	return [reading([year, first, second], `M/d/${years}`), dayFirst];
}

function reading(parts: string[], format: string): Reading {
	const day = parts.map((part) => part.padStart(2, '0')).join('-');
	return { day, conversion: `fromFormat($json.date, '${format}')` };
}

function instantReading(instant: number, name: string, timeZone: string): Reading {
	const day = dayOfInstant(instant, timeZone) ?? '';
	return { day, conversion: `${name}(Number($json.date))` };
}
