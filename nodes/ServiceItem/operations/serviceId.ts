import type { ItemInput } from '../../shared/items/itemInput';

/**
 * The service item's id, whether picked or typed.
 *
 * @throws NodeOperationError when it is blank, or could not stand in a path on its own
 */
export function serviceIdOf(input: ItemInput): string {
	const serviceId = input.requiredText('serviceId', 'Service Item', true);
	if (/^\.{1,2}$/.test(serviceId)) {
		throw input.problem(
			`'Service Item' is '${serviceId}', which is not an ID`,
			'Choose the service item from the list, or give its ID.',
		);
	}
	return serviceId;
}
