import { tryToParseDateTime } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import type { Moment } from '../n8n/moment';
import { localMoment, momentIn } from '../n8n/moment';
import type { ApiSettings } from './apiSettings';
import { isBlank } from './json';

const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;
const BARE_MIDNIGHT = /^(\d{4}-\d{2}-\d{2})[T ]00:00(?::00(?:\.0+)?)?(?:Z|[+-]\d{2}:?\d{2})$/i;
const NATIONAL_DAY = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/;
const ISO_DATE_TIME =
	/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}([.,]\d+)?)?(Z|[+-](0\d|1[0-4])(:?[0-5]\d)?)?$/i;

/**
 * The calendar day a value means in the workflow's time zone.
 *
 * @param value a date ('2026-11-21'), an ISO date-time, a Date or a Luxon DateTime; a date-time without
 * an offset, as n8n's date picker gives it, is taken as local time
 * @param timeZone IANA name of the workflow's time zone
 * @returns the day as 'YYYY-MM-DD'
 * @throws UserError when it is none of these; the caller adds which field and item
 */
export function parseDay(value: unknown, timeZone: string): string {
	if (isBlank(typeof value === 'string' ? value.trim() : value)) throw unusable('is empty');
	const day = dayOf(value, timeZone);
	if (day !== undefined) return day;
	throw unusable(`is ${describe(value)}, which is not a date`, conversionOf(value));
}

/**
 * Reads a date as the service wrote it, as a calendar day in `timeZone`; undefined when it is not one. A service of plain
 * dates that gives them back as the midnight they begin with, in its own zone, means the day it writes.
 */
export function decodeDay(
	value: unknown,
	timeZone: string,
	format: ApiSettings['dateFormat'],
): string | undefined {
	const day = typeof value === 'string' ? BARE_MIDNIGHT.exec(value.trim())?.[1] : undefined;
	if (format === 'date' && day !== undefined) return isRealDay(day) ? day : undefined;
	return typeof value === 'string' ? dayOf(value, timeZone) : undefined;
}

function dayOf(value: unknown, timeZone: string): string | undefined {
	try {
		if (typeof value === 'string') return dayOfText(value.trim(), timeZone);
		if (!isDateObject(value)) return undefined;
		const instant = new Date(value instanceof Date ? value.getTime() : value.toMillis());
		return dayIn(momentIn(timeZone, instant), timeZone);
	} catch {
		return undefined;
	}
}

function dayOfText(text: string, timeZone: string): string | undefined {
	if (isRealDay(text)) return text;
	const [isDateTime, , , offset] = ISO_DATE_TIME.exec(text) ?? [];
	if (isDateTime === undefined) return undefined;
	const iso = text.replace(' ', 'T').replace(',', '.');
	const moment = offset === undefined ? localMoment(iso, timeZone) : tryToParseDateTime(iso);
	// A day that does not exist, such as 30 February, would otherwise roll over into the next month.
	return moment.toISODate() === text.slice(0, 10) ? dayIn(moment, timeZone) : undefined;
}

/** True for a day as 'YYYY-MM-DD'; false for 30 February, which would roll over into the next month, and for the year 0. */
export function isRealDay(day: string): boolean {
	if (!ISO_DAY.test(day)) return false;
	const isReal = new Date(`${day}T00:00:00Z`).getUTCDate() === Number(day.slice(8));
	return isReal && !day.startsWith('0000');
}

/** The day of a moment in a time zone; undefined outside of the years that have four digits. */
export function dayIn(moment: Moment, timeZone: string): string | undefined {
	const local = moment.setZone(timeZone);
	return local.year > 0 && local.year < 10_000 ? (local.toISODate() ?? undefined) : undefined;
}

type DateObject = Date | { toMillis(): number };

/** Date, or a Luxon DateTime by its shape: n8n may hold another copy of Luxon than this package sees. */
function isDateObject(value: unknown): value is DateObject {
	if (value instanceof Date) return !Number.isNaN(value.getTime());
	return (
		typeof value === 'object' &&
		value !== null &&
		'toMillis' in value &&
		typeof value.toMillis === 'function' &&
		Number.isFinite((value as { toMillis(): unknown }).toMillis())
	);
}

function unusable(
	what: string,
	remedy = 'Give a date such as 2026-11-21, or a date with time such as 2026-11-21T15:00.',
) {
	return userError(what, remedy);
}

/** How an expression turns '21.11.2026' or '11/21/2026' into a date; undefined for what is no such text. */
function conversionOf(value: unknown): string | undefined {
	const parts = typeof value === 'string' ? NATIONAL_DAY.exec(value.trim()) : null;
	if (!parts) return undefined;
	const [, first = '', separator = '', second = '', year = ''] = parts;
	const dayFirst = `d${separator}M${separator}yyyy`;
	const monthFirst = `M${separator}d${separator}yyyy`;
	const readings = [
		...(separator === '/' ? [{ format: monthFirst, month: first, day: second }] : []),
		{ format: dayFirst, month: second, day: first },
	].filter(({ month, day }) => isRealDay(isoDay(year, month, day)));
	if (readings.length === 0) return undefined;
	const days = readings.map(({ month, day }) => isoDay(year, month, day));
	const expressions = readings.map(
		({ format }) => `{{ DateTime.fromFormat($json.date, '${format}') }}`,
	);
	return `Give ${days.join(' or ')}. An expression converts such dates: ${expressions.join(', or ')}, with your own field for $json.date.`;
}

function isoDay(year: string, month: string, day: string): string {
	return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

function describe(value: unknown): string {
	return typeof value === 'string' ? `'${value}'` : typeof value;
}
