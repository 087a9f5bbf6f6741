import type { INodeProperties } from 'n8n-workflow';

import type { SendOptions } from '../../shared/client/sendOptions';
import { SEND_OPTIONS } from '../../shared/client/sendOptions';
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
		numberOption('maxConcurrency', 'How many requests may be under way at the same time'),
		numberOption(
			'maxRetries',
			'How often a request is sent again when the service is busy or not reachable. A create is sent again only if it certainly did not arrive.',
		),
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
		numberOption(
			'requestsPerSecond',
			'How many requests may be started per second; 0 means no limit',
		),
		{
			displayName: 'Simplify',
			name: 'simplify',
			type: 'boolean',
			default: false,
			description: 'Whether to return a simplified version of the response instead of the raw data',
			displayOptions: { hide: { '/operation': ['delete', 'check'] } },
		},
		numberOption(
			'throttledWait',
			'How long to try again, in seconds, while the service refuses a request because there are too many (429) but lets others through',
		),
		numberOption('timeout', 'How long to wait for an answer, in milliseconds'),
	],
};

function numberOption(name: keyof SendOptions, description: string): INodeProperties {
	const { label, standard, least } = SEND_OPTIONS[name];
	return {
		displayName: label,
		name,
		type: 'number',
		typeOptions: { minValue: least },
		default: standard,
		description,
	};
}
