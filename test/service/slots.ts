import type { JsonValue } from './json';

/** The canonical properties of an item on the default dialect's wire. */
export type Property =
	| 'id'
	| 'reservationId'
	| 'amount'
	| 'date'
	| 'description'
	| 'accountCode'
	| 'destinationAccount'
	| 'externalRef';

/** A place for a property: how it is written, and read by a service that takes nothing else. */
export class Slot {
	constructor(
		readonly property: Property,
		/** What a user pastes for it. */
		readonly blank: string,
		readonly write: (value: string | number) => JsonValue,
		/** Undefined for anything in another form. */
		readonly read: (value: JsonValue) => string | number | undefined,
		readonly form: string,
	) {}
}

/** Zone in which the hotels of these services stand; their days begin an hour before those of UTC in winter. */
const WINTER_OFFSET_MS = 3_600_000;
const DAY_MS = 86_400_000;
const TIME_OF_DAY = /^T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

export const text = (property: Property): Slot => around('', property);

/** Text between other text. */
export const around = (before: string, property: Property, after = ''): Slot =>
	new Slot(
		property,
		`${before}{${property === 'externalRef' ? 'reference' : property}}${after}`,
		(value) => `${before}${value}${after}`,
		(value) =>
			typeof value === 'string' && value.startsWith(before) && value.endsWith(after)
				? value.slice(before.length, value.length - after.length)
				: undefined,
		before === '' ? 'a text' : `a text that begins with ${before}`,
	);

export const whole = (property: Property): Slot =>
	new Slot(
		property,
		`{${property} as number}`,
		Number,
		(value) => (Number.isSafeInteger(value) ? String(Number(value)) : undefined),
		'a whole number',
	);

export const decimal = new Slot(
	'amount',
	'{amount}',
	Number,
	(value) => (typeof value === 'number' ? value : undefined),
	'a number',
);

export const decimalText = (digits: number): Slot => {
	const form = new RegExp(`^-?(0|[1-9]\\d*)\\.\\d{${digits}}$`);
	return new Slot(
		'amount',
		`{amount as text${digits === 2 ? '' : `(${digits})`}}`,
		(value) => Number(value).toFixed(digits),
		(value) => (typeof value === 'string' && form.test(value) ? Number(value) : undefined),
		`a text with ${digits} digits behind the point`,
	);
};

export const minor = (digits: number): Slot =>
	new Slot(
		'amount',
		`{amount as minorUnits${digits === 2 ? '' : `(${digits})`}}`,
		(value) => Math.round(Number(value) * 10 ** digits),
		(value) => (Number.isSafeInteger(value) ? Number(value) / 10 ** digits : undefined),
		'a whole number of minor units',
	);

export const day = new Slot(
	'date',
	'{date}',
	String,
	(value) => (isDay(value) ? value : undefined),
	'a date such as 2026-11-21',
);

/** A day with any time behind it; midnight in UTC where the service writes it. */
export const dateTime = new Slot(
	'date',
	'{date as dateTime}',
	(value) => `${value}T00:00:00.000Z`,
	(value) => {
		const written = typeof value === 'string' ? value : '';
		const date = written.slice(0, 'YYYY-MM-DD'.length);
		return isDay(date) && TIME_OF_DAY.test(written.slice(date.length)) ? date : undefined;
	},
	'a date and time such as 2026-11-21T00:00:00.000+01:00',
);

/** A day in a pattern of yyyy, MM and dd, at midnight. */
const dayAs = (pattern: string): Slot => {
	const write = (value: string | number): string => {
		const [year = '', month = '', day = ''] = String(value).split('-');
		const date = pattern.replace('yyyy', year).replace('MM', month).replace('dd', day);
		return date.replace(/HH|mm|ss/g, '00');
	};
	const read = (value: JsonValue): string | undefined => {
		const written = typeof value === 'string' ? value : '';
		const [year, month, day] = ['yyyy', 'MM', 'dd'].map((part) => {
			const start = pattern.indexOf(part);
			return written.slice(start, start + part.length);
		});
		const date = `${year}-${month}-${day}`;
		return isDay(date) && write(date) === written ? date : undefined;
	};
	return new Slot('date', `{date as ${pattern}}`, write, read, `a date in the form ${pattern}`);
};

export const slashed = dayAs('dd/MM/yyyy');
export const withTime = dayAs('yyyy-MM-dd HH:mm:ss');

/** The moment the day begins at the hotel. */
export const seconds = new Slot(
	'date',
	'{date as unixSeconds}',
	(value) => (Date.parse(String(value)) - WINTER_OFFSET_MS) / 1000,
	(value) => dayBeginningAt(Number.isSafeInteger(value) ? Number(value) * 1000 : NaN),
	'the second a day begins',
);
export const utc = new Slot(
	'date',
	'{date as utc}',
	(value) =>
		new Date(Date.parse(String(value)) - WINTER_OFFSET_MS).toISOString().slice(0, 19) + 'Z',
	(value) =>
		dayBeginningAt(typeof value === 'string' && value.endsWith('Z') ? Date.parse(value) : NaN),
	'the moment a day begins, in UTC',
);

/** Date.parse rolls 2026-02-30 over or refuses it, depending on the engine; a day that survives the round trip exists. */
function isDay(value: JsonValue): value is string {
	if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return false;
	const date = new Date(value);
	return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

function dayBeginningAt(moment: number): string | undefined {
	const local = moment + WINTER_OFFSET_MS;
	return local % DAY_MS === 0 ? new Date(local).toISOString().slice(0, 10) : undefined;
}
