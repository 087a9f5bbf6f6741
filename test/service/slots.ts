import type { JsonValue } from './json';

/** What the documentation of a service shows a charge with. */
export const SAMPLE = {
	...{ id: '7001', reservationId: '5512', amount: 12.5, date: '2026-11-21' },
	...{ description: 'Late checkout', accountCode: '4400', destinationAccount: '2' },
	externalRef: 'order-1',
};

type Property = keyof typeof SAMPLE;

/** How a value is written, and what is meant by what is written. */
interface Form {
	write: (value: string | number) => JsonValue;
	parse: (written: string) => string | number;
	/** What means the same may be written otherwise. */
	isLoose?: true;
}

/** A place for a property, of a service that takes no other form. */
export interface Slot {
	/** As a user pastes it: `B-{id as number}`. */
	blank: string;
	property: Property;
	write: Form['write'];
	/** Undefined for anything that would be written in another form. */
	read: (value: JsonValue) => string | number | undefined;
}

/** Undefined for what is a constant. */
export function slotOf(blank: JsonValue): Slot | undefined {
	if (typeof blank !== 'string') return undefined;
	const [, before = '', name, format] = /^(.*)\{(\w+)(?: as (.+))?\}$/.exec(blank) ?? [];
	if (name === undefined) return undefined;
	const { write: writeBare, parse, isLoose } = formOf(name, format);
	const write: Form['write'] = (value) => (before === '' ? writeBare(value) : `${before}${value}`);
	const read = (value: JsonValue) => {
		const meant = parse(`${value as string}`.slice(before.length));
		if (name === 'date' && !isCalendarDay(String(meant))) return undefined;
		return isLoose || write(meant) === value ? meant : undefined;
	};
	const property = (name === 'reference' ? 'externalRef' : name) as Property;
	return { blank, property, write, read };
}

function formOf(name: string, format?: string): Form {
	if (name === 'amount') return amountAs(format);
	if (name === 'date') return DAYS[format ?? ''] ?? dayAs(format);
	return { write: format === 'number' ? Number : String, parse: String };
}

function amountAs(format = 'number'): Form {
	const [name, digits = 2] = format.split(/[()]/);
	const unit = 10 ** Number(digits);
	if (name === 'text') return { write: (value) => Number(value).toFixed(+digits), parse: Number };
	if (name === 'number') return { write: Number, parse: Number };
	return {
		write: (value) => Math.round(Number(value) * unit),
		parse: (written) => Number(written) / unit,
	};
}

/** A day in a pattern of yyyy, MM and dd, at midnight. */
function dayAs(pattern = 'yyyy-MM-dd'): Form {
	const parts = ['yyyy', 'MM', 'dd'];
	const placed = parts.map((part) => [pattern.indexOf(part), part.length] as const);
	return {
		write: (day) => {
			const values = String(day).split('-');
			const midnight = pattern.replace(/HH|mm|ss/g, '00');
			return parts.reduce((text, part, n) => text.replace(part, values[n] ?? ''), midnight);
		},
		parse: (written) => placed.map(([at, length]) => written.slice(at, at + length)).join('-'),
	};
}

/** Days of the hotels of these services begin an hour before those of UTC, in winter. */
const WINTER_OFFSET_MS = 3_600_000;

/** The moment the day begins at the hotel. */
const asMoment = (write: (ms: number) => JsonValue, read: (written: string) => number): Form => ({
	write: (day) => write(Date.parse(String(day)) - WINTER_OFFSET_MS),
	parse: (written) => dayOf(new Date((read(written) || 0) + WINTER_OFFSET_MS)),
});

const DAYS: Record<string, Form> = {
	/** With any time; midnight in UTC where the service writes it. */
	dateTime: {
		write: (day) => `${day}T00:00:00.000Z`,
		parse: (written) => (Date.parse(written) && written[10] === 'T' ? written.slice(0, 10) : ''),
		isLoose: true,
	},
	utc: asMoment((ms) => `${new Date(ms).toISOString().slice(0, 19)}Z`, Date.parse),
	unixSeconds: asMoment(
		(ms) => ms / 1000,
		(written) => Number(written) * 1000,
	),
};

/** Date.parse rolls 2026-02-30 over or refuses it, depending on the engine; a day that survives the round trip exists. */
function isCalendarDay(value: string): boolean {
	return !Number.isNaN(Date.parse(value)) && dayOf(new Date(value)) === value;
}

function dayOf(date: Date): string {
	return date.toISOString().slice(0, 'YYYY-MM-DD'.length);
}
