import type { DateTime } from 'luxon';
import { tryToParseDateTime } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import { DECIMALS } from './defaults';
import { quoted } from './json';

// What people type. Errors go on after the field's name.

const PLAIN_NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)$/;
const THOUSANDS = /^[+-]?[1-9]\d{0,2}\.\d{3}$/;
/** Up to here, doubles are exact to the hundredth. */
const MAX_AMOUNT = 9e12;

/** NaN for what is neither a number nor digits with a decimal point. */
export function plainNumber(value: unknown): number {
	if (typeof value === 'number') return value;
	const text = typeof value === 'string' ? value.trim() : '';
	return PLAIN_NUMBER.test(text) ? Number(text) : NaN;
}

/** @param decimals of the service; with 3, `1.250` is no thousand */
export function parseAmount(value: unknown, decimals = DECIMALS): number {
	const text = typeof value === 'string' ? value.trim() : '';
	// Without the noise of 0.1 + 0.2; never -0.
	const amount = Number(plainNumber(value).toFixed(8)) + 0;
	const isUnclear = decimals < 3 && THOUSANDS.test(text);
	if (!isUnclear && Math.abs(amount) <= MAX_AMOUNT) return amount;
	const example = 'digits, with a point before decimals';
	throw misread(value, 'not a plain number', amountsIn(text), example);
}

/** n8n's own, of which it hands out only values. */
export const Luxon = tryToParseDateTime('2026-12-07')
	.constructor as typeof DateTime;

const DAY_OR_TIME = /^[1-9]\d{3}-\d\d-\d\d([T ](?!24)|$)/i;
const UTC_MIDNIGHT = /[T ]00:00(:00([.,]0+)?)?(Z|[+-]00(:?00)?)$/i;

/** Undefined for what is neither a day nor a date-time. */
export function dayOf(given: unknown, zone: string): string | undefined {
	const text = String(given).trim();
	if (!DAY_OR_TIME.test(text)) return undefined;
	const time = Luxon.fromISO(text.replace(' ', 'T'), { zone });
	return time.toISODate() ?? undefined;
}

/** @param value a day, an ISO date-time, a Date or a Luxon value */
export function parseDay(value: unknown, zone: string): string {
	// Dates, also Luxon's, of which n8n may hold another copy, write JSON.
	const date = value as { toJSON?: () => unknown } | null;
	const json = typeof date === 'object' ? date?.toJSON?.() : value;
	const text = String(json).trim();
	const day = dayOf(text, zone);
	if (day === undefined) {
		const why = 'no day in the form year-month-day';
		throw misread(value, why, daysIn(text, zone), 'a date such as 2026-12-07');
	}
	// Most likely a plain date, of which something has made a midnight.
	const column = '($json.date.toJSON?.() ?? $json.date)';
	const meant = readBy([[UTC_MIDNIGHT, '']], text, column);
	if (meant.text === text || meant.text === day) return day;
	const why = `the midnight of ${meant.text} in UTC, and ${day} in the workflow's time zone (${zone})`;
	throw misread(value, why, [meant]);
}

/** What a refused text may mean. */
interface Meaning {
	text: string;
	/** For a column of such; it leaves rows of another form as they are. */
	code: string;
}

/** @param form where nobody can tell what is meant */
function misread(given: unknown, why: string, meant: Meaning[], form = '') {
	const texts = new Set(meant.map(({ text }) => text));
	const codes = new Set(meant.map(({ code }) => `{{ ${code} }}`));
	const what = `is ${quoted(given).replaceAll('"', "'")}, which is ${why}`;
	const advice = `Write ${[...texts].join(', or ') || form}`;
	if (meant.length === 0) return userError({ what, advice });
	const more = `In an expression for a whole column: ${[...codes].join(' or ')}, with the name of your own field.`;
	return userError({ what, advice, more });
}

type Step = [pattern: RegExp, replacement: string];

/** By the steps that change something. */
function readBy(steps: Step[], text: string, code: string): Meaning {
	const meaning = { text, code };
	for (const [pattern, replacement] of steps) {
		const before = meaning.text;
		meaning.text = before.replace(pattern, replacement);
		if (meaning.text === before) continue;
		meaning.code += `.replace(${pattern}, '${replacement}')`;
	}
	return meaning;
}

const CURRENCY = /\p{L}{0,2}\p{Sc}|\p{L}{2,3}\.?/u;
/** What people write beside digits and a point. */
const STEPS: Step[] = [
	[/(?<=^-?[\d\s'’]+)[\s'’](?=\d{3}(?!\d))/g, ''],
	[/([.,])(?=(\d{3}\1)*\d{3}(?!\1)[.,]\d\d?$)/g, ''],
	[/^(-?\d{1,3})([.,])(\d{3})\2(\d{3})$/, '$1$3$4'],
	[/^(-?\d+),(\d\d?)$/, '$1.$2'],
	[/^(-?\d+)(k|e3)$/i, '$1000'],
	[/^(-?\d+)[.,](\d)(k|e3)$/i, '$1$200'],
];
/** A thousand, or one with three decimals: with four, it is clear. */
const EITHER: Step[] = [
	[/^(-?[1-9]\d{0,2}),(\d{3})$/, '$1$2'],
	[/^(-?\d{1,3}),(\d{3})$/, '$1.$20'],
	[/^(-?[1-9]\d{0,2})\.(\d{3})$/, '$1$2'],
	[/^(-?\d{1,3})\.(\d{3})$/, '$1.$20'],
];

function amountsIn(text: string) {
	const sign = escaped(CURRENCY.exec(text)?.[0] ?? '');
	const around = new RegExp(`^(-?)\\s?${sign}\\s?|\\s?${sign}$`, 'i');
	const steps: Step[] = [[/−/, '-'], [around, '$1'], ...STEPS];
	const meanings = EITHER.map((last) => {
		return readBy([...steps, last], text, 'String($json.amount)');
	});
	return meanings.filter(({ text: amount }) => {
		return PLAIN_NUMBER.test(amount) && !THOUSANDS.test(amount);
	});
}

/** How people write days, as Luxon puts it; there yy takes four digits, too. */
const FORMS =
	'd.M.yy d-M-yy M/d/yy d/M/yy yyyy-M-d yyyy/M/d yyyy.M.d yyyyMMdd'.split(' ');
/** Days since 1899, here of 2009 to 2036, as a spreadsheet counts; time. */
const COUNTS = [
	{ form: /^4\d{4}(\.\d+)?$/, start: 25_569, unitMs: 86_400_000, own: 'utc' },
	{ form: /^\d{10}$/, start: 0, unitMs: 1000 },
	{ form: /^\d{13}$/, start: 0, unitMs: 1 },
];

/** With a time or not, but in no other zone. */
function daysIn(text: string, zone: string): Meaning[] {
	const end = `(,? [\\d:.]+( ?[ap]m)?( ${escaped(zone)})?| - .*)$`;
	const steps: Step[] = [[new RegExp(end, 'i'), '']];
	const given = readBy(steps, text, 'String($json.date)');
	const meanings = FORMS.map((form) => ({
		text: Luxon.fromFormat(given.text, form).toISODate(),
		code: `DateTime.fromFormat(${given.code}, '${form}')`,
	}));
	for (const { form, start, unitMs, own = zone } of COUNTS) {
		if (!form.test(text)) continue;
		const ms = (Number(text) - start) * unitMs;
		meanings.push({
			text: Luxon.fromMillis(ms, { zone: own }).toISODate(),
			code: `DateTime.fromMillis(($json.date - ${start}) * ${unitMs}, { zone: '${own}' })`,
		});
	}
	return meanings.flatMap(({ text: day, code }) => {
		if (dayOf(day, zone) !== day) return [];
		return { text: day, code: `${code}.toISODate() ?? $json.date` };
	});
}

/** In a pattern; of currencies and time zones. */
function escaped(name: string) {
	return name.replace(/[.$+]/g, '\\$&');
}
