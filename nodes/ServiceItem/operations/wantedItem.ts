import type { INodeProperties } from 'n8n-workflow';

import type { ItemInput } from '../../shared/items/itemInput';
import type { WantedItem } from '../../shared/reservation/upsert';
import type { Mapper } from '../../shared/format/mapper';
import { additionalFields, amountField, dateField, descriptionField } from './fields';
import { chargeOf, customIn, fieldsIn } from './itemFields';
import { referenceField, referenceIn } from './preventDuplicates';

/** The form of an item that is to be created or brought up to date. */
export const wantedItemFields: INodeProperties[] = [
	referenceField,
	amountField,
	dateField,
	descriptionField,
	additionalFields,
];

/** Reads that form. Blank fields are left alone; what is filled in is checked, down to how it is written. */
export function wantedItemIn(input: ItemInput, mapper: Mapper): WantedItem {
	const reservationId = input.requiredName('reservationId', 'Reservation ID');
	const additional = input.collection('additionalFields');
	const topLevel = {
		amount: input.value('amount'),
		date: input.value('date'),
		description: input.value('description'),
	};
	const fields = {
		...fieldsIn({ ...topLevel, ...additional } as typeof additional, input, mapper),
		reference: referenceIn(input, mapper),
	};
	const custom = customIn(additional, input);
	const { idempotencyKey } = chargeOf({ reservationId, ...fields }, custom, input, mapper);
	return { reservationId, fields, custom, idempotencyKey };
}
