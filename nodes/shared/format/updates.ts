import type { IDataObject } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import type { ApiFormat } from './apiFormat';
import { asShown, placesOf, withoutPlace, writer } from './bodies';
import { isSameValue } from './compare';
import {
	assertNoMark,
	assertReferenceStays,
	touches,
	withCustom,
	withReferenceKept,
} from './customFields';
import type { Slot } from './example';
import { fieldsOf, fillExample } from './example';
import type { FieldName, PlaceholderField, Values, WrittenFields } from './fields';
import { CHARGE_FIELDS, FIELD_LABELS } from './fields';
import { readingOf, readItem } from './items';
import { describeWithReference } from './reference';

// An update keeps the reference of a charge, which stands in a place of its own or at the end of the description: without
// it the next run would charge again.

/** As it was read; not each item shows its reservation. */
export type PresentItem = { item: IDataObject; reservationId?: string };

/** What an update changes. */
interface Change {
	values: Values;
	custom: IDataObject;
}

export function needsPresent(
	format: ApiFormat,
	changes: WrittenFields,
	custom: IDataObject = {},
): boolean {
	if (mayLoseReference(format, changes, custom)) return true;
	const change = withReference(format, changes, custom);
	const along = sentAlong(format, change.values);
	return along.some((field) => changes[field as FieldName] === undefined);
}

/** @param present where `needsPresent` asks for it; without it, only a check */
export function updateBodyOf(
	format: ApiFormat,
	changes: WrittenFields,
	custom: IDataObject = {},
	present?: PresentItem,
): IDataObject {
	for (const field of CHARGE_FIELDS) {
		if (changes[field] !== undefined) assertPlace(format, field);
	}
	assertNoMark(custom, placesOf(format, 'description'));
	const reference = referenceToKeep(format, { changes, custom, present });
	const change = withReference(format, { ...changes, reference }, custom, present);
	return bodyOf(format, change, { reference, present });
}

/** A field without a place in Update Body is left out where it does not change. */
export function fullUpdateBodyOf(
	format: ApiFormat,
	wanted: WrittenFields,
	custom: IDataObject,
	present: PresentItem,
): IDataObject {
	assertNoMark(custom, placesOf(format, 'description'));
	const fields = format.updateBody.fields;
	const shown = readItem(format, present.item).fields;
	const values: Values = {};
	for (const field of CHARGE_FIELDS) {
		const value = wanted[field];
		if (value === undefined) continue;
		if (!isSameValue(value, shown[field])) assertPlace(format, field);
		if (fields.has(field)) values[field] = value;
	}
	const reference = wanted.reference;
	if (reference !== undefined && takesReference(format, present)) {
		values.reference = reference;
	} else if (reference !== undefined && fields.has('description')) {
		const text = wanted.description ?? shown.description;
		values.description = describeWithReference(text, reference);
	}
	return bodyOf(format, { values, custom }, { reference, present });
}

export function asUpdated(
	format: ApiFormat,
	changes: WrittenFields,
	custom: IDataObject = {},
): IDataObject {
	const change = withReference(format, changes, custom);
	return asShown(format, change.values, change.custom);
}

function assertPlace(format: ApiFormat, field: FieldName): void {
	if (format.updateBody.fields.has(field)) return;
	throw withoutPlace(field, format.updateSetting);
}

/** The changes, with the reference where they would take it off: in its place, or at the end of the description. */
function withReference(
	format: ApiFormat,
	{ reference, ...values }: WrittenFields,
	custom: IDataObject,
	present?: PresentItem,
): Change {
	if (reference === undefined || !changesDescription(format, values, custom)) {
		return { values, custom };
	}
	assertReferenceStays(custom, reference, referencePlaces(format));
	if (takesReference(format, present)) return { values: { ...values, reference }, custom };
	if (values.description === undefined) {
		const kept = withReferenceKept(custom, reference, placesOf(format, 'description'));
		return { values, custom: kept };
	}
	const description = describeWithReference(values.description, reference);
	return { values: { ...values, description }, custom };
}

function changesDescription(
	format: ApiFormat,
	changes: WrittenFields,
	custom: IDataObject,
): boolean {
	if (changes.description !== undefined) return true;
	return touches(custom, [...placesOf(format, 'description'), ...referencePlaces(format)]);
}

function referencePlaces(format: ApiFormat): Slot[] {
	if (!format.isReferencePlaced) return [];
	return placesOf(format, 'reference');
}

/** False where references are kept in descriptions; also where only Update Body has no place, and the item has it there. */
function takesReference(format: ApiFormat, present: PresentItem | undefined): boolean {
	if (!format.isReferencePlaced) return false;
	if (format.updateBody.fields.has('reference') || !present) return true;
	return readItem(format, present.item).mark === undefined;
}

/** True where a reference could be taken off, and is not known or cannot be put into its place. */
function mayLoseReference(format: ApiFormat, changes: WrittenFields, custom: IDataObject): boolean {
	if (!changesDescription(format, changes, custom)) return false;
	if (changes.reference === undefined) return true;
	return format.isReferencePlaced && !format.updateBody.fields.has('reference');
}

function referenceToKeep(
	format: ApiFormat,
	about: { changes: WrittenFields; custom: IDataObject; present?: PresentItem },
): string | undefined {
	const { changes, custom, present } = about;
	if (!present || !mayLoseReference(format, changes, custom)) return changes.reference;
	const { reference, isShown } = readItem(format, present.item);
	if (isShown) return changes.reference ?? reference;
	throw userError({
		what: `The reference of the service item could not be read before the change: the service's answer shows none of its fields`,
		advice: `Check 'List Response' in the Reservation Service credential`,
		more: 'A reference at the end of the old description would be lost, and the charge made again.',
	});
}

function bodyOf(
	format: ApiFormat,
	{ values, custom }: Change,
	{ reference, present }: { reference?: string; present?: PresentItem },
): IDataObject {
	const { updateBody, timeZone } = format;
	const reading = present && readingOf(format, present.item);
	const known: Values = { reservationId: present?.reservationId, reference, ...reading?.values };
	for (const field of sentAlong(format, values)) {
		const isReadable = !reading || (reading.shown.has(field) && !reading.mismatches[field]);
		if (known[field] === undefined && !isReadable) throw notShown(format, field);
	}
	const write = writer({ ...known, ...values }, timeZone);
	const body = fillExample(updateBody, (placeholder, slot) =>
		isSent(values, slot) ? write(placeholder, slot) : undefined,
	);
	return withCustom(body as IDataObject, custom, { values, slots: updateBody.slots });
}

/** Unchanged fields with an exclamation mark, or in one text with a changed field. */
function sentAlong(format: ApiFormat, values: Values): PlaceholderField[] {
	const sent = format.updateBody.slots.filter((slot) => isSent(values, slot));
	return [...fieldsOf(sent)].filter((field) => values[field] === undefined);
}

function isSent(values: Values, slot: Slot): boolean {
	return slot.placeholders.some(({ field, isAlways }) => isAlways || values[field] !== undefined);
}

function notShown(format: ApiFormat, field: PlaceholderField) {
	return userError({
		what: `${format.updateSetting} sends {${field}} along, but the service item shows no usable value for it`,
		advice: `Fill in '${FIELD_LABELS[field as FieldName]}' as well, or put {${field}} into 'List Response' as the service returns it`,
		more: 'What an update sends along is read from the service item first.',
	});
}
