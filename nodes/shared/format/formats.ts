import type { DateTime } from 'luxon';

import { userError } from '../n8n/userError';
import { DECIMALS } from './defaults';
import type { Value } from './fields';
import { dayOf, Luxon, plainNumber } from './typed';

/** How a value stands in JSON, where text and number stand for each other. */
export interface Format {
	/** @throws UserError, which goes on after the field's name */
	encode: (value: Value, zone: string) => Value;
	/** @returns undefined for what is not in this form */
	decode: (found: Value, zone: string) => Value | undefined;
	/** Of an amount. */
	decimals?: number;
}

/** Undefined for a name that means none. */
export function formatOf(field: string, name?: string): Format | undefined {
	if (field === 'amount') return amountFormat(name);
	if (field !== 'date') return TEXT_FORMATS.get(name ?? 'text');
	return DATE_FORMATS.get(name ?? 'date') ?? patternFormat(name ?? '');
}

const TEXT_FORMATS = new Map<string, Format>([
	['text', { encode: String, decode: String }],
	['number', { encode: exactNumber, decode: String }],
]);

function exactNumber(value: Value) {
	const exact = Number(value);
	const isSame = String(exact) === String(value);
	if (isSame && Number.isFinite(exact)) return exact;
	throw userError({
		what: `is '${value}', which would not stay the same as a number`,
		advice: `Take 'as number' out of 'Custom API Format' in the credential`,
	});
}

const AMOUNT = /^(number|text|minorUnits)(?:\(([0-4])\))?$/;

function amountFormat(name = 'number'): Format | undefined {
	const [, kind, given = DECIMALS] = AMOUNT.exec(name) ?? [];
	if (kind === undefined) return undefined;
	const decimals = Number(given);
	const isMinor = kind === 'minorUnits';
	return {
		decimals,
		encode(value) {
			const amount = Number(value);
			const written = amount.toFixed(decimals);
			if (Number(written) !== amount) {
				throw userError({
					what: `is ${amount}, which has more than ${decimals} decimals`,
					advice: `Round it, in an expression by {{ $json.amount.round(${decimals}) }}. If your service takes more, write {amount as ${kind}(${decimals + 1})} in the credential`,
				});
			}
			if (isMinor) return Number(written.replace('.', ''));
			return kind === 'text' ? written : amount;
		},
		decode(found) {
			let amount = plainNumber(found);
			if (!Number.isFinite(amount)) return undefined;
			if (isMinor && !Number.isInteger(amount)) return undefined;
			if (isMinor) amount /= 10 ** decimals;
			const rounded = Number(amount.toFixed(decimals)) + 0;
			// In single precision, 12.3 is 12.300000190734863.
			if (Math.fround(rounded) === Math.fround(amount)) return rounded;
			return amount;
		},
	};
}

const MIDNIGHT = /[T ]00:00(:00(\.0+)?)?(Z|[+-][\d:]+)?$/;

/** Some services give back a plain date as its midnight. */
function plainDay(found: Value, zone: string) {
	const day = String(found).trim().replace(MIDNIGHT, '');
	return dayOf(day, zone) === day ? day : undefined;
}

/** Of the moment at which the day begins in the workflow's time zone. */
function dateFormat(
	write: (beginning: DateTime) => Value | null,
	decode: Format['decode'] = dayOf,
): Format {
	return {
		encode(day, zone) {
			const how = { zone, locale: 'en' };
			return write(Luxon.fromISO(String(day), how)) ?? day;
		},
		decode,
	};
}

function unix(unitMs: number) {
	return dateFormat(
		(time) => time.toMillis() / unitMs,
		(found, zone) => {
			const moment = new Date(plainNumber(found) * unitMs);
			return dayOf(moment.toJSON(), zone);
		},
	);
}

const DATE_FORMATS = new Map<string, Format>([
	['date', { encode: String, decode: plainDay }],
	['dateTime', dateFormat((time) => time.toISO())],
	[
		'utc',
		dateFormat((time) => time.toUTC().toISO({ suppressMilliseconds: true })),
	],
	['unixSeconds', unix(1000)],
	['unixMilliseconds', unix(1)],
]);

/** The day as dd/MM/yyyy or the like, with no other letters than T and Z. */
function patternFormat(pattern: string): Format | undefined {
	const parts = pattern.match(/yyyy|MM|dd/g) ?? [];
	const others = pattern.replace(/yyyy|MM|dd|HH|mm|ss/g, '');
	const isWhole = parts.sort().join() === 'MM,dd,yyyy';
	if (!isWhole || /[a-su-y']/i.test(others)) return undefined;
	const inLuxon = pattern.replace(/[^yMdHms]+/g, "'$&'");
	return dateFormat(
		(time) => time.toFormat(inLuxon),
		(found, zone) => {
			const moment = Luxon.fromFormat(String(found), inLuxon);
			return dayOf(moment.toISODate(), zone);
		},
	);
}

export function around(format: Format, before: string, behind: string): Format {
	if (before + behind === '') return format;
	return {
		...format,
		encode: (value, zone) => before + format.encode(value, zone) + behind,
		decode(found, zone) {
			const text = String(found);
			const inner = text.slice(before.length, text.length - behind.length);
			if (before + inner + behind !== text) return undefined;
			return format.decode(inner, zone);
		},
	};
}
