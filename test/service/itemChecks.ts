import { Refusal } from './answer';
import { ITEM_FIELDS } from './dialect';
import type { Dialect, ItemField } from './dialect';
import { readPath } from './json';
import type { JsonObject, JsonValue } from './json';
import { wireName } from './wireItem';

const PLAIN_DECIMAL = /^-?(0|[1-9]\d*)\.\d{2,}$/;
const CALENDAR_DAY = /^\d{4}-\d{2}-\d{2}$/;
const TIME_OF_DAY = /^T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/**
 * Refuses (400) a body whose known fields are missing or not in the dialect's format. Unknown properties are none of the
 * service's business. A change may leave fields out, but not blank a required one.
 */
export function checkItemFields(body: JsonObject, dialect: Dialect, purpose: 'create' | 'update') {
	for (const field of ITEM_FIELDS) {
		const name = wireName(dialect, field);
		if (name === '') continue;
		const value = readPath(body, name);
		if (value === undefined && purpose === 'update') continue;
		const isBlank = value === undefined || value === null || value === '';
		if (isBlank && dialect.requiredFields.includes(field)) {
			throw new Refusal(400, `${name} is required`, { field: name });
		}
		if (value === undefined || value === null) continue;
		const expected = expectedForm(field, value, dialect);
		if (expected) throw new Refusal(400, `${name} must be ${expected}`, { field: name });
	}
}

/** What the value should have been; undefined where it is in order. */
function expectedForm(field: ItemField, value: JsonValue, dialect: Dialect): string | undefined {
	if (field === 'amount') return expectedAmount(value, dialect);
	if (field === 'date') return expectedDate(value, dialect);
	return typeof value === 'string' ? undefined : 'a text';
}

function expectedAmount(value: JsonValue, { amountFormat }: Dialect): string | undefined {
	switch (amountFormat) {
		case 'number':
			return typeof value === 'number' ? undefined : 'a number';
		case 'minorUnits':
			return Number.isSafeInteger(value) ? undefined : 'a whole number of minor units';
		case 'string':
			return typeof value === 'string' && PLAIN_DECIMAL.test(value)
				? undefined
				: 'a decimal text such as "12.50"';
	}
}

function expectedDate(value: JsonValue, { dateFormat }: Dialect): string | undefined {
	const day = typeof value === 'string' ? value.slice(0, 'YYYY-MM-DD'.length) : '';
	const time = typeof value === 'string' ? value.slice(day.length) : '';
	if (dateFormat === 'date') {
		return isCalendarDay(day) && time === '' ? undefined : 'a date such as 2026-11-21';
	}
	return isCalendarDay(day) && TIME_OF_DAY.test(time)
		? undefined
		: 'a date and time such as 2026-11-21T00:00:00.000+01:00';
}

/** Date.parse rolls 2026-02-30 over or refuses it, depending on the engine; a day that survives the round trip exists. */
function isCalendarDay(text: string): boolean {
	if (!CALENDAR_DAY.test(text)) return false;
	const date = new Date(`${text}T00:00:00.000Z`);
	return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
