import type { JsonValue } from './json';
import type { Property } from './pattern';
import { Slot } from './pattern';

/** Zone in which the hotels of these services stand; their days begin an hour before those of UTC in winter. */
const WINTER_OFFSET_MS = 3_600_000;
const DAY_MS = 86_400_000;

export const text = (property: Property): Slot =>
	new Slot(property, String, (value) => (typeof value === 'string' ? value : undefined), 'text');
export const whole = (property: Property): Slot =>
	new Slot(
		property,
		Number,
		(value) =>
			typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : undefined,
		'a whole number',
	);
export const decimal = new Slot(
	'amount',
	Number,
	(value) => (typeof value === 'number' ? value : undefined),
	'a number',
);
export const decimalText = (digits: number): Slot =>
	new Slot(
		'amount',
		(value) => Number(value).toFixed(digits),
		(value) =>
			typeof value === 'string' && value.split('.')[1]?.length === digits
				? Number(value)
				: undefined,
		`text with ${digits} digits behind the point`,
	);
export const minor = (factor: number): Slot =>
	new Slot(
		'amount',
		(value) => Math.round(Number(value) * factor),
		(value) => (Number.isSafeInteger(value) ? Number(value) / factor : undefined),
		'a whole number of minor units',
	);
export const day = new Slot('date', String, (value) => (isDay(value) ? value : undefined), 'a day');
/** A day written otherwise: the groups of `form` are named y, m and d. */
const dayAs = (write: (y: string, m: string, d: string) => string, form: RegExp): Slot =>
	new Slot(
		'date',
		(value) => write(...(String(value).split('-') as [string, string, string])),
		(value) => {
			const { y, m, d } = (typeof value === 'string' && form.exec(value)?.groups) || {};
			return y !== undefined ? `${y}-${m}-${d}` : undefined;
		},
		String(form),
	);
export const slashed = dayAs(
	(y, m, d) => `${d}/${m}/${y}`,
	/^(?<d>\d\d)\/(?<m>\d\d)\/(?<y>\d{4})$/,
);
export const withTime = dayAs(
	(y, m, d) => `${y}-${m}-${d} 00:00:00`,
	/^(?<y>\d{4})-(?<m>\d\d)-(?<d>\d\d) 00:00:00$/,
);
/** The moment the day begins at the hotel. */
export const seconds = new Slot(
	'date',
	(value) => (Date.parse(String(value)) - WINTER_OFFSET_MS) / 1000,
	(value) => dayBeginningAt(Number.isSafeInteger(value) ? Number(value) * 1000 : NaN),
	'the second a day begins',
);
export const utc = new Slot(
	'date',
	(value) =>
		new Date(Date.parse(String(value)) - WINTER_OFFSET_MS).toISOString().slice(0, 19) + 'Z',
	(value) =>
		dayBeginningAt(typeof value === 'string' && value.endsWith('Z') ? Date.parse(value) : NaN),
	'the moment a day begins, in UTC',
);
const isDay = (value: JsonValue): value is string =>
	typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);

function dayBeginningAt(moment: number): string | undefined {
	const local = moment + WINTER_OFFSET_MS;
	return local % DAY_MS === 0 ? new Date(local).toISOString().slice(0, 10) : undefined;
}

/** Text between other text. */
export function around(before: string, property: Property): Slot {
	return new Slot(
		property,
		(value) => `${before}${value}`,
		(value) =>
			typeof value === 'string' && value.startsWith(before)
				? value.slice(before.length)
				: undefined,
		`text that begins with ${before}`,
	);
}
