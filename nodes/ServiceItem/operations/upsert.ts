import { reservationIdField } from './fields';
import type { Operation } from './operation';
import { withAction } from './preventDuplicates';
import { upsertJob } from './referencedJob';
import { toOutputOf } from './results';
import { wantedItemFields, wantedItemIn } from './wantedItem';

/** Creates the item with a reference, or updates those of its fields that differ. */
export const upsert: Operation = {
	option: {
		name: 'Create or Update',
		value: 'upsert',
		action: 'Create or update service item by reference',
		description:
			'Create a new charge with this reference, or update the current one if it already exists (upsert)',
	},
	fields: [reservationIdField, ...wantedItemFields],
	begin: (session) => ({
		prepare(input) {
			const wanted = wantedItemIn(input, session.mapper);
			const { reservationId } = wanted;
			const toOutput = toOutputOf(input, session.mapper);
			return upsertJob(session, wanted, ({ action, after: { raw, id, sent } }) =>
				withAction(toOutput(raw, { id, reservationId, sent }), action),
			);
		},
	}),
};
