import type { INodeProperties } from 'n8n-workflow';

import { allowedDatesOption, largestAmountOption, largestTotalOption } from './limits';
import { mostRemovalsOption } from './mostRemovals';

/** Options that every operation has. */
export const optionsField: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [
		allowedDatesOption,
		largestAmountOption,
		largestTotalOption,
		{
			displayName: 'Ignore Missing',
			name: 'ignoreMissing',
			type: 'boolean',
			default: false,
			description: 'Whether a service item that is gone already counts as deleted',
			displayOptions: { show: { '/operation': ['delete'] } },
		},
		{
			displayName: 'Max Concurrency',
			name: 'maxConcurrency',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 5,
			description: 'How many requests may be under way at the same time',
		},
		{
			displayName: 'Max Retries',
			name: 'maxRetries',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 3,
			description:
				'How often a request is sent again when the service is busy or not reachable. A create is sent again only if it certainly did not arrive.',
		},
		mostRemovalsOption,
		{
			displayName: 'Query Parameters',
			name: 'queryParameters',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			placeholder: 'Add Query Parameter',
			default: {},
			description: 'Further query parameters of the list request, such as filters of your service',
			displayOptions: { show: { '/operation': ['getAll'] } },
			options: [
				{
					displayName: 'Parameters',
					name: 'parameters',
					values: [
						{ displayName: 'Name', name: 'name', type: 'string', default: '' },
						{ displayName: 'Value', name: 'value', type: 'string', default: '' },
					],
				},
			],
		},
		{
			displayName: 'Requests per Second',
			name: 'requestsPerSecond',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 0,
			description: 'How many requests may be started per second; 0 means no limit',
		},
		{
			displayName: 'Simplify',
			name: 'simplify',
			type: 'boolean',
			default: false,
			description: 'Whether to return a simplified version of the response instead of the raw data',
			displayOptions: { hide: { '/operation': ['delete', 'check'] } },
		},
		{
			displayName: 'Throttled Wait',
			name: 'throttledWait',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 120,
			description:
				'How long to try again, in seconds, while the service refuses a request because there are too many (429) but lets others through',
		},
		{
			displayName: 'Timeout',
			name: 'timeout',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 30000,
			description: 'How long to wait for an answer, in milliseconds',
		},
	],
};
