import type { Session } from '../../shared/reservation/session';
import type { Charge } from '../../shared/reservation/wanted';
import type { ItemInput } from '../../shared/run/itemInput';
import type { ChangeJob } from '../../shared/run/job';
import { reservationKey } from '../../shared/run/job';
import { createHint } from './builderHints';
import {
	additionalFields,
	amountField,
	dateField,
	descriptionField,
	reservationIdField,
} from './fields';
import { chargeOf, customIn, fieldParsers, fieldsIn } from './itemFields';
import type { Operation } from './operation';
import {
	assertNoReference,
	preventDuplicatesFields,
	preventionIn,
	referenceIn,
} from './preventDuplicates';
import { toOutputOf } from './results';
import { reconcileJob } from './wantedIn';

/** Creates a service item on a reservation: POST /services. */
export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create service item (charge or extra)',
		description:
			'Every run adds another charge, unless Prevent Duplicates is on. For extras such as a late checkout.',
		...createHint,
	},
	fields: [
		reservationIdField,
		{ ...amountField, required: true },
		{ ...dateField, required: true },
		{ ...descriptionField, required: true },
		...preventDuplicatesFields,
		additionalFields,
	],
	begin: () => ({
		prepare(input, session) {
			const reservationId = input.requiredName('reservationId', 'Reservation ID');
			const prevention = preventionIn(input);
			const { mapper } = session;
			const parsers = fieldParsers(input, mapper);
			const additional = input.collection('additionalFields');
			const fields = {
				reservationId,
				amount: parsers.amount(input.requiredValue('amount', 'Amount')),
				date: parsers.date(input.requiredValue('date', 'Date')),
				description: input.requiredText('description', 'Description'),
				...fieldsIn(additional, input, mapper),
				...(prevention === 'reference' && { reference: referenceIn(input, mapper) }),
			};
			if (prevention !== 'reference') assertNoReference(fields.description, input, mapper);
			const custom = customIn(additional, input);
			const charge = chargeOf(fields, custom, input, mapper);
			if (prevention === 'off') return plainJob({ ...charge, reservationId }, input, session);
			const wanted = {
				match: prevention,
				whenFound: 'keep',
				fields,
				custom,
				charge,
			} as const;
			return reconcileJob(input, wanted, mapper);
		},
	}),
};

/** Makes the charge, whatever the reservation has already. */
function plainJob(
	{ body, sent, idempotencyKey, reservationId }: Charge & { reservationId: string },
	input: ItemInput,
	{ client, mapper }: Session,
): ChangeJob {
	const toOutput = toOutputOf(input, mapper);
	return {
		kind: 'change',
		orderKey: reservationKey(reservationId),
		async run(earlier) {
			if (earlier && !earlier.hasKey(idempotencyKey)) throw earlier;
			const mayHaveArrived = earlier !== undefined;
			const request = { method: 'POST', body, idempotencyKey } as const;
			const answer = await client.send(request, { reservationId, mayHaveArrived });
			const { id, item } = mapper.readAnswer(answer, { item: sent });
			return [toOutput(item, { id, reservationId, sent })];
		},
	};
}
