import { answeredItem } from '../../shared/wire/answeredItem';
import { serviceIdFields } from './fields';
import type { Operation } from './operation';
import { outputOf } from './results';
import { serviceIdOf } from './serviceId';

/** Reads one service item: GET /services/{serviceId}. */
export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get service item',
		description: 'Read one charge or extra by its ID. Changes nothing.',
	},
	fields: serviceIdFields('get'),
	begin: ({ client, wire }) => ({
		prepare(input) {
			const serviceId = serviceIdOf(input);
			return {
				async send() {
					const answer = await client.send({ method: 'GET', serviceId });
					const known = { id: serviceId };
					return [outputOf(answeredItem(answer, known, wire.format), known, input, wire)];
				},
			};
		},
	}),
};
