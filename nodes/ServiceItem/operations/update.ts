import { answeredItem } from '../../shared/answers/answeredItem';
import { nothingAfterItems } from '../../shared/items/itemJob';
import {
	accountCodeField,
	amountField,
	customFieldsField,
	dateField,
	descriptionField,
	destinationAccountField,
	serviceIdFields,
	showFor,
} from './fields';
import { bodyOf, fieldsIn } from './itemFields';
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
		...serviceIdFields('update'),
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
			displayOptions: showFor('update'),
		},
	],
	begin: (session) => ({
		prepare(input) {
			const { client, wire } = session;
			const item = locatedItemOf(input, session);
			const toOutput = toOutputOf(input, wire);
			const changes = input.collection('updateFields');
			const fields = fieldsIn(changes, input, wire.timeZone);
			// A reference that is kept in the description goes with it.
			const { reference } = item;
			if (
				reference !== undefined &&
				fields.description !== undefined &&
				wire.format.referenceField === ''
			) {
				fields.reference = reference;
			}
			const body = bodyOf(fields, changes.customFields, input, wire);
			if (Object.keys(body).length === 0) {
				throw input.problem(
					`'Update Fields' is empty, so there is nothing to change`,
					`Add at least one field to 'Update Fields'. Blank fields are not sent; to clear a field, set it in 'Custom Fields'.`,
				);
			}
			return item.change(async () => {
				const serviceId = await idOfLocated(item);
				const answer = await client.send({ method: 'PATCH', serviceId, body });
				const known = { id: serviceId, sent: body };
				return [toOutput(answeredItem(answer, known, wire.format), known)];
			});
		},
		afterItems: nothingAfterItems,
	}),
};
