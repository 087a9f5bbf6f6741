import type { IDataObject } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import type { ApiFormat } from './apiFormat';
import type { Sending } from './bodies';
import { asShown } from './bodies';
import {
	assertNoMark,
	assertReferenceStays,
	placesOf,
	touches,
} from './customFields';
import { withoutPlace, withoutUnplaced, writer } from './bodies';
import { withCustom, withReferenceKept } from './customFields';
import type { Slot } from './example';
import { fieldsOf, fillExample } from './example';
import type {
	ChargeFields,
	FieldName,
	PlaceholderField,
	Values,
	WrittenFields,
} from './fields';
import {
	CHARGE_FIELDS,
	FIELD_LABELS,
	isSameValue,
	withoutEscapes,
} from './fields';
import type { ReadItem } from './items';
import { readingOf, readItem } from './items';
import { merge } from './json';
import { describeWithReference } from './reference';

// An update keeps the reference of a charge, which stands in a place of its own
// or at the end of the description: without it the next run would charge again.

/** As it was read; not each item shows its reservation. */
export type PresentItem = { item: IDataObject; reservationId?: string };

interface Wanted {
	fields: WrittenFields;
	custom: IDataObject;
	/**
	 * True where the reference is sent with every change, else only with one that
	 * would take it off.
	 */
	isFull: boolean;
}

interface Change {
	values: Values;
	custom: IDataObject;
}

export function needsPresent(
	format: ApiFormat,
	fields: WrittenFields,
	custom: IDataObject = {},
): boolean {
	const wanted = { fields, custom, isFull: false };
	if (mayLoseReference(format, wanted)) return true;
	const { values } = changeOf(format, wanted);
	return sentAlong(format, values).some(
		(field) => fields[field as FieldName] === undefined,
	);
}

/** @param present where `needsPresent` asks for it; without it, only a check */
export function toUpdate(
	format: ApiFormat,
	fields: WrittenFields,
	custom: IDataObject = {},
	present?: PresentItem,
): Sending {
	return sendingOf(format, { fields, custom, isFull: false }, present);
}

export function toUpdateAll(
	format: ApiFormat,
	fields: WrittenFields,
	custom: IDataObject,
	present: PresentItem,
): Sending {
	const placed = withoutUnplaced(format, fields);
	return sendingOf(format, { fields: placed, custom, isFull: true }, present);
}

/**
 * An item as `toUpdateAll` is to leave it.
 *
 * @throws UserError when that cannot be sent
 */
export function asUpdated(
	format: ApiFormat,
	fields: WrittenFields,
	custom: IDataObject,
	item: IDataObject,
): IDataObject {
	const { reservationId } = fields;
	const { expected } = toUpdateAll(format, fields, custom, {
		item,
		reservationId,
	});
	return merge(item, expected);
}

function sendingOf(
	format: ApiFormat,
	wanted: Wanted,
	present?: PresentItem,
): Sending {
	const shown = present && readItem(format, present.item);
	assertPlaces(format, wanted.fields, shown);
	assertNoMark(wanted.custom, placesOf(format, 'description'));
	let { reference } = wanted.fields;
	if (shown && mayLoseReference(format, wanted)) {
		if (!shown.isShown) throw unreadable();
		reference ??= shown.reference;
	}
	const fields = { ...wanted.fields, reference };
	const { values, custom } = changeOf(format, { ...wanted, fields }, shown);
	const known = { ...present, reference: reference ?? shown?.reference };
	const along = valuesAlong(format, values, known);
	const write = writer({ ...along, ...values }, format.timeZone);
	const body = fillExample(format.updateBody, (placeholder, slot) =>
		isSent(values, slot) ? write(placeholder, slot) : undefined,
	);
	return {
		body: withCustom(body as IDataObject, custom, {
			values,
			slots: format.updateBody.slots,
		}),
		expected: asShown(format, values, custom),
	};
}

/** A field without a place in Update Body may stay as it is. */
function assertPlaces(
	format: ApiFormat,
	fields: WrittenFields,
	shown?: ReadItem,
): void {
	for (const field of CHARGE_FIELDS) {
		const value = fields[field];
		if (value === undefined || format.updateBody.fields.has(field)) continue;
		if (!isSameValue(value, shown?.fields[field])) {
			throw withoutPlace(field, format.updateSetting);
		}
	}
}

/**
 * True where a reference could be taken off, and is not known or cannot be put
 * into its place.
 */
function mayLoseReference(format: ApiFormat, wanted: Wanted): boolean {
	if (!changesDescription(format, wanted)) return false;
	if (wanted.fields.reference === undefined) return true;
	return format.isReferencePlaced && !format.updateBody.fields.has('reference');
}

function changesDescription(
	format: ApiFormat,
	{ fields, custom }: Wanted,
): boolean {
	if (fields.description !== undefined) return true;
	return touches(custom, [
		...placesOf(format, 'description'),
		...referencePlaces(format),
	]);
}

export function fieldsSetBy(
	format: ApiFormat,
	custom: IDataObject,
): Set<keyof ChargeFields> {
	return new Set(
		CHARGE_FIELDS.filter((field) => touches(custom, placesOf(format, field))),
	);
}

function referencePlaces(format: ApiFormat): Slot[] {
	return format.isReferencePlaced ? placesOf(format, 'reference') : [];
}

/**
 * With the reference in its place, or at the end of the description. No update
 * moves a charge.
 */
function changeOf(format: ApiFormat, wanted: Wanted, shown?: ReadItem): Change {
	const { custom, isFull } = wanted;
	const { reference } = wanted.fields;
	const fields = { ...wanted.fields };
	delete fields.reference;
	delete fields.reservationId;
	const isKept = isFull || changesDescription(format, wanted);
	if (reference === undefined || !isKept) return { values: fields, custom };
	assertReferenceStays(custom, reference, referencePlaces(format));
	if (takesReference(format, shown)) {
		return { values: { ...fields, reference }, custom };
	}
	const kept = withReferenceKept(
		custom,
		reference,
		placesOf(format, 'description'),
	);
	if (!isFull && fields.description === undefined) {
		return { values: fields, custom: kept };
	}
	const text =
		fields.description ?? withoutEscapes(shown?.fields.description ?? '');
	const description = describeWithReference(text, reference);
	return { values: { ...fields, description }, custom: kept };
}

/**
 * False where references are kept in descriptions; also where only Update Body
 * has no place, and the item has it there.
 */
function takesReference(format: ApiFormat, shown?: ReadItem): boolean {
	if (!format.isReferencePlaced) return false;
	return format.updateBody.fields.has('reference') || shown?.mark === undefined;
}

function valuesAlong(
	format: ApiFormat,
	values: Values,
	{ item, ...known }: Partial<PresentItem> & { reference?: string },
): Values {
	if (!item) return known;
	const reading = readingOf(format, item);
	const along: Values = {
		...known,
		...reading.values,
		reference: known.reference,
	};
	for (const field of CHARGE_FIELDS) {
		const value = along[field];
		if (typeof value === 'string') along[field] = withoutEscapes(value);
	}
	for (const field of sentAlong(format, values)) {
		if (field === 'reference') continue;
		const isReadable = reading.shown.has(field) && !reading.mismatches[field];
		if (along[field] === undefined && !isReadable) {
			throw notShown(format, field);
		}
	}
	return along;
}

/**
 * Unchanged fields with an exclamation mark, or in one text with a changed
 * field.
 */
function sentAlong(format: ApiFormat, values: Values): PlaceholderField[] {
	const sent = format.updateBody.slots.filter((slot) => isSent(values, slot));
	return [...fieldsOf(sent)].filter((field) => values[field] === undefined);
}

function isSent(values: Values, slot: Slot): boolean {
	return slot.placeholders.some(
		({ field, isAlways }) => isAlways || values[field] !== undefined,
	);
}

function unreadable() {
	return userError({
		what: `The reference of the service item could not be read before the change: the service's answer shows none of its fields`,
		advice: `Check 'List Response' in the Reservation Service credential`,
	});
}

function notShown(format: ApiFormat, field: PlaceholderField) {
	return userError({
		what: `${format.updateSetting} sends {${field}} along, but the service item shows no usable value for it`,
		advice: `Fill in '${FIELD_LABELS[field as FieldName]}' as well, or put {${field}} into 'List Response' as the service returns it`,
	});
}
