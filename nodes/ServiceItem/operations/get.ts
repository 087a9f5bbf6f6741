import { userError } from '../../shared/n8n/userError';
import { toOutputOf } from './charge';
import type { Operation } from './fields';
import { serviceIdFields, simplifyField } from './fields';
import { idOfLocated, locatedItemOf } from './locatedItem';

export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get service item',
		description: 'Read one charge, from the list, by its ID or by your reference. Changes nothing.',
	},
	fields: [...serviceIdFields, simplifyField],
	prepare(input, session) {
		const { client, mapper } = session;
		const item = locatedItemOf(input, session);
		const toOutput = toOutputOf(input);
		return {
			kind: 'read',
			async run() {
				const serviceId = await idOfLocated(item);
				const answer = await client.send({ method: 'GET', serviceId });
				if (holdsNothing(answer.body)) {
					throw userError({
						what: `Service item '${serviceId}' was not found: the service's answer holds none`,
						advice: `Check 'Service Item'`,
						more: 'List the service items of the reservation with Get Many to see their IDs.',
					});
				}
				const { item: found } = mapper.readAnswer(answer, { id: serviceId });
				item.assertPlace(found);
				return [toOutput(found, { id: serviceId })];
			},
		};
	},
};

/** True for no body and for empty objects and lists: a change may be answered like that, a read may not. */
function holdsNothing(body: unknown): boolean {
	return /^[[\]{}]*$/.test(JSON.stringify(body ?? {}));
}
