import { referenceIn, upsertJob } from '../parameters/charge';
import {
	reservationIdIn,
	simplifyField,
	wantedFields,
} from '../parameters/fields';
import type { Operation } from './operation';

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
		const known = {
			reservationId: reservationIdIn(input),
			reference: referenceIn(input),
		};
		return upsertJob(known, input);
	},
};
