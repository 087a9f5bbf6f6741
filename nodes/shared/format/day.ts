import { tryToParseDateTime } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import { isValue } from './fields';
import type { Meaning, Step } from './meaning';
import { escaped, meaningBy, misread } from './meaning';

const DATE_TIME = /^\d{4}-\d\d-\d\d[T ](?!24)[\d:.,]+(Z|[+-][\d:]+)?$/i;
const UTC_MIDNIGHT = /[T ]00:00(:00([.,]0+)?)?(Z|[+-]00(:?00)?)$/i;
const DAY_MS = 86_400_000;

/** Undefined for 30 February, which a Date moves to March. */
export function realDay(day: string): string | undefined {
	if (!/^(?!0000)\d{4}-\d\d-\d\d$/.test(day)) return undefined;
	const date = new Date(`${day}T00:00:00Z`);
	return date.getUTCDate() === Number(day.slice(8)) ? day : undefined;
}

/** Of a day or a date-time in text; undefined for what is neither. */
export function dayOf(text: string, timeZone: string): string | undefined {
	const day = realDay(text.slice(0, 10));
	if (day === undefined || day === text) return day;
	if (!DATE_TIME.test(text)) return undefined;
	try {
		const time = tryToParseDateTime(text, timeZone).setZone(timeZone);
		return realDay(time.toISODate() ?? '');
	} catch {
		return undefined;
	}
}

/**
 * The calendar day in the workflow's time zone, as 'YYYY-MM-DD'.
 *
 * @param value a day, an ISO date-time, a Date or a Luxon DateTime
 * @param isExpression the error says how to convert a whole column
 * @throws UserError, which goes on after the field's name
 */
export function parseDay(
	value: unknown,
	timeZone: string,
	isExpression = false,
): string {
	const text = textOf(value);
	const day = dayOf(text, timeZone);
	if (day === undefined) {
		const all = [...countsIn(text, timeZone), ...datesIn(text, timeZone)];
		throw misread(value, all, isExpression, WORDS);
	}
	// Most likely a plain date, of which something has made a midnight.
	const meant = text.replace(UTC_MIDNIGHT, '');
	if (meant === text || meant === day) return day;
	const isDate = value instanceof Date;
	const column = isDate ? '$json.date.toISOString()' : COLUMN;
	throw userError({
		what: `is the midnight of ${meant} in UTC, and ${day} in the workflow's time zone (${timeZone})`,
		advice: `Give ${meant} if that day is meant; in an expression, {{ ${column}.replace(${UTC_MIDNIGHT}, '') }}, with the name of your own field`,
	});
}

/** Dates, also Luxon's, of which n8n may hold another copy, write JSON. */
function textOf(value: unknown): string {
	const date = value as { toJSON?: () => unknown } | null;
	const json = typeof date === 'object' ? date?.toJSON?.() : value;
	return isValue(json) ? String(json).trim() : '';
}

const WORDS = {
	why: 'no day in the form year-month-day',
	advice: 'Give …',
	example:
		'a date such as 2026-12-07; {{ $now.plus({ days: 1 }) }} is tomorrow',
};

const COLUMN = 'String($json.date)';

/** Days since 1899, here of 2009 to 2036, as a spreadsheet counts; time. */
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
		const code = `${COLUMN}.replace(${pattern}, (_, n) => ${made}.replace('T00:00:00.000Z', ''))`;
		meanings.push({ text: day, code });
	}
	return meanings;
}

/** How people write days, by what is to be made of them. */
const FORMS: Step[] = [
	[/(\d{4})[./-](\d\d?)[./-](\d\d?)/, '$1-0$2-0$3'],
	[/(\d{4})(\d\d)(\d\d)/, '$1-$2-$3'],
	[/(\d\d?)\/(\d\d?)\/(?:20)?(\d\d)/, '20$3-0$1-0$2'],
	[/(\d\d?)\/(\d\d?)\/(?:20)?(\d\d)/, '20$3-0$2-0$1'],
	[/(\d\d?)[.-](\d\d?)[.-](?:20)?(\d\d)/, '20$3-0$2-0$1'],
	[/(\d{4}-\d\d-\d\d) - .*/, '$1'],
];
const PADDING: Step = [/-0(\d\d)\b/g, '-$1'];

/** With a time or not, but in no other zone. */
function datesIn(text: string, timeZone: string): Meaning[] {
	const zone = escaped(timeZone);
	const time = `(?:,? [\\d:.]+(?: ?[ap]m)?(?: ${zone})?)?`;
	const all = FORMS.map(([{ source }, made]) => {
		const pattern = new RegExp(`^${source}${time}$`, 'i');
		return meaningBy(COLUMN, text, [[pattern, made], PADDING]);
	});
	const [, year, month] =
		/^(\d{4})-(0[1-9]|1[0-2])-(29|3[01])$/.exec(text) ?? [];
	if (year !== undefined) {
		// No such day: the last of that month.
		const last = new Date(Date.UTC(Number(year), Number(month), 0));
		const step = [new RegExp(text), last.toJSON().slice(0, 10)] as const;
		all.push(meaningBy(COLUMN, text, [step]));
	}
	return all.filter((meaning) => realDay(meaning.text));
}
