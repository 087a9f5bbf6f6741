import { userError } from '../../shared/n8n/userError';
import type { Answer } from '../../shared/answers/outcome';
import { answeredItem } from '../../shared/answers/answeredItem';
import type { ApiFormat } from '../../shared/wire/apiFormat';
import { itemOf } from '../../shared/answers/envelope';
import { serviceIdFields } from './fields';
import { idOfLocated, locatedItemOf } from './locatedItem';
import type { Operation } from './operation';
import { toOutputOf } from './results';

/** Reads one service item: GET /services/{serviceId}. */
export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get service item',
		description: 'Read one charge or extra by its ID. Changes nothing.',
	},
	fields: serviceIdFields,
	begin: (session) => ({
		prepare(input) {
			const { client, wire } = session;
			const item = locatedItemOf(input, session);
			const toOutput = toOutputOf(input, wire);
			return {
				kind: 'read',
				async run() {
					const serviceId = await idOfLocated(item);
					const answer = await client.send({ method: 'GET', serviceId });
					const known = { id: serviceId };
					assertHasItem(answer, serviceId, wire.format);
					return [toOutput(answeredItem(answer, known, wire.format), known)];
				},
			};
		},
	}),
};

/** An empty answer stands for a change that was made, but not for an item that is there. */
function assertHasItem({ body }: Answer, serviceId: string, format: ApiFormat): void {
	if (Object.keys(itemOf(body, format) ?? {}).length > 0) return;
	throw userError(
		`Service item '${serviceId}' was not found: the service's answer holds none. Check 'Service Item'`,
		'List the service items of the reservation with Get Many to see their IDs.',
	);
}
