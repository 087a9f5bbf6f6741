import { localMoment, momentIn } from '../../n8n/moment';
import { dayIn, decodeDay, isRealDay } from '../date';
import { dayPatternForm } from './dayPattern';
import type { ValueForm } from './valueForm';

const ISO_INSTANT =
	/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}([.,]\d+)?)?(Z|[+-](0\d|1[0-4]):?[0-5]\d)$/i;
/** Seconds stay below this until the year 5138, and milliseconds have been above it since 1973. */
const SECONDS_END = 1e11;

/** The moment a day begins, in epoch milliseconds. */
type Beginning = (day: string, zone: string) => number;

/** The form of a date by its name or pattern; undefined when there is none. */
export function dayForm(name: string): ValueForm | undefined {
	return NAMED.find((form) => form.name === name) ?? dayPatternForm(name);
}

/**
 * The same for the field names of the credential, under which a day is also read from a date-time.
 *
 * @param format the credential's Date Format
 */
export function looseDayForm(format: 'date' | 'dateTime'): ValueForm {
	return {
		...(format === 'date' ? asDate : asDateTime),
		isLoose: true,
		read: (value, timeZone) => decodeDay(value, timeZone, format),
	};
}

const inWorkflowZone: Beginning = (day, zone) => localMoment(day, zone).startOf('day').toMillis();
const inUtc: Beginning = (day) => Date.parse(`${day}T00:00:00Z`);

const asDate: ValueForm = {
	name: 'date',
	type: 'string',
	write: (day) => day,
	read: (value) => (typeof value === 'string' && isRealDay(value) ? value : undefined),
};

const asDateTime: ValueForm = {
	name: 'dateTime',
	type: 'string',
	write: (day, timeZone) => localMoment(String(day), timeZone).startOf('day').toISO() as string,
	read: (value, timeZone) => dayOfInstant(instantIn(value), timeZone),
};

function asUtc(name: string, beginning: Beginning): ValueForm {
	return {
		name,
		type: 'string',
		write: (day, timeZone) =>
			new Date(beginning(String(day), timeZone)).toISOString().replace('.000Z', 'Z'),
		read: (value, timeZone) => dayOfInstant(instantIn(value), zoneOf(beginning, timeZone)),
	};
}

/** @param unit how many milliseconds one of the units is */
function asUnix(name: string, unit: 1 | 1000, beginning: Beginning): ValueForm {
	return {
		name,
		type: 'number',
		write: (day, timeZone) => beginning(String(day), timeZone) / unit,
		read(value, timeZone) {
			if (typeof value !== 'number') return undefined;
			// The other of the two would be a date as well, in 1970 or a far future.
			const isOther = unit === 1 ? Math.abs(value) < SECONDS_END : Math.abs(value) >= SECONDS_END;
			return isOther ? undefined : dayOfInstant(value * unit, zoneOf(beginning, timeZone));
		},
	};
}

const NAMED: ValueForm[] = [
	asDate,
	{ ...asDate, name: 'text' },
	asDateTime,
	asUtc('utc', inWorkflowZone),
	asUtc('utcDay', inUtc),
	asUnix('unixSeconds', 1000, inWorkflowZone),
	asUnix('unixMilliseconds', 1, inWorkflowZone),
	asUnix('utcDaySeconds', 1000, inUtc),
	asUnix('utcDayMilliseconds', 1, inUtc),
];

/** The names of the forms of a date, patterns apart. */
export const DAY_FORMS = NAMED.map(({ name }) => name);

function zoneOf(beginning: Beginning, timeZone: string): string {
	return beginning === inUtc ? 'UTC' : timeZone;
}

function instantIn(value: string | number): number {
	const isInstant =
		typeof value === 'string' && ISO_INSTANT.test(value) && isRealDay(value.slice(0, 10));
	return isInstant ? Date.parse(value.replace(',', '.')) : NaN;
}

function dayOfInstant(instant: number, timeZone: string): string | undefined {
	const moment = new Date(instant);
	return Number.isNaN(moment.getTime()) ? undefined : dayIn(momentIn(timeZone, moment), timeZone);
}
