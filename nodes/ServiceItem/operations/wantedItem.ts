import type { INodeProperties } from 'n8n-workflow';

import type { ItemInput } from '../../shared/items/itemInput';
import type { WantedItem } from '../../shared/reservation/upsert';
import type { WireContext } from '../../shared/wire/serviceItem';
import { additionalFields, amountField, dateField, descriptionField } from './fields';
import { bodyOf, fieldsIn, idempotencyKeyIn } from './itemFields';
import { referenceField, referenceIn } from './preventDuplicates';

/** The form of an item that is to be created or brought up to date. */
export const wantedItemFields: INodeProperties[] = [
	referenceField,
	amountField,
	dateField,
	descriptionField,
	additionalFields,
];

/** Reads that form. Blank fields are left alone; what is filled in is checked, down to the wire format. */
export function wantedItemIn(input: ItemInput, wire: WireContext): WantedItem {
	const reservationId = input.requiredName('reservationId', 'Reservation ID');
	const additional = input.collection('additionalFields');
	const topLevel = {
		amount: input.value('amount'),
		date: input.value('date'),
		description: input.value('description'),
	};
	const fields = {
		...fieldsIn({ ...topLevel, ...additional } as typeof additional, input, wire),
		reference: referenceIn(input, wire.format),
	};
	const body = bodyOf({ reservationId, ...fields }, additional.customFields, input, wire);
	return {
		reservationId,
		fields,
		custom: input.objectOf(additional.customFields, 'Custom Fields'),
		idempotencyKey: idempotencyKeyIn(input, [fields.reference, body], wire),
	};
}
