import type { UpsertResult } from '../../shared/reservation/upsert';
import { carryOut, planUpsert, settleCreated } from '../../shared/reservation/upsert';
import { reservationIdField } from './fields';
import type { Operation } from './operation';
import { withAction } from './preventDuplicates';
import { outputOf } from './results';
import { wantedItemFields, wantedItemIn } from './wantedItem';

/** Creates the item with a reference, or updates those of its fields that differ. */
export const upsert: Operation = {
	option: {
		name: 'Create or Update',
		value: 'upsert',
		action: 'Create or update service item by reference',
		description:
			'Create a new service item, or update the current one if it already exists (upsert)',
	},
	fields: [reservationIdField('upsert'), ...wantedItemFields('upsert')],
	begin: (run) => ({
		prepare(input) {
			const wanted = wantedItemIn(input, run.wire);
			const { reservationId } = wanted;
			let result: UpsertResult | undefined;
			const output = ({ action, after }: UpsertResult) => [
				withAction(
					outputOf(after.raw, { id: after.id, reservationId, sent: after.sent }, input, run.wire),
					action,
				),
			];
			return {
				lane: `reservation ${reservationId}`,
				async send() {
					result = await carryOut(run, wanted, await planUpsert(run, wanted));
					return output(result);
				},
				async verify() {
					run.reservations.assertApart(wanted.reservationId);
					if (result?.action !== 'created') return undefined;
					return output(await settleCreated(run, wanted, result));
				},
			};
		},
	}),
};
