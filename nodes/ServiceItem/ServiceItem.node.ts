import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { runInputs } from '../shared/run/runInputs';
import { searchServiceItems } from './listSearch/searchServiceItems';
import { findOperation, properties } from './operations/operations';

/**
 * Programmatic: a declarative node sends all items at once, ignores
 * Retry-After, and cannot tell what became of a charge.
 */
export class ServiceItem implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Reservation Service Item',
		name: 'serviceItem',
		icon: {
			light: 'file:../../icons/reservationService.svg',
			dark: 'file:../../icons/reservationService.dark.svg',
		},
		group: ['output'],
		version: 1,
		subtitle: '={{ $parameter.operation }}',
		description:
			'Create, list, update and delete the service items of a reservation: charges and extras such as a late checkout. The guest pays for what you create. What you delete cannot be restored.',
		defaults: { name: 'Reservation Service Item' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: [{ name: 'reservationServiceApi', required: true }],
		properties,
	};

	methods = { listSearch: { searchServiceItems } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const operation = findOperation(this.getNodeParameter('operation', 0, ''));
		return [await runInputs(this, operation)];
	}
}
