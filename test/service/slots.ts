import type { JsonValue } from './json';

/** What the documentation of a service shows a charge with, by the canonical properties of an item. */
export const SAMPLE = {
	id: '981',
	reservationId: '7731',
	amount: 12.5,
	date: '2026-11-21',
	description: 'Late checkout',
	accountCode: '4400',
	destinationAccount: '2',
	externalRef: 'order-1',
};

export type Property = keyof typeof SAMPLE;

/** A place for a property: how it is written, and read by a service that takes nothing else. */
export class Slot {
	constructor(
		readonly property: Property,
		/** What a user pastes for it. */
		readonly blank: string,
		readonly write: (value: string | number) => JsonValue,
		/** Of what is written like this. */
		private readonly parse: (written: string) => string | number,
	) {}

	/** Undefined for anything that would be written in another form. */
	read(value: JsonValue): string | number | undefined {
		const read = this.parse(`${value as string}`);
		const isDay = this.property !== 'date' || isCalendarDay(String(read));
		return isDay && this.write(read) === value ? read : undefined;
	}

	get example(): string {
		return JSON.stringify(this.write(SAMPLE[this.property]));
	}
}

export const text = (property: Property): Slot => around('', property);

/** Text between other text. */
export const around = (before: string, property: Property, after = ''): Slot =>
	new Slot(
		property,
		`${before}{${property === 'externalRef' ? 'reference' : property}}${after}`,
		(value) => `${before}${value}${after}`,
		(written) => written.slice(before.length, -after.length || undefined),
	);

export const whole = (property: Property): Slot =>
	new Slot(property, `{${property} as number}`, Number, String);

export const decimal = new Slot('amount', '{amount}', Number, Number);

const inDigits = (format: string, digits: number) =>
	`{amount as ${format}${digits === 2 ? '' : `(${digits})`}}`;

export const decimalText = (digits: number): Slot =>
	new Slot('amount', inDigits('text', digits), (value) => Number(value).toFixed(digits), Number);

export const minor = (digits: number): Slot =>
	new Slot(
		'amount',
		inDigits('minorUnits', digits),
		(value) => Math.round(Number(value) * 10 ** digits),
		(written) => Number(written) / 10 ** digits,
	);

/** A day in a pattern of yyyy, MM and dd, at midnight. */
const dayAs = (pattern: string, blank = `{date as ${pattern}}`): Slot => {
	const write = (value: string | number): string => {
		const [year = '', month = '', day = ''] = String(value).split('-');
		const date = pattern.replace('yyyy', year).replace('MM', month).replace('dd', day);
		return date.replace(/HH|mm|ss/g, '00');
	};
	const parse = (written: string): string => {
		const parts = ['yyyy', 'MM', 'dd'].map((part) => {
			const start = pattern.indexOf(part);
			return written.slice(start, start + part.length);
		});
		return parts.join('-');
	};
	return new Slot('date', blank, write, parse);
};

export const day = dayAs('yyyy-MM-dd', '{date}');
export const slashed = dayAs('dd/MM/yyyy');
export const withTime = dayAs('yyyy-MM-dd HH:mm:ss');

const TIME_OF_DAY = /^T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/** A day with any time behind it; midnight in UTC where the service writes it. */
class DayWithAnyTime extends Slot {
	override read(value: JsonValue): string | undefined {
		const written = `${value as string}`;
		const [day, time] = [written.slice(0, 10), written.slice(10)];
		return isCalendarDay(day) && TIME_OF_DAY.test(time) ? day : undefined;
	}
}
export const dateTime = new DayWithAnyTime(
	'date',
	'{date as dateTime}',
	(value) => `${value}T00:00:00.000Z`,
	String,
);

/** Zone in which the hotels of these services stand; their days begin an hour before those of UTC in winter. */
const WINTER_OFFSET_MS = 3_600_000;

/** The moment the day begins at the hotel. */
const beginning = (
	format: string,
	write: (moment: number) => JsonValue,
	read: (written: string) => number,
): Slot =>
	new Slot(
		'date',
		`{date as ${format}}`,
		(value) => write(Date.parse(String(value)) - WINTER_OFFSET_MS),
		(written) => new Date((read(written) || 0) + WINTER_OFFSET_MS).toISOString().slice(0, 10),
	);

export const seconds = beginning(
	'unixSeconds',
	(moment) => moment / 1000,
	(written) => Number(written) * 1000,
);
export const utc = beginning(
	'utc',
	(moment) => new Date(moment).toISOString().slice(0, 19) + 'Z',
	(written) => Date.parse(written),
);

/** Date.parse rolls 2026-02-30 over or refuses it, depending on the engine; a day that survives the round trip exists. */
function isCalendarDay(value: string): boolean {
	if (!/^\d{4}-\d\d-\d\d$/.test(value)) return false;
	const date = new Date(value);
	return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}
