import { tryToParseDateTime } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import { assertDecimals, plainNumber, withoutNoise } from './amount';
import {
	dayOfInstant,
	dayOfMidnight,
	instantOf,
	realDay,
	zoneElsewhere,
} from './day';
import type { PlaceholderField, Value } from './fields';

/**
 * How a value is written in JSON and read from it, where text and number stand
 * for each other.
 */
export interface Format {
	name: string;
	decimals?: number;
	/** The midnight of another zone may be another day, and is not read. */
	isInstant?: boolean;
	/**
	 * @throws UserError, whose message goes on after the field's name, when the
	 * value would change
	 */
	encode: (value: Value, timeZone: string) => Value;
	decode: (found: Value, timeZone: string) => Value | undefined;
}

const text: Format = { name: 'text', encode: String, decode: String };

const number: Format = {
	name: 'number',
	encode(value) {
		const exact = Number(value);
		if (/^-?\d/.test(String(value)) && String(exact) === String(value)) {
			return exact;
		}
		throw userError({
			what: `is '${value}', which would not stay the same as a number`,
			more: `Take 'as number' out of 'Custom API Format' in the credential.`,
		});
	},
	decode(found) {
		return Number.isNaN(plainNumber(found)) ? undefined : String(found);
	},
};

export const USUAL_DECIMALS = 2;
const AMOUNT_FORMATS: Format[] = [];
for (const kind of ['number', 'text', 'minorUnits'] as const) {
	AMOUNT_FORMATS.push(amountFormat(kind, kind, USUAL_DECIMALS));
	for (const decimals of [0, 1, 2, 3, 4]) {
		AMOUNT_FORMATS.push(amountFormat(`${kind}(${decimals})`, kind, decimals));
	}
}

function amountFormat(
	name: string,
	kind: 'number' | 'text' | 'minorUnits',
	decimals: number,
): Format {
	return {
		name,
		decimals,
		encode(value) {
			const amount = withoutNoise(Number(value));
			assertDecimals(amount, decimals);
			const written = amount.toFixed(decimals);
			if (kind === 'text') return written;
			if (kind === 'number') return Number(written);
			const units = Number(written.replace('.', ''));
			if (Number.isSafeInteger(units)) return units;
			throw userError({ what: `is ${amount}, which is too large` });
		},
		decode(found) {
			const given = plainNumber(found);
			if (Number.isNaN(given)) return undefined;
			if (kind !== 'minorUnits') return withoutNoise(given);
			if (!Number.isInteger(given)) return undefined;
			return withoutNoise(given / 10 ** decimals);
		},
	};
}

const date: Format = {
	name: 'date',
	encode: String,
	decode(found) {
		const given = String(found).trim();
		return realDay(given) ?? dayOfMidnight(given);
	},
};

type DateTime = ReturnType<typeof tryToParseDateTime>;

/** A day as the instant at which it begins, as text. */
function isoFormat(
	name: string,
	encode: (beginning: DateTime) => string,
): Format {
	return {
		name,
		isInstant: true,
		encode: (day, timeZone) => encode(beginningOf(day, timeZone)),
		decode(found, timeZone) {
			const given = String(found).trim();
			if (zoneElsewhere(given, timeZone) !== undefined) return undefined;
			return dayOfInstant(instantOf(given), timeZone);
		},
	};
}

/**
 * Seconds stay below this until the year 5138, and milliseconds have been above
 * it since 1973.
 */
const SECONDS_END = 1e11;

function unixFormat(name: string, unit: 1 | 1000): Format {
	return {
		name,
		encode: (day, timeZone) => beginningOf(day, timeZone).toMillis() / unit,
		decode(found, timeZone) {
			const given = plainNumber(found);
			const isInSeconds = Math.abs(given) < SECONDS_END;
			if (isInSeconds !== (unit === 1000)) return undefined;
			return dayOfInstant(given * unit, timeZone);
		},
	};
}

function beginningOf(day: Value, timeZone: string): DateTime {
	return tryToParseDateTime(day, timeZone).startOf('day');
}

function utcText(beginning: DateTime): string {
	return new Date(beginning.toMillis()).toISOString().replace('.000Z', 'Z');
}

const DATE_FORMATS = [
	date,
	{ ...date, name: 'text' },
	// First, as in a workflow in UTC both are the same.
	isoFormat('utc', utcText),
	isoFormat('dateTime', (beginning) => beginning.toISO() as string),
	unixFormat('unixSeconds', 1000),
	unixFormat('unixMilliseconds', 1),
];

const PATTERN_PARTS: Record<string, string> = {
	yyyy: '(?<year>\\d{4})',
	MM: '(?<month>\\d{2})',
	dd: '(?<day>\\d{2})',
	HH: '(?:[01]\\d|2[0-3])',
	mm: '[0-5]\\d',
	ss: '[0-5]\\d',
};
const LETTER = /(?![TZ])\p{L}/u;

/**
 * A day as dd/MM/yyyy or the like; undefined unless year, month and day are in
 * it once each, and no other letters.
 */
function patternFormat(pattern: string): Format | undefined {
	const pieces = pattern.split(/(yyyy|MM|dd|HH|mm|ss)/);
	const parts = pieces.filter((piece) => piece in PATTERN_PARTS);
	const literals = pieces.filter((piece) => !(piece in PATTERN_PARTS));
	const hasDay = ['yyyy', 'MM', 'dd'].every((part) => parts.includes(part));
	if (!hasDay || new Set(parts).size < parts.length) return undefined;
	if (LETTER.test(literals.join(' '))) return undefined;
	const expressions = pieces.map(
		(piece) => PATTERN_PARTS[piece] ?? escaped(piece),
	);
	const expression = new RegExp(`^${expressions.join('')}$`);
	return {
		name: pattern,
		encode(value) {
			const [yyyy = '', MM = '', dd = ''] = String(value).split('-');
			const values: Record<string, string> = {
				yyyy,
				MM,
				dd,
				HH: '00',
				mm: '00',
				ss: '00',
			};
			return pieces.map((piece) => values[piece] ?? piece).join('');
		},
		decode(found) {
			const groups = expression.exec(String(found).trim())?.groups ?? {};
			return realDay(`${groups.year}-${groups.month}-${groups.day}`);
		},
	};
}

export function formatsOf(field: PlaceholderField): Format[] {
	if (field === 'amount') return AMOUNT_FORMATS;
	if (field === 'date') return DATE_FORMATS;
	if (field === 'idempotencyKey') return [text];
	return [text, number];
}

export function formatOf(
	field: PlaceholderField,
	name?: string,
): Format | undefined {
	const formats = formatsOf(field);
	if (name === undefined) return formats[0];
	const named = formats.find((format) => format.name === name);
	if (named || field !== 'date') return named;
	return patternFormat(name);
}

export function placeholderText(
	field: PlaceholderField,
	{ name }: Format,
): string {
	if (name === formatOf(field)?.name) return `{${field}}`;
	return `{${field} as ${name}}`;
}

/** By which a date is recognized, the more usual ones first. */
const USUAL_PATTERNS = [
	'dd/MM/yyyy',
	'MM/dd/yyyy',
	'dd.MM.yyyy',
	'dd-MM-yyyy',
	'yyyy/MM/dd',
	'yyyyMMdd',
	'yyyy-MM-dd HH:mm:ss',
	'yyyy-MM-ddTHH:mm:ss',
	// The midnight of a day in UTC.
	'yyyy-MM-ddTHH:mm:ssZ',
	'yyyy-MM-ddTHH:mm:ss.000Z',
].map((pattern) => patternFormat(pattern) as Format);

/**
 * The placeholder that would write a value as it was found, or in the same
 * shape, or else one that reads it.
 */
export function placeholderFor(
	field: PlaceholderField,
	found: Value,
	timeZone: string,
): string | undefined {
	const patterns = field === 'date' ? USUAL_PATTERNS : [];
	const reading: Format[] = [];
	const alike: Format[] = [];
	for (const format of [...formatsOf(field), ...patterns]) {
		const value = format.decode(found, timeZone);
		if (value === undefined) continue;
		reading.push(format);
		const written = encoded(format, value, timeZone);
		if (written === undefined) continue;
		if (isWrittenAs(written, found)) return placeholderText(field, format);
		if (shapeOf(written) === shapeOf(found)) alike.push(format);
	}
	const best = alike[0] ?? reading[0];
	return best && placeholderText(field, best);
}

function encoded(
	format: Format,
	value: Value,
	timeZone: string,
): Value | undefined {
	try {
		return format.encode(value, timeZone);
	} catch {
		return undefined;
	}
}

/**
 * True where a value was found as it is written, but for fractions of a second
 * and the last zero of two decimals.
 */
export function isWrittenAs(written: Value, found: Value): boolean {
	return comparable(written) === comparable(found);
}

function comparable(value: Value): Value {
	if (typeof value === 'number') return value;
	return value.replace(/(?<=:\d\d)\.\d+/, '').replace(/^(-?\d+\.\d)0$/, '$1');
}

export function shapeOf(value: Value): string {
	if (typeof value === 'number') return 'number';
	return String(comparable(value)).replace(/\d/g, '0');
}

export function escaped(literal: string): string {
	return literal.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
