import type { IDataObject } from 'n8n-workflow';

import type { WrittenFields } from '../../shared/format/fields';
import { givenItem } from '../../shared/run/given';
import type { SendJob } from '../../shared/run/job';
import { assertWithinMax, filledIn } from '../parameters/charge';
import { isSimplifiedIn, serviceIdFields, simplifyField, updateFields } from '../parameters/fields';
import type { LocatedItem } from '../parameters/locatedItem';
import {
	idOf,
	isConditional,
	locatedItemIn,
	orderKeysOf,
	readItemToChange,
} from '../parameters/locatedItem';
import type { Operation } from './operation';

interface UpdateJob extends SendJob {
	item: LocatedItem;
	changes: WrittenFields;
	custom: IDataObject;
	isSimplified: boolean;
}

export const update: Operation<UpdateJob> = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update service item',
		description: 'Change some fields of a charge, from the list, by its ID or by your reference',
	},
	fields: [...serviceIdFields, updateFields, simplifyField],
	prepare(input) {
		const item = locatedItemIn(input);
		const isSimplified = isSimplifiedIn(input);
		const { fields, custom } = filledIn(input.collection('updateFields'), input);
		if (Object.keys({ ...fields, ...custom }).length === 0) {
			throw input.problem(
				`'Update Fields' is empty, so there is nothing to change`,
				`Add at least one field to 'Update Fields'. Empty fields are not sent; to clear a field, set it in 'Custom Fields'.`,
			);
		}
		assertWithinMax({ fields, custom }, input);
		const changes: WrittenFields = { ...fields };
		if (item.by === 'reference') changes.reference = item.reference;
		input.check(() => input.mapper.toUpdate(changes, custom));
		return { kind: 'change', orderKeys: orderKeysOf(item), item, changes, custom, isSimplified };
	},
	async send({ item, changes, custom, isSimplified }, { session }) {
		const { client, mapper } = session;
		const id = await idOf(item, session);
		const isRead = isConditional(item) || mapper.needsPresent(changes, custom);
		const present = isRead ? await readItemToChange(item, id, session) : undefined;
		const { reservationId } = item;
		const { body, expected } = mapper.toUpdate(
			changes,
			custom,
			present && { item: present, reservationId },
		);
		const answer = await client.send({ method: 'PATCH', serviceId: id, body });
		const { item: shown, shows } = mapper.readAnswer(answer, { id, item: expected });
		// What was sent stands in for what the service left out, and not for what was not understood.
		const sent = shows === 'other' ? {} : expected;
		const given = givenItem(shown, { id, sent, isSimplified }, mapper);
		return { results: [given], hint: answer.hint };
	},
};
