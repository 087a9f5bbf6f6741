import type { IDataObject } from 'n8n-workflow';

import { prefixErrors, userError } from '../n8n/userError';
import type { ApiFormat } from './apiFormat';
import { assertNoMark, withCustom } from './customFields';
import type { Slot, Write } from './example';
import { fillExample, fillSlot, hasField } from './example';
import type { FieldName, PlaceholderField, Values, WrittenFields } from './fields';
import { FIELD_LABELS } from './fields';
import { merge } from './json';
import { putAt } from './path';
import { settingName } from './placeholder';
import { describeWithReference } from './reference';

/** A service may take a charge without these; the user is told. */
const MAY_BE_LEFT_OUT = ['date', 'description'] as const;
const NEED_A_PLACE = ['reservationId', 'amount', 'accountCode', 'destinationAccount'] as const;

/** What is sent of a charge. */
export interface Sending {
	body: IDataObject;
	/** What the service will show of it, in case its answer does not. */
	expected: IDataObject;
}

export interface NewCharge extends Sending {
	/** Labels of fields that are left out for want of a place, for a hint. */
	leftOut: string[];
}

export function toCreate(
	format: ApiFormat,
	fields: WrittenFields,
	custom: IDataObject = {},
): NewCharge {
	const { createBody, timeZone } = format;
	for (const field of NEED_A_PLACE) {
		if (fields[field] === undefined || createBody.fields.has(field)) continue;
		throw withoutPlace(field, settingName('createBody'));
	}
	assertNoMark(custom, placesOf(format, 'description'));
	const values = createdValues(format, fields);
	const body = fillExample(createBody, writer(values, timeZone)) as IDataObject;
	const leftOut = MAY_BE_LEFT_OUT.filter(
		(field) => fields[field] !== undefined && !createBody.fields.has(field),
	);
	return {
		body: withCustom(body, custom, { values, slots: createBody.slots }),
		expected: asShown(format, values, custom),
		leftOut: leftOut.map((field) => FIELD_LABELS[field]),
	};
}

/** With the reference at the end of the description, where it has no place of its own. */
function createdValues(format: ApiFormat, fields: WrittenFields): Values {
	const { reference, ...values } = fields;
	if (reference === undefined || format.isReferencePlaced) return { ...fields };
	return { ...values, description: describeWithReference(fields.description, reference) };
}

export function asShown(format: ApiFormat, values: Values, custom: IDataObject): IDataObject {
	const write = writer(values, format.timeZone);
	return merge(filledSlots(format.list.ownSlots, write), custom);
}

/** An object with nothing but what has a value. */
export function filledSlots(slots: Slot[], write: Write): IDataObject {
	let filled: unknown = {};
	for (const slot of slots) {
		const value = fillSlot(slot, write);
		if (value !== undefined) filled = putAt(filled, slot.path, value);
	}
	return filled as IDataObject;
}

/** Where a field stands in what is sent or, in case Custom Fields have it, in what is shown. */
export function placesOf(format: ApiFormat, field: PlaceholderField): Slot[] {
	const sent = [...format.createBody.slots, ...format.updateBody.slots];
	const all = [...sent, ...format.list.itemSlots];
	return all.filter((slot) => hasField(slot, field));
}

export function withoutPlace(field: FieldName, setting: string) {
	return userError({
		what: `'${FIELD_LABELS[field]}' is filled in, but ${setting} has no {${field}}`,
		more: `Put {${field}} there where the service takes it, or leave the field empty.`,
	});
}

export function writer(values: Values, timeZone: string): Write {
	return ({ field, format }) => {
		const value = values[field];
		if (value === undefined) return undefined;
		const label = FIELD_LABELS[field as FieldName] ?? field;
		return prefixErrors(`'${label}'`, () => format.encode(value, timeZone));
	};
}
