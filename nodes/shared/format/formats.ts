import { tryToParseDateTime } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import { plainNumber, withoutNoise } from './amount';
import {
	dayOfInstant,
	dayOfMidnight,
	instantOf,
	isRealDay,
	ISO_DAY_LENGTH,
	offsetOfMidnight,
} from './day';
import type { PlaceholderField, Value } from './fields';

/** How a value is written in JSON and read from it, where text and number stand for each other. */
export interface Format {
	name: string;
	/** Of an amount: digits behind the point. */
	decimals?: number;
	/** @throws UserError, whose message goes on after the field's name, when the value would change */
	encode: (value: Value, timeZone: string) => Value;
	/** Undefined for another form. */
	decode: (found: Value, timeZone: string) => Value | undefined;
	/** The zone of which a value is the midnight of another day than here. */
	zoneElsewhere?: (found: Value, timeZone: string) => string | undefined;
}

const text: Format = { name: 'text', encode: String, decode: String };

const number: Format = {
	name: 'number',
	encode(value) {
		const exact = Number(value);
		if (/^-?\d/.test(String(value)) && String(exact) === String(value)) return exact;
		throw userError({
			what: `is '${value}', which would not stay the same as a number`,
			more: `The credential's 'Custom API Format' asks for a number here: give one without leading zeros and with at most 15 digits, or write the placeholder there without 'as number'.`,
		});
	},
	decode: (found) => (Number.isNaN(plainNumber(found)) ? undefined : String(found)),
};

const USUAL_DECIMALS = 2;
const AMOUNT_FORMATS = ['number', 'text', 'minorUnits'].flatMap((kind) => [
	amountFormat(kind, kind, USUAL_DECIMALS),
	...[0, 1, 2, 3, 4].map((decimals) => amountFormat(`${kind}(${decimals})`, kind, decimals)),
]);

function amountFormat(name: string, kind: string, decimals: number): Format {
	const isMinor = kind === 'minorUnits';
	return {
		name,
		decimals,
		encode(amount) {
			const written = withDecimals(Number(amount), decimals);
			if (kind === 'text') return written;
			const units = Number(isMinor ? written.replace('.', '') : written);
			if (!isMinor || Number.isSafeInteger(units)) return units;
			throw userError({ what: `is ${amount}, which is too large`, more: 'Check the amount.' });
		},
		decode(found) {
			const given = plainNumber(found);
			if (Number.isNaN(given) || (isMinor && !Number.isInteger(given))) return undefined;
			return withoutNoise(isMinor ? given / 10 ** decimals : given);
		},
	};
}

/** Never rounds: that would charge something else. */
function withDecimals(given: number, decimals: number): string {
	const amount = withoutNoise(given);
	const written = amount.toFixed(decimals);
	if (Number(written) === amount) return written;
	const most =
		decimals === 0 ? 'whole amounts' : `at most ${decimals} decimal${decimals > 1 ? 's' : ''}`;
	throw userError({
		what: `is ${amount}, and the credential's 'Custom API Format' writes ${most} here`,
		more: 'Nothing is rounded. Give an amount that fits, or another number of decimals there.',
	});
}

const date: Format = {
	name: 'date',
	encode: (day) => day,
	decode: (found) => {
		const given = String(found).trim();
		return isRealDay(given) ? given : dayOfMidnight(given);
	},
};

/** Seconds stay below this until the year 5138, and milliseconds have been above it since 1973. */
const SECONDS_END = 1e11;

/** A day as the instant at which it begins. */
function instantFormat(
	name: string,
	encode: (beginning: ReturnType<typeof tryToParseDateTime>) => Value,
	millisecondsIn: (found: Value) => number,
): Format {
	return {
		name,
		encode: (day, timeZone) => encode(tryToParseDateTime(day, timeZone).startOf('day')),
		decode: (found, timeZone) => {
			if (zoneOfMidnight(found, timeZone) !== undefined) return undefined;
			return dayOfInstant(millisecondsIn(found), timeZone);
		},
		zoneElsewhere: zoneOfMidnight,
	};
}

/** Two workflows in two zones would write one day as two instants, and charge it twice. */
function zoneOfMidnight(found: Value, timeZone: string): string | undefined {
	const text = String(found).trim();
	const offset = offsetOfMidnight(text);
	const isOtherDay = dayOfInstant(instantOf(text), timeZone) !== text.slice(0, ISO_DAY_LENGTH);
	if (offset === undefined || !isOtherDay) return undefined;
	return offset.toUpperCase() === 'Z' ? 'UTC' : `UTC${offset}`;
}

const isoInstant = (found: Value): number => instantOf(String(found).trim());
const DATE_FORMATS = [
	date,
	{ ...date, name: 'text' },
	instantFormat('dateTime', (beginning) => beginning.toISO() as string, isoInstant),
	instantFormat(
		'utc',
		(beginning) => new Date(beginning.toMillis()).toISOString().replace('.000Z', 'Z'),
		isoInstant,
	),
	instantFormat(
		'unixSeconds',
		(beginning) => beginning.toMillis() / 1000,
		(found) => (Math.abs(plainNumber(found)) < SECONDS_END ? plainNumber(found) * 1000 : NaN),
	),
	instantFormat(
		'unixMilliseconds',
		(beginning) => beginning.toMillis(),
		(found) => (Math.abs(plainNumber(found)) >= SECONDS_END ? plainNumber(found) : NaN),
	),
];

const PATTERN_PARTS: Record<string, string> = {
	yyyy: '(?<year>\\d{4})',
	MM: '(?<month>\\d{2})',
	dd: '(?<day>\\d{2})',
	HH: '(?:[01]\\d|2[0-3])',
	mm: '[0-5]\\d',
	ss: '[0-5]\\d',
};

/** A day as dd/MM/yyyy or the like; undefined unless year, month and day are in it once each, and no other letters. */
function patternFormat(pattern: string): Format | undefined {
	const pieces = pattern.split(/(yyyy|MM|dd|HH|mm|ss)/);
	const parts = pieces.filter((piece) => piece in PATTERN_PARTS);
	const isWhole =
		['yyyy', 'MM', 'dd'].every((part) => parts.includes(part)) &&
		new Set(parts).size === parts.length &&
		pieces.every((piece) => parts.includes(piece) || !/(?![TZ])\p{L}/u.test(piece));
	if (!isWhole) return undefined;
	const expression = new RegExp(
		`^${pieces.map((piece) => PATTERN_PARTS[piece] ?? escaped(piece)).join('')}$`,
	);
	return {
		name: pattern,
		encode(value) {
			const [yyyy = '', MM = '', dd = ''] = String(value).split('-');
			const values: Record<string, string> = { yyyy, MM, dd, HH: '00', mm: '00', ss: '00' };
			return pieces.map((piece) => values[piece] ?? piece).join('');
		},
		decode(found) {
			const { year, month, day } = expression.exec(String(found).trim())?.groups ?? {};
			const written = `${year}-${month}-${day}`;
			return isRealDay(written) ? written : undefined;
		},
	};
}

/** The pattern that is meant by DD/MM/YYYY or dd/mm/yyyy. */
export function likelyPattern(given: string): string | undefined {
	// The first m is that of the month.
	const day = given.replace(/y+/i, 'yyyy').replace(/m+/i, 'MM').replace(/d+/i, 'dd');
	const meant = day.replace(/h+/i, 'HH').replace(/s+/i, 'ss');
	return patternFormat(meant) && meant;
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

export function formatsOf(field: PlaceholderField): Format[] {
	if (field === 'amount') return AMOUNT_FORMATS;
	if (field === 'date') return DATE_FORMATS;
	return field === 'idempotencyKey' ? [text] : [text, number];
}

export function formatOf(field: PlaceholderField, name: string): Format | undefined {
	const named = formatsOf(field).find((format) => format.name === name);
	return named ?? (field === 'date' ? patternFormat(name) : undefined);
}

export function placeholderText(field: PlaceholderField, format: Format): string {
	return `{${field}${format.name === formatsOf(field)[0]?.name ? '' : ` as ${format.name}`}}`;
}

/** The placeholder that would write a value as it was found, or in the same shape, or else one that reads it. */
export function placeholderFor(
	field: PlaceholderField,
	found: Value,
	timeZone: string,
): string | undefined {
	const formats = [...formatsOf(field), ...(field === 'date' ? USUAL_PATTERNS : [])];
	const fitting = formats.filter((format) => format.decode(found, timeZone) !== undefined);
	const written = new Map(fitting.map((each) => [each, rewritten(each, found, timeZone)]));
	const format =
		fitting.find((each) => written.get(each) === found) ??
		fitting.find((each) => shapeOf(written.get(each)) === shapeOf(found)) ??
		fitting[0];
	return format && placeholderText(field, format);
}

/** Undefined where it would not stay the same. */
function rewritten(format: Format, found: Value, timeZone: string): Value | undefined {
	try {
		return format.encode(format.decode(found, timeZone) ?? '', timeZone);
	} catch {
		return undefined;
	}
}

function shapeOf(value: Value | undefined): string {
	return typeof value === 'string' ? value.replace(/\d/g, '0') : typeof value;
}

export function escaped(literal: string): string {
	return literal.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
