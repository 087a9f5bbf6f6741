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

export function createBodyOf(
	format: ApiFormat,
	fields: WrittenFields,
	custom: IDataObject = {},
): IDataObject {
	const { createBody, timeZone } = format;
	for (const field of NEED_A_PLACE) {
		if (fields[field] === undefined || createBody.fields.has(field)) continue;
		throw withoutPlace(field, settingName('createBody'));
	}
	assertNoMark(custom, placesOf(format, 'description'));
	const values = createdValues(format, fields);
	const body = fillExample(createBody, writer(values, timeZone)) as IDataObject;
	return withCustom(body, custom, { values, slots: createBody.slots });
}

export function leftOutOf(format: ApiFormat, fields: WrittenFields): string[] {
	const labels: string[] = [];
	for (const field of MAY_BE_LEFT_OUT) {
		if (fields[field] === undefined || format.createBody.fields.has(field)) continue;
		labels.push(FIELD_LABELS[field]);
	}
	return labels;
}

/** With the reference at the end of the description, where it has no place of its own. */
function createdValues(format: ApiFormat, fields: WrittenFields): Values {
	const { reference, ...values } = fields;
	if (reference === undefined || format.isReferencePlaced) return { ...fields };
	return { ...values, description: describeWithReference(fields.description, reference) };
}

export function asCreated(
	format: ApiFormat,
	fields: WrittenFields,
	custom: IDataObject = {},
): IDataObject {
	return asShown(format, createdValues(format, fields), custom);
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
