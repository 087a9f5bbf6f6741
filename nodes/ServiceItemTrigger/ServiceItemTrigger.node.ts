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
				typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Reservation ID' },
				required: true,
				default: [],
				placeholder: 'e.g. RES-1001',
				description:
					'The reservations to watch, each by its ID as the reservation service shows it',
			},
			{
				displayName: 'Trigger On',
				name: 'events',
				type: 'multiOptions',
				options: [
					{
						name: 'Created',
						value: 'created',
						description: 'A service item was added to a reservation',
					},
					{
						name: 'Deleted',
						value: 'deleted',
						description: 'A service item of a reservation was deleted',
					},
					{
						name: 'Updated',
						value: 'updated',
						description: 'Any field of a service item has changed',
					},
				],
				required: true,
				default: ['created', 'updated', 'deleted'],
				description:
					'With all three, none is lost. With fewer, a restart of n8n may lose some, as n8n saves what the trigger has seen only when it starts the workflow: rather choose all, and filter behind the trigger.',
			},
		],
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		const isManual = this.getMode() === 'manual';
		const events = isManual ? await sampleEvents(this) : await pollReservations(this);
		return events && [events.map((json) => ({ json }))];
	}
}
