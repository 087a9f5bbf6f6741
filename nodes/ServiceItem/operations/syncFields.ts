import type { INodeProperties } from 'n8n-workflow';

/** What a sync may do beside creating and updating. */
export const syncFields: INodeProperties[] = [
	{
		displayName: 'Dry Run',
		name: 'dryRun',
		type: 'boolean',
		default: false,
		description: 'Whether to only return what would be done, without changing anything',
	},
	{
		displayName: 'Remove Missing',
		name: 'removeMissing',
		type: 'boolean',
		default: false,
		description:
			'Whether to delete service items whose reference is not in the input. What is deleted cannot be restored. Service items without a reference are never touched.',
	},
	{
		displayName: 'Reference Prefix',
		name: 'referencePrefix',
		type: 'string',
		default: '',
		placeholder: 'e.g. spa-',
		description:
			'Only service items whose reference starts with this are deleted, so that several workflows can share a reservation. If empty, all with a reference are.',
		displayOptions: { show: { removeMissing: [true] } },
	},
	{
		displayName: 'Most Removals',
		name: 'mostRemovals',
		type: 'string',
		default: '',
		placeholder: 'e.g. 20',
		description:
			'How many service items a run may delete at most; 0 means none. If it would delete more, nothing is changed. If empty, there is no limit.',
		displayOptions: { show: { removeMissing: [true] } },
	},
	{
		displayName: 'Allow Empty Reservations',
		name: 'allowEmpty',
		type: 'boolean',
		default: false,
		description:
			'Whether an input item with a reservation ID but without a reference stands for a reservation that should have none of these service items left',
		displayOptions: { show: { removeMissing: [true] } },
	},
];
