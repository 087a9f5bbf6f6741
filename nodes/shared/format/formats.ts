import { tryToParseDateTime } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import { plainNumber, withoutNoise } from './amount';
import { dayOf, realDay } from './day';
import { DECIMALS } from './defaults';
import type { Value } from './fields';
import { escaped } from './meaning';

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
		const isSame = String(exact) === String(value);
		if (isSame && Number.isFinite(exact)) return exact;
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
			let amount = plainNumber(found);
			if (kind === 'minorUnits') {
				if (!Number.isInteger(amount)) return undefined;
				amount /= 10 ** decimals;
			}
			if (Number.isNaN(amount)) return undefined;
			const rounded = Number(amount.toFixed(decimals)) + 0;
			// In single precision, 12.3 is 12.300000190734863.
			const isNoise = Math.fround(rounded) === Math.fround(amount);
			return isNoise ? rounded : withoutNoise(amount);
		},
	};
}

function tooExact(amount: number, kind: string, decimals: number) {
	return userError({
		what: `is ${amount}, which has more than ${decimals} decimals`,
		advice: `Round it, in an expression by {{ $json.amount.round(${decimals}) }}`,
		more: `If your service takes more, write {amount as ${kind}(${decimals + 1})} in Create Body in the credential.`,
	});
}

type DateTime = ReturnType<typeof tryToParseDateTime>;

/** The day as the moment at which it begins in the workflow's time zone. */
function momentFormat(
	encode: (beginning: DateTime) => Value,
	unitMs?: number,
): Format {
	return {
		encode: (day, zone) => encode(tryToParseDateTime(day, zone).startOf('day')),
		decode(found, zone) {
			if (unitMs === undefined) return dayOf(String(found).trim(), zone);
			const moment = new Date(plainNumber(found) * unitMs);
			return dayOf(moment.toJSON() ?? '', zone);
		},
	};
}

const MIDNIGHT = /[T ]00:00(:00(\.0+)?)?(Z|[+-][\d:]+)?$/;

const DATE_FORMATS: Record<string, Format> = {
	date: {
		encode: String,
		// Some services give back a plain date as its midnight.
		decode: (found) => realDay(String(found).trim().replace(MIDNIGHT, '')),
	},
	dateTime: momentFormat((beginning) => beginning.toISO() as string),
	utc: momentFormat((beginning) =>
		beginning.toJSDate().toISOString().replace('.000Z', 'Z'),
	),
	unixSeconds: momentFormat((beginning) => beginning.toSeconds(), 1000),
	unixMilliseconds: momentFormat((beginning) => beginning.toMillis(), 1),
};

const DAY_PARTS = /yyyy|MM|dd/g;
const TIME_PARTS = /HH|mm|ss/g;

/** The day as dd/MM/yyyy or the like, with no other letters than T and Z. */
function patternFormat(pattern: string): Format | undefined {
	const parts = pattern.match(DAY_PARTS) ?? [];
	const others = pattern.replace(DAY_PARTS, '').replace(TIME_PARTS, '');
	const isWhole = parts.sort().join() === 'MM,dd,yyyy';
	if (!isWhole || /[a-su-y]/i.test(others)) return undefined;
	const shape = escaped(pattern)
		.replace(TIME_PARTS, '\\d\\d')
		.replace(DAY_PARTS, (part) => `(?<${part}>\\d{${part.length}})`);
	const expression = new RegExp(`^${shape}$`);
	return {
		encode(day) {
			const [yyyy = '', MM = '', dd = ''] = String(day).split('-');
			const values: Record<string, string> = { yyyy, MM, dd };
			return pattern
				.replace(TIME_PARTS, '00')
				.replace(DAY_PARTS, (part) => values[part] ?? '');
		},
		decode(found) {
			const { yyyy, MM, dd } = expression.exec(`${found}`)?.groups ?? {};
			return realDay(`${yyyy}-${MM}-${dd}`);
		},
	};
}

/** Undefined for a name that means none. */
export function formatOf(field: string, name?: string): Format | undefined {
	if (field === 'amount') {
		const [, kind, decimals = DECIMALS] =
			/^(number|text|minorUnits)(?:\(([0-4])\))?$/.exec(name ?? 'number') ?? [];
		return kind ? amountFormat(kind, Number(decimals)) : undefined;
	}
	if (field === 'date') {
		return DATE_FORMATS[name ?? 'date'] ?? patternFormat(name ?? '');
	}
	return { text, number }[name ?? 'text'];
}

/** With text around the value. */
export function around(format: Format, before: string, behind: string): Format {
	if (before + behind === '') return format;
	return {
		...format,
		encode: (value, zone) => before + format.encode(value, zone) + behind,
		decode(found, zone) {
			const text = String(found);
			if (!text.startsWith(before)) return undefined;
			if (!text.endsWith(behind)) return undefined;
			const end = text.length - behind.length;
			return format.decode(text.slice(before.length, end), zone);
		},
	};
}
