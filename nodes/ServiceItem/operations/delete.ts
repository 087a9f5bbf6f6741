import { nothingAfterItems, serviceItemKey } from '../../shared/items/itemJob';
import { serviceIdFields } from './fields';
import type { Operation } from './operation';
import { serviceIdOf } from './serviceId';

/** Deletes a service item for good: DELETE /services/{serviceId}. */
export const deleteOperation: Operation = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete service item permanently',
		description:
			'This cannot be undone. Removes a charge from its reservation; to correct one, use Update instead.',
	},
	fields: serviceIdFields('delete'),
	begin: ({ client }) => ({
		prepare(input) {
			const serviceId = serviceIdOf(input);
			return {
				kind: 'change',
				orderKey: serviceItemKey(serviceId),
				async run(earlier) {
					const mayHaveArrived = earlier !== undefined;
					await client.send({ method: 'DELETE', serviceId }, { mayHaveArrived });
					return [{ deleted: true }];
				},
			};
		},
		afterItems: nothingAfterItems,
	}),
};
