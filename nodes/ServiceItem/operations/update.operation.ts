import type { IDataObject } from 'n8n-workflow';

import { chargeIn as answeredIn } from '../../shared/format/charges';
import { updateBodyOf } from '../../shared/format/bodies';
import type { WrittenFields } from '../../shared/format/fields';
import { userError } from '../../shared/n8n/userError';
import { chargeIn } from '../parameters/charge';
import * as form from '../parameters/fields';
import type { Target } from '../parameters/locate';
import { locate, sendChange, targetIn } from '../parameters/locate';
import type { FormOperation } from './operation';
import { outputOfAnswer, singly } from './operation';

interface UpdateJob extends Target {
	fields: WrittenFields;
	custom: IDataObject;
}

export const update: FormOperation<UpdateJob> = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update service item',
		description: 'Change some fields of a charge; the others stay as they are',
	},
	fields: [...form.serviceIdFields, form.updateFields, form.simplifyField],
	prepare(input) {
		const { fields, custom } = chargeIn(input, { isUpdate: true });
		if (Object.keys({ ...fields, ...custom }).length === 0) {
			throw userError({
				what: `'Update Fields' is empty, so there is nothing to change`,
				advice: 'Add at least one field, and fill it in',
			});
		}
		// Refuses what has no place.
		updateBodyOf(input.session.format, fields, custom);
		return { ...targetIn(input), fields, custom };
	},
	...singly(async ({ input: { session }, job }) => {
		const { fields, custom, reservationId } = job;
		const { format } = session;
		// A new description keeps the reference at the end of the old one.
		const isRead = 'description' in fields && !format.isReferencePlaced;
		const located = await locate(job, session, isRead);
		const { id, charge } = located;
		const body = updateBodyOf(format, fields, custom, charge);
		const request = { method: 'PATCH', body, reservationId } as const;
		const answer = await sendChange(located, request, session);
		const shown = answeredIn(format, answer.body, { id });
		const sent = { id, reference: charge?.reference, fields };
		return [outputOfAnswer(shown, sent, body, job)];
	}),
};
