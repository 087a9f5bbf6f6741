import type { ServiceItemFields } from '../../shared/wire/serviceItem';
import { asReturned } from '../../shared/wire/writtenItem';
import { createHint } from './builderHints';
import { byReferenceJob, bySameFieldsJob, plainJob } from './createJobs';
import {
	additionalFields,
	amountField,
	dateField,
	descriptionField,
	reservationIdField,
} from './fields';
import { bodyOf, fieldParsers, fieldsIn, idempotencyKeyIn } from './itemFields';
import type { Operation } from './operation';
import {
	assertNoReference,
	preventDuplicatesFields,
	preventionIn,
	referenceIn,
} from './preventDuplicates';
import { toOutputOf } from './results';

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
	begin: (session) => ({
		prepare(input) {
			const reservationId = input.requiredName('reservationId', 'Reservation ID');
			const prevention = preventionIn(input);
			const parsers = fieldParsers(input, session.wire);
			const additional = input.collection('additionalFields');
			const fields: ServiceItemFields = {
				amount: parsers.amount(input.requiredValue('amount', 'Amount')),
				date: parsers.date(input.requiredValue('date', 'Date')),
				description: input.requiredText('description', 'Description'),
				...fieldsIn(additional, input, session.wire),
				...(prevention === 'reference' && { reference: referenceIn(input, session.wire.format) }),
			};
			if (prevention !== 'reference') {
				assertNoReference(fields.description ?? '', input, session.wire.format);
			}
			const toOutput = toOutputOf(input, session.wire);
			const body = bodyOf(
				{ reservationId, ...fields },
				additional.customFields,
				input,
				session.wire,
			);
			const content = [fields.reference, body];
			const idempotencyKey = idempotencyKeyIn(input, content, session.wire);
			const sent = input.check(() =>
				asReturned(body, { reservationId, ...fields }, session.wire, 'create'),
			);
			const charge = { reservationId, body, sent, toOutput, idempotencyKey };
			if (prevention === 'off') return plainJob(charge, session);
			if (prevention === 'reference') return byReferenceJob(charge, session);
			return bySameFieldsJob(charge, session);
		},
	}),
};
