import type { WrittenFields } from '../../shared/format/fields';
import { createHint } from './builderHints';
import { byReferenceJob, bySameFieldsJob, plainJob } from './createJobs';
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
			const { mapper } = session;
			const parsers = fieldParsers(input, mapper);
			const additional = input.collection('additionalFields');
			const fields: WrittenFields = {
				reservationId,
				amount: parsers.amount(input.requiredValue('amount', 'Amount')),
				date: parsers.date(input.requiredValue('date', 'Date')),
				description: input.requiredText('description', 'Description'),
				...fieldsIn(additional, input, mapper),
				...(prevention === 'reference' && { reference: referenceIn(input, mapper) }),
			};
			if (prevention !== 'reference') assertNoReference(fields.description ?? '', input, mapper);
			const toOutput = toOutputOf(input, mapper);
			const written = chargeOf(fields, customIn(additional, input), input, mapper);
			const charge = { reservationId, toOutput, ...written };
			if (prevention === 'off') return plainJob(charge, session);
			if (prevention === 'reference') return byReferenceJob(charge, session);
			return bySameFieldsJob(charge, session);
		},
	}),
};
