import type { IDataObject } from 'n8n-workflow';

import type { WrittenFields } from '../../shared/format/fields';
import { unknownAnswerHint } from '../../shared/http/failure';
import { userError } from '../../shared/n8n/userError';
import type { SendJob } from '../../shared/run/job';
import { assertWithinMax, readFilledFields } from '../parameters/charge';
import {
	serviceIdFields,
	simplifyField,
	updateFields,
} from '../parameters/fields';
import type { LocatedItem } from '../parameters/locatedItem';
import {
	idOf,
	isConditional,
	locatedItemIn,
	readPresentItem,
} from '../parameters/locatedItem';
import type { Operation } from './operation';

interface UpdateJob extends SendJob {
	item: LocatedItem;
	fields: WrittenFields;
	custom: IDataObject;
}

export const update: Operation<UpdateJob> = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update service item',
		description:
			'Change some fields of a charge, from the list, by its ID or by your reference',
	},
	fields: [...serviceIdFields, updateFields, simplifyField],
	prepare(input) {
		const item = locatedItemIn(input);
		const { fields, custom } = readFilledFields(
			input.collection('updateFields'),
			input,
		);
		if (Object.keys({ ...fields, ...custom }).length === 0) {
			throw userError({
				what: `'Update Fields' is empty, so there is nothing to change`,
				advice: `Add at least one field to 'Update Fields'`,
				more: `Empty fields are not sent; to clear a field, set it in 'Custom Fields'.`,
			});
		}
		assertWithinMax({ fields, custom }, input);
		const written: WrittenFields = { ...fields };
		if (item.by === 'reference') written.reference = item.reference;
		// Refuses what has no place.
		input.mapper.toUpdate(written, custom);
		return { changes: item, item, fields: written, custom };
	},
	async send({ item, fields, custom, input }) {
		const { session, mapper } = input;
		const id = await idOf(item, session);
		const isRead = isConditional(item) || mapper.needsPresent(fields, custom);
		const present = isRead
			? await readPresentItem(item, id, session)
			: undefined;
		const known = present && {
			item: present,
			reservationId: item.reservationId,
		};
		const { body, expected } = mapper.toUpdate(fields, custom, known);
		const request = { method: 'PATCH', serviceId: id, body } as const;
		const answer = await session.client.send(request);
		const shown = mapper.readAnswer(answer, { id, item: expected });
		// What was sent stands in for what the service left out, and not for what
		// was not understood.
		const isOther = shown.shows === 'other';
		const simplified = isOther ? { sent: {}, shown: {} } : { sent: expected };
		const result = input.asOutput(shown.item, { id, ...simplified });
		let { hint } = answer;
		if (isOther && mapper.holdsItem(answer.body)) {
			hint = unknownAnswerHint(request, answer, session.client.secrets);
		}
		return { results: [result], hint };
	},
};
