import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';

import { toNodeError } from '../shared/n8n/nodeErrors';
import { poll, sampleEvents } from './poll';

/** Polls, as the service shows no events or webhooks (docs/service-api.md). */
export class ServiceItemTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Reservation Service Item Trigger',
		name: 'serviceItemTrigger',
		icon: {
			light: 'file:../../icons/reservationService.svg',
			dark: 'file:../../icons/reservationService.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: '={{ $parameter.events.join(", ") }}',
		description:
			'Add, change and delete charges of a reservation, such as a late checkout, or start a workflow when they change',
		defaults: { name: 'Reservation Service Item Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'reservationServiceApi', required: true }],
		properties: [
			{
				displayName: 'Reservation IDs',
				name: 'reservationIds',
				type: 'string',
				typeOptions: {
					multipleValues: true,
					multipleValueButtonText: 'Add Reservation ID',
				},
				required: true,
				default: [],
				placeholder: 'e.g. RES-1001',
				description: 'The reservations to watch, each in an entry of its own',
			},
			{
				displayName: 'Trigger On',
				name: 'events',
				type: 'multiOptions',
				noDataExpression: true,
				options: [
					{
						name: 'Created',
						value: 'created',
						action: 'On service item created',
						description: 'A charge was added to a reservation',
					},
					{
						name: 'Deleted',
						value: 'deleted',
						action: 'On service item deleted',
						description: 'A charge was deleted, or marked as cancelled',
					},
					{
						name: 'Updated',
						value: 'updated',
						action: 'On service item updated',
						description:
							'An amount, date, description, reference or account has changed',
					},
				],
				required: true,
				default: ['created', 'updated', 'deleted'],
				description:
					'Choose all three if you can, and filter after the trigger: otherwise a restart of n8n may lose events',
			},
		],
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		const isManual = this.getMode() === 'manual';
		try {
			const events = isManual ? await sampleEvents(this) : await poll(this);
			return events && [events.map((json) => ({ json }))];
		} catch (error) {
			throw toNodeError(this.getNode(), error);
		}
	}
}
