import type { DateTime } from 'luxon';

import { userError } from '../n8n/userError';
import { DECIMALS } from './defaults';
import type { Value } from './fields';
import { dayOf, escaped, Luxon, plainNumber, withoutNoise } from './typed';

/**
 * How a value is written into JSON and read from it, where text and number stand
 * for each other.
 */
export interface Format {
	/** @throws UserError, which goes on after the field's name */
	encode: (value: Value, zone: string) => Value;
	/** @returns undefined for what is not in this form */
	decode: (found: Value, zone: string) => Value | undefined;
	/** Of an amount. */
	decimals?: number;
}

const TEXT_FORMATS: Record<string, Format> = {
	text: { encode: String, decode: String },
	number: {
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
	},
};

function amountFormat(kind: string, decimals: number): Format {
	return {
		decimals,
		encode(value) {
			const amount = withoutNoise(Number(value));
			const written = amount.toFixed(decimals);
			if (Number(written) !== amount) {
				throw userError({
					what: `is ${amount}, which has more than ${decimals} decimals`,
					advice: `Round it, in an expression by {{ $json.amount.round(${decimals}) }}. If your service takes more, write {amount as ${kind}(${decimals + 1})} in the credential`,
				});
			}
			if (kind === 'text') return written;
			return Number(kind === 'number' ? written : written.replace('.', ''));
		},
		decode(found) {
			const number = plainNumber(found);
			const isMinor = kind === 'minorUnits';
			if (!Number.isFinite(number)) return undefined;
			if (isMinor && !Number.isInteger(number)) return undefined;
			const amount = isMinor ? number / 10 ** decimals : number;
			const rounded = Number(amount.toFixed(decimals)) + 0;
			// In single precision, 12.3 is 12.300000190734863.
			const isNoise = Math.fround(rounded) === Math.fround(amount);
			return isNoise ? rounded : withoutNoise(amount);
		},
	};
}

/** The day as the moment at which it begins in the workflow's time zone. */
function momentFormat(
	encode: (beginning: DateTime) => Value,
	unitMs?: number,
): Format {
	return {
		encode: (day, zone) => encode(Luxon.fromISO(String(day), { zone })),
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
		decode(found, zone) {
			// Some services give back a plain date as its midnight.
			const day = String(found).trim().replace(MIDNIGHT, '');
			return dayOf(day, zone) === day ? day : undefined;
		},
	},
	dateTime: momentFormat((beginning) => beginning.toISO() as string),
	utc: momentFormat((beginning) => {
		return beginning.toUTC().toISO({ suppressMilliseconds: true }) as string;
	}),
	unixSeconds: momentFormat((beginning) => beginning.toSeconds(), 1000),
	unixMilliseconds: momentFormat((beginning) => beginning.toMillis(), 1),
};

const PARTS = /yyyy|MM|dd|HH|mm|ss/g;

/** The day as dd/MM/yyyy or the like, with no other letters than T and Z. */
function patternFormat(pattern: string): Format | undefined {
	const parts = pattern.replace(/HH|mm|ss/g, '').match(PARTS) ?? [];
	const others = pattern.replace(PARTS, '');
	const isWhole = parts.sort().join() === 'MM,dd,yyyy';
	if (!isWhole || /[a-su-y']/i.test(others)) return undefined;
	const inLuxon = pattern.replace(/[^yMdHms]+/g, "'$&'");
	return {
		encode(day) {
			const [yyyy = '', MM = '', dd = ''] = String(day).split('-');
			const values: Record<string, string> = { yyyy, MM, dd };
			return pattern.replace(PARTS, (part) => values[part] ?? '00');
		},
		decode(found, zone) {
			const moment = Luxon.fromFormat(String(found), inLuxon);
			return dayOf(moment.toISODate() ?? '', zone);
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
	return TEXT_FORMATS[name ?? 'text'];
}

/** With text around the value. */
export function around(format: Format, before: string, behind: string): Format {
	if (before + behind === '') return format;
	const shape = `^${escaped(before)}(.*)${escaped(behind)}$`;
	const expression = new RegExp(shape, 's');
	return {
		...format,
		encode: (value, zone) => before + format.encode(value, zone) + behind,
		decode(found, zone) {
			const inner = expression.exec(String(found))?.[1];
			return inner === undefined ? inner : format.decode(inner, zone);
		},
	};
}
