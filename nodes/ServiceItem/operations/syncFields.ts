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
			'Whether to delete charges whose reference is not in the input. What is deleted cannot be restored. Charges without a reference are never touched.',
	},
	{
		displayName: 'Reference Prefix',
		name: 'referencePrefix',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. spa-',
		description:
			"Only charges whose reference starts with this are this workflow's own, and may be deleted. Every reference in the input has to start with it.",
		displayOptions: { show: { removeMissing: [true] } },
	},
	{
		displayName: 'Most Removals',
		name: 'mostRemovals',
		type: 'string',
		default: '',
		placeholder: 'e.g. 20',
		description:
			'How many charges a run may delete; 0 means none. If it would delete more, nothing is changed. Leave it blank for no limit.',
		displayOptions: { show: { removeMissing: [true] } },
	},
	{
		displayName: 'Allow Empty Reservations',
		name: 'allowEmpty',
		type: 'boolean',
		default: false,
		description:
			'Whether an input item with a reservation ID and nothing else means: remove all of these charges from that reservation',
		displayOptions: { show: { removeMissing: [true] } },
	},
];
