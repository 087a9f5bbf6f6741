import { serviceIdFields } from './fields';
import type { Operation } from './operation';
import { itemIn, outputOf } from './results';
import { serviceIdOf } from './serviceId';

/** Reads one service item: GET /services/{serviceId}. */
export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get service item',
		description: 'Read one charge or extra by its ID',
	},
	fields: serviceIdFields('get'),
	prepare(input, { client, wire }) {
		const serviceId = serviceIdOf(input);
		return {
			async send() {
				const answer = await client.send({ method: 'GET', serviceId });
				const known = { id: serviceId };
				return outputOf([itemIn(answer, known, wire)], known, input, wire);
			},
		};
	},
};
