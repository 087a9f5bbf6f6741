import { tryToParseDateTime } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import { isBlank } from './json';

type Moment = ReturnType<typeof tryToParseDateTime>;

const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;
const ISO_DATE_TIME =
	/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}([.,]\d+)?)?(Z|[+-](0\d|1[0-4])(:?[0-5]\d)?)?$/i;
const ISO_INSTANT =
	/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}([.,]\d+)?)?(Z|[+-](0\d|1[0-4]):?[0-5]\d)$/i;
const MIDNIGHT =
	/^(\d{4}-\d{2}-\d{2})[T ]00:00(?::00(?:[.,]0+)?)?(?:Z|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)?$/i;

/** Only an expression can be told how to convert what it gives. */
export type ValueOrigin = 'typed' | 'expression';

/**
 * The calendar day a value means in the workflow's time zone.
 *
 * @param value a date ('2026-11-21'), an ISO date-time, a Date or a Luxon DateTime; a date-time without
 * an offset is taken as local time
 * @returns the day as 'YYYY-MM-DD'
 * @throws UserError when it is none of these; the caller adds which field and item
 */
export function parseDay(value: unknown, timeZone: string, origin: ValueOrigin): string {
	if (isBlank(value)) throw unusable('is empty');
	const day = dayOf(value, timeZone);
	if (day !== undefined) return day;
	const remedy = likelyMeaning(value, timeZone, origin);
	throw unusable(`is ${describe(value)}, which is not a date`, remedy);
}

/** True for a day as 'YYYY-MM-DD'; false for 30 February, which would roll over into the next month, and for the year 0. */
export function isRealDay(day: string): boolean {
	if (!ISO_DAY.test(day)) return false;
	const isReal = new Date(`${day}T00:00:00Z`).getUTCDate() === Number(day.slice(8));
	return isReal && !day.startsWith('0000');
}

/** The day of '2026-11-21T00:00:00Z': services of plain dates give them back as the midnight they begin with. */
export function dayOfMidnight(text: string): string | undefined {
	const day = MIDNIGHT.exec(text)?.[1];
	return day !== undefined && isRealDay(day) ? day : undefined;
}

/** Epoch milliseconds of an ISO date-time with an offset; NaN for anything else. */
export function instantOf(text: string): number {
	const isInstant = ISO_INSTANT.test(text) && isRealDay(text.slice(0, 10));
	return isInstant ? Date.parse(text.replace(',', '.')) : NaN;
}

/** The day of an instant in a time zone; undefined outside of the years that have four digits. */
export function dayOfInstant(milliseconds: number, timeZone: string): string | undefined {
	const instant = new Date(milliseconds);
	return Number.isNaN(instant.getTime()) ? undefined : dayIn(tryToParseDateTime(instant), timeZone);
}

/** The moment a day begins in a time zone. */
export function beginningOf(day: string, timeZone: string): Moment {
	return tryToParseDateTime(day, timeZone).startOf('day');
}

function dayOf(value: unknown, timeZone: string): string | undefined {
	try {
		if (typeof value === 'string') return dayOfText(value.trim(), timeZone);
		return isDateObject(value) ? dayOfInstant(millisecondsOf(value), timeZone) : undefined;
	} catch {
		return undefined;
	}
}

function dayOfText(text: string, timeZone: string): string | undefined {
	if (isRealDay(text)) return text;
	const [isDateTime, , , offset] = ISO_DATE_TIME.exec(text) ?? [];
	if (isDateTime === undefined) return undefined;
	const iso = text.replace(' ', 'T').replace(',', '.');
	const moment = offset === undefined ? tryToParseDateTime(iso, timeZone) : tryToParseDateTime(iso);
	// A day that does not exist, such as 30 February, would otherwise roll over into the next month.
	return moment.toISODate() === text.slice(0, 10) ? dayIn(moment, timeZone) : undefined;
}

function dayIn(moment: Moment, timeZone: string): string | undefined {
	const local = moment.setZone(timeZone);
	return local.year > 0 && local.year < 10_000 ? (local.toISODate() ?? undefined) : undefined;
}

type DateObject = Date | { toMillis(): number };

/** Date, or a Luxon DateTime by its shape: n8n may hold another copy of Luxon than this package sees. */
function isDateObject(value: unknown): value is DateObject {
	if (value instanceof Date) return true;
	return typeof value === 'object' && value !== null && 'toMillis' in value;
}

function millisecondsOf(value: DateObject): number {
	return value instanceof Date ? value.getTime() : value.toMillis();
}

function unusable(
	what: string,
	remedy = 'Give a date such as 2026-11-21, or a date with time such as 2026-11-21T15:00.',
) {
	return userError(what, remedy);
}

/** A day in another order, such as 21.11.2026 or 2026/11/21, with or without a time behind it. */
const NATIONAL_DAY = /^(\d{1,4})([./-])(\d{1,2})\2(\d{1,2}|\d{4})(?:[,T ].*)?$/;

/** What a date most likely means that is none, and how an expression converts it; undefined where nobody can tell. */
function likelyMeaning(value: unknown, timeZone: string, origin: ValueOrigin): string | undefined {
	const text = String(value).trim();
	const month = /^(\d{4}-(?:0[1-9]|1[0-2]))-(?:29|3[01])(?!\d)/.exec(text)?.[1];
	if (month !== undefined) {
		const last = [30, 29, 28].find((day) => isRealDay(`${month}-${day}`));
		return `That month ends with ${month}-${last}. Give a day that there is.`;
	}
	const readings = /^\d{10}(\d{3})?$/.test(text)
		? [readingOfNumber(text, timeZone)]
		: readingsOf(text).filter(({ day }) => isRealDay(day));
	if (readings.length === 0) return undefined;
	const likeliest = `Give ${readings.map(({ day }) => day).join(' or ')}.`;
	if (origin === 'typed') return likeliest;
	const conversions = readings.map(({ conversion }) => `{{ DateTime.${conversion} }}`);
	return `${likeliest} An expression converts such dates: ${conversions.join(', or ')}, with your own field for $json.date.`;
}

interface DateReading {
	day: string;
	/** How Luxon reads it. */
	conversion: string;
}

function readingOfNumber(digits: string, timeZone: string): DateReading {
	const isSeconds = digits.length === 10;
	return {
		day: String(dayOfInstant(Number(digits) * (isSeconds ? 1000 : 1), timeZone)),
		conversion: `${isSeconds ? 'fromSeconds' : 'fromMillis'}(Number($json.date))`,
	};
}

/** The days that '11/12/2026' may be, the likeliest first; some of them may be none. */
function readingsOf(text: string): DateReading[] {
	const reading = (format: string, ...parts: string[]): DateReading => ({
		day: parts.map((part) => part.padStart(2, '0')).join('-'),
		conversion: `fromFormat($json.date, '${format}')`,
	});
	const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(text);
	if (compact) return [reading('yyyyMMdd', ...compact.slice(1))];
	const [, first = '', mark = '', second = '', third = ''] = NATIONAL_DAY.exec(text) ?? [];
	if (first.length === 4) {
		const monthBeforeDay = reading(`yyyy${mark}M${mark}d`, first, second, third);
		const dayBeforeMonth = reading(`yyyy${mark}d${mark}M`, first, third, second);
		return [isRealDay(monthBeforeDay.day) ? monthBeforeDay : dayBeforeMonth];
	}
	const [year, years] = third.length === 2 ? [`20${third}`, 'yy'] : [third, 'yyyy'];
	const monthFirst = reading(`M${mark}d${mark}${years}`, year, first, second);
	const dayFirst = reading(`d${mark}M${mark}${years}`, year, second, first);
	return mark === '/' ? [monthFirst, dayFirst] : [dayFirst];
}

function describe(value: unknown): string {
	if (typeof value === 'string') return `'${value}'`;
	return typeof value === 'number' ? String(value) : typeof value;
}
