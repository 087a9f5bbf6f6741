import { desiredIn, referenceIn, toReconcileJob } from './charge';
import type { Operation } from './fields';
import { simplifyField, wantedFields } from './fields';

export const upsert: Operation = {
	option: {
		name: 'Create or Update',
		value: 'upsert',
		action: 'Create or update service item by reference',
		description:
			'Create a new charge with this reference, or update the current one if it already exists (upsert)',
	},
	fields: [...wantedFields, simplifyField],
	prepare(input) {
		const reservationId = input.requiredName('reservationId', 'Reservation ID');
		const reference = referenceIn(input);
		const desired = desiredIn({ reservationId, reference }, input);
		return toReconcileJob(input, desired, 'lastCounts');
	},
};
