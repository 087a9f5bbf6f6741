import { answeredItem } from '../../shared/answers/answeredItem';
import { presentlyAt } from '../../shared/reservation/presentValues';
import { asReturned, encodeChanges } from '../../shared/wire/writtenItem';
import {
	accountCodeField,
	amountField,
	customFieldsField,
	dateField,
	descriptionField,
	destinationAccountField,
	serviceIdFields,
} from './fields';
import { customIn, fieldsIn } from './itemFields';
import { idOfLocated, locatedItemOf } from './locatedItem';
import type { Operation } from './operation';
import { toOutputOf } from './results';

/** Changes some fields of a service item: PATCH /services/{serviceId}. */
export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update service item',
		description: 'Change single fields of a charge, by its ID, and leave the others as they are',
	},
	fields: [
		...serviceIdFields,
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [
				accountCodeField,
				amountField,
				customFieldsField,
				dateField,
				descriptionField,
				destinationAccountField,
			],
		},
	],
	begin: (session) => ({
		prepare(input) {
			const { client, wire } = session;
			const item = locatedItemOf(input, session);
			const toOutput = toOutputOf(input, wire);
			const changes = input.collection('updateFields');
			const fields = fieldsIn(changes, input, wire);
			const custom = customIn(changes.customFields, fields, input, wire, 'update');
			// A reference that is kept in the description goes with it.
			const { reference } = item;
			if (
				reference !== undefined &&
				fields.description !== undefined &&
				!wire.format.hasReferencePlace
			) {
				fields.reference = reference;
			}
			if (Object.keys({ ...fields, ...custom }).length === 0) {
				throw input.problem(
					`'Update Fields' is empty, so there is nothing to change`,
					`Add at least one field to 'Update Fields'. Blank fields are not sent; to clear a field, set it in 'Custom Fields'.`,
				);
			}
			input.check(() => asReturned(encodeChanges(fields, custom, wire), fields, wire, 'update'));
			return item.change(async () => {
				const serviceId = await idOfLocated(item);
				const present = await presentlyAt(serviceId, fields, session);
				const body = encodeChanges(fields, custom, wire, present);
				const known = { id: serviceId, sent: asReturned(body, fields, wire, 'update') };
				const answer = await client.send({ method: 'PATCH', serviceId, body });
				return [toOutput(answeredItem(answer, known, wire.format), known)];
			});
		},
	}),
};
