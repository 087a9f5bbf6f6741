import type { IDataObject } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import { asReturned, assertPlace, placesOf, writer } from './bodies';
import { isSameValue } from './compare';
import {
	assertNoMark,
	assertReferenceStays,
	touches,
	withCustom,
	withReferenceKept,
} from './customFields';
import type { ApiFormat } from './examples';
import type { FieldName, PlaceholderField, Values, WrittenFields } from './fields';
import { CHARGE_FIELDS, FIELD_LABELS } from './fields';
import type { ItemReader } from './items';
import { slotsIn } from './listExample';
import { describeWithReference } from './reference';
import type { PlacedSlot, Slot } from './template';
import { fieldsOf, fillTemplate, readSlots, slotsOf } from './template';

/** As it was read; not each item shows its reservation. */
export type PresentItem = { item: IDataObject; reservationId?: string };

/**
 * Writes what changes a charge. It keeps its reference, which stands in a place of its own or at the end of the
 * description: without it the next run would charge again.
 */
export class UpdateWriter {
	private readonly slots: PlacedSlot[];
	private readonly fields: Set<PlaceholderField>;
	private readonly descriptionSlots: PlacedSlot[];
	private readonly referenceSlots: PlacedSlot[];

	constructor(
		private readonly format: ApiFormat,
		private readonly reader: ItemReader,
		private readonly timeZone: string,
	) {
		this.slots = slotsOf(format.updateBody);
		this.fields = fieldsOf(this.slots);
		this.descriptionSlots = placesOf('description', format);
		this.referenceSlots = format.isReferencePlaced ? placesOf('reference', format) : [];
	}

	/** True where the item has to be read first: for what is sent along, or for a reference that would be lost. */
	needsPresent(changes: WrittenFields, custom: IDataObject): boolean {
		const values = this.changedValues(changes, custom);
		const isAlong = this.sentAlong(values).some(
			(field) => changes[field as FieldName] === undefined,
		);
		return isAlong || this.mayLoseReference(changes, custom);
	}

	/**
	 * For Update: the fields that were added, and the reference where it would be lost otherwise.
	 *
	 * @param changes with the reference, where it is known
	 * @param present where `needsPresent` asks for it; without it, only a check
	 * @throws UserError as `createBody` does, when a value of `present` cannot be read, or when `custom` takes the reference away
	 */
	updateBody(changes: WrittenFields, custom: IDataObject, present?: PresentItem): IDataObject {
		for (const field of CHARGE_FIELDS) this.assertPlace(field, changes);
		assertNoMark(custom, this.descriptionSlots);
		const known = this.withReference(changes, custom, present);
		const values = this.changedValues(known, custom, present);
		const kept = this.customKept(known, custom, present);
		return this.bodyOf({ values, known }, kept, present);
	}

	/**
	 * For Create or Update and for Sync: all fields that the input gives, and whatever carries the reference: its place, or
	 * the description, be it the present one. A PATCH that works like PUT then empties only what the input does not give. A
	 * field without a place in Update Body is left out where it does not change.
	 *
	 * @throws UserError as `updateBody` does, and when a field without a place changes
	 */
	fullUpdateBody(wanted: WrittenFields, custom: IDataObject, present: PresentItem): IDataObject {
		assertNoMark(custom, this.descriptionSlots);
		const shown = this.reader.read(present.item).fields;
		const values: Values = {};
		for (const field of CHARGE_FIELDS) {
			const value = wanted[field];
			if (value === undefined) continue;
			if (!isSameValue(value, shown[field])) this.assertPlace(field, wanted);
			if (this.fields.has(field)) values[field] = value;
		}
		const { reference } = wanted;
		if (reference !== undefined && this.isPlaced(present)) {
			values.reference = reference;
		} else if (reference !== undefined && this.fields.has('description')) {
			const text = wanted.description ?? shown.description;
			values.description = describeWithReference(text, reference);
		}
		return this.bodyOf({ values, known: wanted }, custom, present);
	}

	/** What the service will show, in case its answer has no item. */
	asUpdated(changes: WrittenFields, custom: IDataObject): IDataObject {
		const values = this.changedValues(changes, custom);
		const kept = this.customKept(changes, custom);
		return asReturned(values, kept, this.format, this.timeZone);
	}

	private assertPlace(field: FieldName, fields: WrittenFields): void {
		assertPlace(field, { fields, places: this.fields, setting: this.format.updateSetting });
	}

	private bodyOf(
		{ values, known }: { values: Values; known: WrittenFields },
		custom: IDataObject,
		present?: PresentItem,
	): IDataObject {
		const { reference } = known;
		const along = present && this.presentValues(this.sentAlong(values), present, known);
		const write = writer({ reference, ...along, ...values }, this.timeZone);
		const body = fillTemplate(this.format.updateBody, (placeholder, slot) =>
			isSent(values, slot) ? write(placeholder, slot) : undefined,
		) as IDataObject;
		return withCustom(body, custom, { values, slots: this.slots });
	}

	/** The changes, and the reference in it or at the end of the description, where one of them is set. */
	private changedValues(
		changes: WrittenFields,
		custom: IDataObject,
		present?: PresentItem,
	): Values {
		const { reference, ...values } = changes;
		if (reference === undefined || !this.changesDescription(changes, custom)) return values;
		if (this.isPlaced(present)) return { ...values, reference };
		if (values.description === undefined) return values;
		return { ...values, description: describeWithReference(values.description, reference) };
	}

	/** Custom Fields, which may set the description, but not take the reference off it. */
	private customKept(
		{ reference, description }: WrittenFields,
		custom: IDataObject,
		present?: PresentItem,
	): IDataObject {
		if (reference === undefined) return custom;
		assertReferenceStays(custom, reference, this.referenceSlots);
		if (this.isPlaced(present) || description !== undefined) return custom;
		return withReferenceKept(custom, reference, this.descriptionSlots);
	}

	private withReference(
		changes: WrittenFields,
		custom: IDataObject,
		present?: PresentItem,
	): WrittenFields {
		if (!present || !this.mayLoseReference(changes, custom)) return changes;
		const { reference, isShown } = this.reader.read(present.item);
		if (isShown) return { ...changes, reference: changes.reference ?? reference };
		throw userError({
			what: `The reference of the service item could not be read before the change: the service's answer shows none of its fields`,
			advice: `Check 'List Response' in the Reservation Service credential`,
			more: 'A reference at the end of the old description would be lost, and the charge made again.',
		});
	}

	/** True where a reference could be taken off, and is not known or cannot be put into its place. */
	private mayLoseReference(changes: WrittenFields, custom: IDataObject): boolean {
		if (!this.changesDescription(changes, custom)) return false;
		if (changes.reference === undefined) return true;
		return this.format.isReferencePlaced && !this.fields.has('reference');
	}

	private changesDescription({ description }: WrittenFields, custom: IDataObject): boolean {
		if (description !== undefined) return true;
		return [...this.descriptionSlots, ...this.referenceSlots].some((slot) => touches(custom, slot));
	}

	/** False where references are kept in descriptions; also where only Update Body has no place, and the item has it there. */
	private isPlaced(present?: PresentItem): boolean {
		if (!this.format.isReferencePlaced) return false;
		if (this.fields.has('reference') || !present) return true;
		return this.reader.read(present.item).mark === undefined;
	}

	/** Unchanged fields with an exclamation mark, or in one text with a changed field. */
	private sentAlong(values: Values): PlaceholderField[] {
		const sent = this.slots.filter((slot) => isSent(values, slot));
		return [...fieldsOf(sent)].filter((field) => values[field] === undefined);
	}

	private presentValues(
		fields: PlaceholderField[],
		{ item, reservationId }: PresentItem,
		{ reference }: WrittenFields,
	): Values {
		const { list } = this.format;
		const { values, mismatches, shown } = readSlots(slotsIn(item, list), item, this.timeZone);
		const known: Values = { reservationId, reference, ...values };
		for (const field of fields) {
			const isReadable = shown.has(field) && mismatches[field] === undefined;
			if (known[field] === undefined && !isReadable) throw this.notShown(field);
		}
		return known;
	}

	private notShown(field: PlaceholderField) {
		const label = FIELD_LABELS[field as FieldName];
		return userError({
			what: `${this.format.updateSetting} sends {${field}} along, but the service item shows no usable value for it`,
			advice: `Fill in '${label}' as well, or put {${field}} into 'List Response' as the service returns it`,
			more: 'What an update sends along is read from the service item first.',
		});
	}
}

function isSent(values: Values, { placeholders }: Slot): boolean {
	return placeholders.some(({ field, isAlways }) => isAlways || values[field] !== undefined);
}
