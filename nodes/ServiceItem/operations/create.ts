import {
	additionalFields,
	amountField,
	dateField,
	descriptionField,
	reservationIdField,
	showFor,
} from './fields';
import { bodyOf, fieldParsers, fieldsIn } from './itemFields';
import type { Operation } from './operation';
import { itemIn, outputOf } from './results';

/** Creates a service item on a reservation: POST /services. */
export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create service item',
		description: 'Add a charge or extra, such as a late checkout, to a reservation',
	},
	fields: [
		reservationIdField('create'),
		{ ...amountField, required: true, displayOptions: showFor('create') },
		{ ...dateField, required: true, displayOptions: showFor('create') },
		{ ...descriptionField, required: true, displayOptions: showFor('create') },
		additionalFields('create'),
	],
	prepare(input, { client, wire }) {
		const reservationId = input.requiredText('reservationId', 'Reservation ID');
		const parsers = fieldParsers(input, wire.timeZone);
		const additional = input.collection('additionalFields');
		const fields = {
			reservationId,
			amount: parsers.amount(input.value('amount')),
			date: parsers.date(input.value('date')),
			description: input.requiredText('description', 'Description'),
			...fieldsIn(additional, input, wire.timeZone),
		};
		const body = bodyOf(fields, additional.customFields, input, wire);
		return {
			lane: `reservation ${reservationId}`,
			async send() {
				const answer = await client.send({ method: 'POST', reservationId, body });
				const known = { reservationId, sent: body };
				return outputOf([itemIn(answer, known, wire)], known, input, wire);
			},
		};
	},
};
