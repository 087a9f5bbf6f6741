import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Mapper } from '../../shared/format/mapper';
import type { Reconciled, Wanted } from '../../shared/reservation/wanted';
import type { ItemInput } from '../../shared/run/itemInput';
import type { ReconcileJob } from '../../shared/run/job';
import { additionalFields, amountField, dateField, descriptionField } from './fields';
import { chargeOf, customIn, fieldsIn } from './itemFields';
import { referenceField, referenceIn } from './preventDuplicates';
import { toOutputOf } from './results';

/** The form of a service item that is to be created or brought up to date. */
export const wantedFields: INodeProperties[] = [
	referenceField,
	amountField,
	dateField,
	descriptionField,
	additionalFields,
];

/** Reads that form. Blank fields are left alone; what is filled in is checked, down to how it is written. */
export function wantedIn(input: ItemInput, mapper: Mapper): Wanted {
	const reservationId = input.requiredName('reservationId', 'Reservation ID');
	const additional = input.collection('additionalFields');
	const topLevel = {
		amount: input.value('amount'),
		date: input.value('date'),
		description: input.value('description'),
	};
	const fields = {
		reservationId,
		...fieldsIn({ ...topLevel, ...additional } as typeof additional, input, mapper),
		reference: referenceIn(input, mapper),
	};
	const custom = customIn(additional, input);
	const charge = chargeOf(fields, custom, input, mapper);
	return { match: 'reference', whenFound: 'update', fields, custom, charge };
}

/** Has a reservation hold a service item once, and gives it out with what was done. */
export function reconcileJob(input: ItemInput, wanted: Wanted, mapper: Mapper): ReconcileJob {
	const { reservationId } = wanted.fields;
	const toOutput = toOutputOf(input, mapper);
	return {
		kind: 'reconcile',
		reservationId,
		wanted,
		outputOf: ({ action, item: { raw, id, sent } }: Reconciled): IDataObject => {
			// A property of ours that the service cannot have.
			return { ...toOutput(raw, { id, reservationId, sent }), _action: action };
		},
	};
}
