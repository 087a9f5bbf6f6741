import type { IDataObject } from 'n8n-workflow';
import { deepCopy } from 'n8n-workflow';

import { writeAt, writeKey } from '../dotPath';
import type { Blank, BlankField } from './blank';
import { FIELD_LABELS } from './blank';
import { about } from './complaint';
import type { Key, Place, Template } from './template';
import { isInList, isWithin } from './template';
import type { FieldValue } from './valueForm';

/** Values by field; what is absent has none. */
export type BlankValues = { [Field in BlankField]?: FieldValue };

/**
 * Fills the blanks of a template. What has no value is left out, and so is every object or list in which no blank has one,
 * with its constants.
 *
 * @returns the JSON value; undefined when nothing is left of it
 * @throws UserError naming the field when a value cannot be written in the template's format
 */
export function fillTemplate(
	template: Template,
	values: BlankValues,
	timeZone: string,
): object | undefined {
	const filled = fillPlaces(template, values, timeZone);
	return template.some(isInList) ? withoutGaps(filled) : filled;
}

/** The same for what is only read: where an entry of a list is left out, the others keep their positions. */
export function fillPlaces(
	template: Template,
	values: BlankValues,
	timeZone: string,
): object | undefined {
	const hasValue = (place: Place): boolean =>
		place.kind !== 'constant' && place.blanks.some(({ field }) => values[field] !== undefined);
	const written = template.filter((place) =>
		place.kind === 'constant'
			? place.within.length === 0 ||
				template.some((other) => isWithin(other.path, place.within) && hasValue(other))
			: hasValue(place),
	);
	if (written.length === 0) return undefined;
	const root = emptyFor(written[0]?.path[0]);
	for (const place of written) writeAt(root, place.path, valueOf(place, values, timeZone));
	return root;
}

function valueOf(place: Place, values: BlankValues, timeZone: string): unknown {
	// A copy, as more may be put into it later.
	if (place.kind === 'constant') return deepCopy(place.value as IDataObject);
	if (place.kind === 'blank') return written(place.blanks[0], values, timeZone);
	const texts = place.blanks.map((blank) => {
		const text = String(written(blank, values, timeZone) ?? '');
		return place.isJson ? JSON.stringify(text).slice(1, -1) : text;
	});
	return place.around.map((text, index) => `${text}${texts[index] ?? ''}`).join('');
}

function written(
	{ field, form }: Blank,
	values: BlankValues,
	timeZone: string,
): FieldValue | undefined {
	const value = values[field];
	if (value === undefined) return undefined;
	return about(`'${FIELD_LABELS[field]}'`, () => form.write(value, timeZone));
}

function emptyFor(key: Key | undefined): object {
	return typeof key === 'number' ? [] : {};
}

/** Entries of a list that were left out leave no gap. */
function withoutGaps<Value>(value: Value): Value {
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return value.filter(() => true).map(withoutGaps) as Value;
	for (const [key, inner] of Object.entries(value)) {
		if (typeof inner === 'object') writeKey(value, key, withoutGaps(inner as unknown));
	}
	return value;
}
