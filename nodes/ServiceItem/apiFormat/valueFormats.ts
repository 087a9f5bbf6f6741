import { amountForm } from '../../shared/wire/templates/amountForms';
import { dayForm } from '../../shared/wire/templates/dayForms';
import type { ValueForm } from '../../shared/wire/templates/valueForm';
import type { Scalar } from './columns';

/** What the values of a column tell about the way they are written. */
export interface ValueFormat {
	/** The format, as it is written in a blank. */
	format: string;
	/** False where the values would fit another format as well. */
	isSure: boolean;
}

const MINOR = /^(cents?|minor|pence|rappen|units)$/;

/**
 * How amounts are written: 12.5, "12.50" or 1250.
 *
 * @param words the words of the column's name, which may say that these are cents
 * @returns undefined when they are no amounts
 */
export function amountFormatOf(values: Scalar[], words: string[]): ValueFormat | undefined {
	const decimals = decimalsOf(values) ?? 2;
	const fits = (name: string): boolean => isReadBy(amountForm(name, decimals), values, 'UTC');
	const isMinor = words.some((word) => MINOR.test(word));
	if (fits('text')) {
		if (isMinor && decimals === 0) return { format: 'minorUnits as text', isSure: true };
		return { format: 'text', isSure: values.some((value) => String(value).includes('.')) };
	}
	if (!fits('number')) return undefined;
	if (!fits('minorUnits')) return { format: 'number', isSure: true };
	return isMinor ? { format: 'minorUnits', isSure: true } : { format: 'number', isSure: false };
}

/** How many decimals amounts written as text have, where all have the same number of them. */
export function decimalsOf(values: Scalar[]): number | undefined {
	const counts = new Set(values.map((value) => String(value).split('.')[1]?.length ?? 0));
	const [count] = counts;
	return counts.size === 1 && typeof values[0] === 'string' ? count : undefined;
}

/** Formats of days; of two that fit, the first counts, but for those that stand together. */
const DAY_FORMATS = [
	['date'],
	['utc'],
	['utcDay'],
	['dateTime'],
	['utcDaySeconds'],
	['unixSeconds'],
	['utcDayMilliseconds'],
	['unixMilliseconds'],
	['yyyy-MM-dd HH:mm:ss'],
	['yyyy-MM-ddTHH:mm:ss'],
	['yyyy/MM/dd'],
	['yyyyMMdd'],
	['dd.MM.yyyy'],
	['dd/MM/yyyy', 'MM/dd/yyyy'],
	['dd-MM-yyyy', 'MM-dd-yyyy'],
];
/** A smaller number is no moment since 1990. */
const LEAST_SECONDS = 631_152_000;
/** Also the midnight a day begins with in its own zone, with seconds or without. */
const MIDNIGHT = /T00:00(:00(\.0+)?)?(Z?)/;

/**
 * How days are written: in a format that gives the very same values when they are written again.
 *
 * @param timeZone the workflow's, in which days begin
 * @returns undefined when they are no days
 */
export function dateFormatOf(values: Scalar[], timeZone: string): ValueFormat | undefined {
	for (const alike of DAY_FORMATS) {
		const fitting = alike.filter((name) => isWrittenBy(dayForm(name), values, timeZone));
		const [format] = fitting;
		if (format !== undefined) return { format, isSure: fitting.length === 1 };
	}
	return looselyWritten(values, timeZone);
}

/** A moment written otherwise than this package would: with milliseconds, without them, or not at midnight. */
function looselyWritten(values: Scalar[], timeZone: string): ValueFormat | undefined {
	const zones = values.map((value) => MIDNIGHT.exec(String(value))?.[3]);
	const isMidnight = zones.every((zone) => zone !== undefined);
	const format = isMidnight && zones.every((zone) => zone === 'Z') ? 'utcDay' : 'dateTime';
	const isMoment = values.every((value) => !(Number(value) < LEAST_SECONDS));
	const names = isMoment ? [format, 'unixSeconds', 'unixMilliseconds'] : [];
	const name = names.find((known) => isReadBy(dayForm(known), values, timeZone));
	return name === undefined ? undefined : { format: name, isSure: isMidnight };
}

/** True where a form reads all of these values. */
export function isReadBy(form: ValueForm | undefined, values: Scalar[], timeZone: string): boolean {
	return (
		values.length > 0 &&
		values.every((value) => typeof value !== 'boolean' && form?.read(value, timeZone) !== undefined)
	);
}

function isWrittenBy(form: ValueForm | undefined, values: Scalar[], timeZone: string): boolean {
	return (
		form !== undefined &&
		isReadBy(form, values, timeZone) &&
		values.every((value) => {
			const day = typeof value === 'boolean' ? undefined : form.read(value, timeZone);
			return day !== undefined && form.write(day, timeZone) === value;
		})
	);
}
