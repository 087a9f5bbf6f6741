import { tryToParseDateTime } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import { plainNumber, withoutNoise } from './amount';
import { realDay } from './day';
import { DECIMALS } from './defaults';
import type { Value } from './fields';

/**
 * How a value is written into JSON and read from it, where text and number stand
 * for each other.
 */
export interface Format {
	/** @throws UserError, which goes on after the field's name */
	encode: (value: Value, timeZone: string) => Value;
	/** @returns undefined for what is not in this form */
	decode: (found: Value, timeZone: string) => Value | undefined;
	/** Of an amount. */
	decimals?: number;
}

const text: Format = { encode: String, decode: String };

const number: Format = {
	encode(value) {
		const exact = Number(value);
		if (String(exact) === String(value)) return exact;
		throw userError({
			what: `is '${value}', which would not stay the same as a number`,
			advice: `Take 'as number' out of 'Custom API Format' in the credential`,
		});
	},
	decode: String,
};

function amountFormat(kind: string, decimals: number): Format {
	return {
		decimals,
		encode(value) {
			const amount = withoutNoise(Number(value));
			const written = amount.toFixed(decimals);
			if (Number(written) !== amount) throw tooExact(amount, kind, decimals);
			if (kind === 'text') return written;
			return Number(kind === 'number' ? written : written.replace('.', ''));
		},
		decode(found) {
			const given = plainNumber(found);
			if (Number.isNaN(given)) return undefined;
			if (kind !== 'minorUnits') return atDecimals(given, decimals);
			const isWhole = Number.isInteger(given);
			return isWhole ? atDecimals(given / 10 ** decimals, decimals) : undefined;
		},
	};
}

/** The noise of single precision is taken off, too. */
function atDecimals(amount: number, decimals: number): number {
	const rounded = Number(amount.toFixed(decimals)) + 0;
	const isNoise = Math.abs(rounded - amount) <= Math.abs(amount) * 1e-6;
	return isNoise ? rounded : amount;
}

function tooExact(amount: number, kind: string, decimals: number) {
	return userError({
		what: `is ${amount}, which has more than ${decimals} decimals`,
		advice: `Round it; in an expression, {{ $json.amount.round(${decimals}) }}`,
		more: `If your service takes more, say so in 'Create Body' in the credential, such as {amount as ${kind}(${decimals + 1})}.`,
	});
}

type DateTime = ReturnType<typeof tryToParseDateTime>;

/** The day as the instant at which it begins in the workflow's time zone. */
function instantFormat(
	encode: (beginning: DateTime) => Value,
	unitMs?: number,
): Format {
	return {
		encode: (day, zone) => encode(tryToParseDateTime(day, zone).startOf('day')),
		decode(found, zone) {
			const instant = unitMs ? new Date(plainNumber(found) * unitMs) : found;
			try {
				const time = tryToParseDateTime(instant, zone).setZone(zone);
				return time.toISODate() ?? undefined;
			} catch {
				return undefined;
			}
		},
	};
}

const MIDNIGHT = /[T ]00:00(:00(\.0+)?)?(Z|[+-][\d:]+)?$/;
/** Some services give back a plain date as its midnight. */
const date: Format = {
	encode: String,
	decode: (found) => realDay(String(found).trim().replace(MIDNIGHT, '')),
};

const DATE_FORMATS: Record<string, Format> = {
	date,
	dateTime: instantFormat((beginning) => beginning.toISO() as string),
	utc: instantFormat((beginning) =>
		new Date(beginning.toMillis()).toISOString().replace('.000Z', 'Z'),
	),
	unixSeconds: instantFormat((beginning) => beginning.toMillis() / 1000, 1000),
	unixMilliseconds: instantFormat((beginning) => beginning.toMillis(), 1),
};

const PATTERN_PARTS: Record<string, string> = {
	yyyy: '(?<year>\\d{4})',
	MM: '(?<month>\\d\\d)',
	dd: '(?<day>\\d\\d)',
	HH: '\\d\\d',
	mm: '\\d\\d',
	ss: '\\d\\d',
};

/**
 * The day as dd/MM/yyyy or the like; undefined unless year, month and day are in
 * it once each, and no other letters.
 */
function patternFormat(pattern: string): Format | undefined {
	const pieces = pattern.split(/(yyyy|MM|dd|HH|mm|ss)/);
	const others = pieces.filter((piece) => !PATTERN_PARTS[piece]).join('');
	for (const part of ['yyyy', 'MM', 'dd']) {
		const count = pieces.filter((piece) => piece === part).length;
		if (count !== 1 || /[a-su-y]/i.test(others)) return undefined;
	}
	const shape = pieces.map((piece) => PATTERN_PARTS[piece] ?? escaped(piece));
	const expression = new RegExp(`^${shape.join('')}$`);
	return {
		encode(day) {
			const [yyyy = '', MM = '', dd = ''] = String(day).split('-');
			const parts: Record<string, string> = { yyyy, MM, dd };
			const midnight = pattern.replace(/HH|mm|ss/g, '00');
			return midnight.replace(/yyyy|MM|dd/g, (part) => parts[part] ?? '');
		},
		decode(found) {
			const parts = expression.exec(`${found}`)?.groups;
			return parts && realDay(`${parts.year}-${parts.month}-${parts.day}`);
		},
	};
}

function escaped(literal: string): string {
	return literal.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** Undefined for a name that means none. */
export function formatOf(field: string, name?: string): Format | undefined {
	if (field === 'amount') {
		const [, kind, decimals = DECIMALS] =
			/^(number|text|minorUnits)(?:\(([0-4])\))?$/.exec(name ?? 'number') ?? [];
		return kind ? amountFormat(kind, Number(decimals)) : undefined;
	}
	if (field === 'date') {
		const known = DATE_FORMATS[name ?? 'date'];
		return known ?? patternFormat(name ?? '');
	}
	return { text, number }[name ?? 'text'];
}
