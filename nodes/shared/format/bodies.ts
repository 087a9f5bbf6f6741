import type { IDataObject } from 'n8n-workflow';

import { prefixErrors, userError } from '../n8n/userError';
import type { ApiFormat } from './apiFormat';
import { assertNoMark, placesOf, withCustom } from './customFields';
import type { Slot, Write } from './example';
import { fillExample, fillSlot } from './example';
import type { FieldName, Values, WrittenFields } from './fields';
import { CHARGE_FIELDS, FIELD_LABELS, settingName } from './fields';
import { merge } from './json';
import { putAt } from './path';
import { describeWithReference } from './reference';

/** A service may take a charge without these; the user is told. */
const MAY_BE_LEFT_OUT: FieldName[] = ['date', 'description'];

export interface Sending {
	body: IDataObject;
	/** What the service will show of it, in case its answer does not. */
	expected: IDataObject;
}

export interface NewCharge extends Sending {
	leftOut: string[];
}

export function toCreate(
	format: ApiFormat,
	fields: WrittenFields,
	custom: IDataObject = {},
): NewCharge {
	const { createBody, timeZone } = format;
	const leftOut: string[] = [];
	for (const field of ['reservationId', ...CHARGE_FIELDS] as const) {
		if (fields[field] === undefined || createBody.fields.has(field)) continue;
		if (!MAY_BE_LEFT_OUT.includes(field)) {
			throw withoutPlace(field, settingName('createBody'));
		}
		leftOut.push(FIELD_LABELS[field]);
	}
	assertNoMark(custom, placesOf(format, 'description'));
	const values = createdValues(format, fields);
	const body = fillExample(createBody, writer(values, timeZone)) as IDataObject;
	return {
		body: withCustom(body, custom, { values, slots: createBody.slots }),
		expected: asShown(format, values, custom),
		leftOut,
	};
}

/**
 * Without what no example has a place for: it is left out of an update as well,
 * and no list can show it.
 */
export function withoutUnplaced<Fields extends WrittenFields>(
	format: ApiFormat,
	fields: Fields,
): Fields {
	const kept = { ...fields };
	for (const field of MAY_BE_LEFT_OUT) {
		if (placesOf(format, field).length === 0) delete kept[field];
	}
	return kept;
}

/**
 * With the reference at the end of the description, where it has no place of
 * its own.
 */
function createdValues(format: ApiFormat, fields: WrittenFields): Values {
	const { reference, ...values } = fields;
	if (reference === undefined || format.isReferencePlaced) return { ...fields };
	return {
		...values,
		description: describeWithReference(fields.description, reference),
	};
}

export function asShown(
	format: ApiFormat,
	values: Values,
	custom: IDataObject,
): IDataObject {
	const write = writer(values, format.timeZone);
	return merge(filledSlots(format.list.itemSlots, write), custom);
}

export function filledSlots(slots: Slot[], write: Write): IDataObject {
	let filled: unknown = {};
	for (const slot of slots) {
		const value = fillSlot(slot, write);
		if (value !== undefined) filled = putAt(filled, slot.path, value);
	}
	return filled as IDataObject;
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
