import type {
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IPollFunctions,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { pollReservations } from './poll';
import { sampleEvents } from './sampleEvents';

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
		subtitle:
			'={{ $parameter["events"].map((event) => event.charAt(0).toUpperCase() + event.slice(1)).join(", ") }}',
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
				description:
					'IDs of the reservations to watch, as the reservation service shows them, each in an entry of its own',
			},
			{
				displayName: 'Trigger On',
				name: 'events',
				type: 'multiOptions',
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
						description: 'A charge of a reservation was deleted',
					},
					{
						name: 'Updated',
						value: 'updated',
						action: 'On service item updated',
						description: 'A field of a charge has changed',
					},
				],
				required: true,
				default: ['created', 'updated', 'deleted'],
				description:
					'Choose all three if you can, and filter after the trigger. n8n saves what the trigger has seen only when it starts the workflow: if you choose fewer, an event may be lost when n8n restarts.',
			},
		],
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		const isManual = this.getMode() === 'manual';
		const events = isManual
			? await sampleEvents(this)
			: await pollReservations(this);
		return events && [events.map((json) => ({ json }))];
	}
}
