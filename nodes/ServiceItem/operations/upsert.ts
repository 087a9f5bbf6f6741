import type { UpsertResult } from '../../shared/reservation/upsert';
import { carryOut, planUpsert, settleCreated } from '../../shared/reservation/upsert';
import { reservationIdField } from './fields';
import type { Operation } from './operation';
import { withAction } from './preventDuplicates';
import { referencedJob } from './referencedJob';
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
			const wanted = wantedItemIn(input, session.wire);
			const { reservationId } = wanted;
			const toOutput = toOutputOf(input, session.wire);
			let result: UpsertResult | undefined;
			const output = ({ action, after }: UpsertResult) => [
				withAction(toOutput(after.raw, { id: after.id, reservationId, sent: after.sent }), action),
			];
			return referencedJob(session, {
				reservationId,
				reference: wanted.fields.reference,
				async run() {
					result = await carryOut(session, wanted, await planUpsert(session, wanted));
					return output(result);
				},
				async recheck() {
					if (result?.action !== 'created') return undefined;
					return output(await settleCreated(session, wanted));
				},
			});
		},
	}),
};
