import type { PresentItem } from '../../shared/format/updates';
import { assertWithinMax, filledIn, toOutputOf } from './charge';
import type { Operation } from './fields';
import { serviceIdFields, simplifyField, updateFields } from './fields';
import { idOfLocated, locatedItemOf } from './locatedItem';

export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update service item',
		description: 'Change some fields of a charge, from the list, by its ID or by your reference',
	},
	fields: [...serviceIdFields, updateFields, simplifyField],
	prepare(input, session) {
		const { client, mapper } = session;
		const item = locatedItemOf(input, session);
		const toOutput = toOutputOf(input);
		const { fields, custom } = filledIn(input.collection('updateFields'), input);
		if (Object.keys({ ...fields, ...custom }).length === 0) {
			throw input.problem(
				`'Update Fields' is empty, so there is nothing to change`,
				`Add at least one field to 'Update Fields'. Empty fields are not sent; to clear a field, set it in 'Custom Fields'.`,
			);
		}
		assertWithinMax(fields, custom, input);
		const reservationId = input.textOf(input.value('reservationId'), 'Reservation ID');
		const { reference } = item;
		const changes = { ...fields, ...(reference !== undefined && { reference }) };
		input.check(() => mapper.updateBody(changes, custom));
		const read = async (serviceId: string): Promise<PresentItem> => {
			const answer = await client.send({ method: 'GET', serviceId });
			const present = mapper.readAnswer(answer, { id: serviceId }).item;
			item.assertPlace(present);
			return { item: present, reservationId };
		};
		return {
			kind: 'change',
			orderKey: item.orderKey,
			async run() {
				const serviceId = await idOfLocated(item);
				const isRead = item.hasPlace || mapper.needsPresent(changes, custom);
				const present = isRead ? await read(serviceId) : undefined;
				const body = mapper.updateBody(changes, custom, present);
				const kept = present ? mapper.read(present.item).reference : undefined;
				const sent = mapper.asUpdated({ reference: kept, ...changes }, custom);
				const answer = await client.send({ method: 'PATCH', serviceId, body });
				const { item: shown, shows } = mapper.readAnswer(answer, { id: serviceId, item: sent });
				if (answer.hint) input.hint(answer.hint);
				// What was sent stands in for what the service left out, and not for what was not understood.
				return [toOutput(shown, { id: serviceId, sent: shows === 'other' ? {} : sent })];
			},
		};
	},
};
