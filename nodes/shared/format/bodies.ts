import type { IDataObject } from 'n8n-workflow';

import { prefixErrors, userError } from '../n8n/userError';
import { assertNoMark, customDifferences, withCustom } from './customFields';
import type { ApiFormat } from './examples';
import type { FieldName, PlaceholderField, Values, WrittenFields } from './fields';
import { CHARGE_FIELDS, FIELD_LABELS } from './fields';
import { merge } from './json';
import { settingName } from './placeholder';
import { describeWithReference } from './reference';
import type { PlacedSlot, Write } from './template';
import { fieldsOf, fillTemplate, hasField, slotsOf } from './template';

/** A service may take a charge without these; the user is told. */
const MAY_BE_LEFT_OUT: readonly FieldName[] = ['date', 'description'];
const NEED_A_PLACE: readonly FieldName[] = [
	'reservationId',
	...CHARGE_FIELDS.filter((field) => !MAY_BE_LEFT_OUT.includes(field)),
];

/** Writes what creates a charge. */
export class BodyWriter {
	private readonly slots: PlacedSlot[];
	private readonly fields: Set<PlaceholderField>;

	constructor(
		private readonly format: ApiFormat,
		private readonly timeZone: string,
	) {
		this.slots = slotsOf(format.createBody);
		this.fields = fieldsOf(this.slots);
	}

	/** @throws UserError when a field has no place or does not fit its format, or `custom` contradicts one */
	createBody(fields: WrittenFields, custom: IDataObject): IDataObject {
		for (const field of NEED_A_PLACE) {
			assertPlace(field, { fields, places: this.fields, setting: settingName('createBody') });
		}
		assertNoMark(custom, placesOf('description', this.format));
		const values = this.valuesOf(fields);
		const write = writer(values, this.timeZone);
		const body = fillTemplate(this.format.createBody, write) as IDataObject;
		return withCustom(body, custom, { values, slots: this.slots });
	}

	/** Labels, for a hint. */
	leftOut(fields: WrittenFields): string[] {
		const missing = MAY_BE_LEFT_OUT.filter(
			(field) => fields[field] !== undefined && !this.fields.has(field),
		);
		return missing.map((field) => FIELD_LABELS[field]);
	}

	/** What the service will show, in case its answer has no item. */
	asCreated(fields: WrittenFields, custom: IDataObject): IDataObject {
		return asReturned(this.valuesOf(fields), custom, this.format, this.timeZone);
	}

	customChanges(custom: IDataObject, item: IDataObject): IDataObject {
		return customDifferences(custom, [item], this.format.createBody);
	}

	private valuesOf(fields: WrittenFields): Values {
		const { reference, ...values } = fields;
		if (reference === undefined || this.format.isReferencePlaced) return { ...fields };
		return { ...values, description: describeWithReference(fields.description, reference) };
	}
}

/** Where a field stands in what is sent or, in case Custom Fields have it, in what is shown. */
export function placesOf(field: PlaceholderField, format: ApiFormat): PlacedSlot[] {
	const all = [...slotsOf(format.createBody), ...slotsOf(format.updateBody)];
	return [...all, ...format.list.itemSlots].filter((slot) => hasField(slot, field));
}

/** @throws UserError naming the setting, when a field has a value and no place */
export function assertPlace(
	field: FieldName,
	where: { fields: WrittenFields; places: ReadonlySet<string>; setting: string },
): void {
	if (where.fields[field] === undefined || where.places.has(field)) return;
	throw userError({
		what: `'${FIELD_LABELS[field]}' is filled in, but ${where.setting} has no {${field}}`,
		more: `Put {${field}} there where the service takes it, or leave the field empty.`,
	});
}

export function writer(values: Values, timeZone: string): Write {
	return ({ field, format }) => {
		const value = values[field];
		const label = FIELD_LABELS[field as FieldName] ?? field;
		if (value === undefined) return undefined;
		return prefixErrors(`'${label}'`, () => format.encode(value, timeZone));
	};
}

export function asReturned(
	values: Values,
	custom: IDataObject,
	{ list }: ApiFormat,
	timeZone: string,
): IDataObject {
	return merge(fillTemplate(list.item, writer(values, timeZone)) as IDataObject, custom);
}
