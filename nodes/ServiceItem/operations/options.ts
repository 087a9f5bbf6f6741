import type { INodeProperties } from 'n8n-workflow';

import type { SendOptions } from '../../shared/http/client';
import { SEND_OPTIONS } from '../../shared/http/client';
import { largestAmountOption } from './largestAmount';

/** Options that every operation has. */
export const optionsField: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [
		{
			displayName: 'Ignore Missing',
			name: 'ignoreMissing',
			type: 'boolean',
			default: false,
			description: 'Whether a service item that is gone already counts as deleted',
			displayOptions: { show: { '/operation': ['delete'] } },
		},
		largestAmountOption,
		numberOption(
			'maxRetries',
			'How often a request is sent again when the service is busy or not reachable. A create is sent again only if it certainly did not arrive.',
		),
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
			displayName: 'Simplify',
			name: 'simplify',
			type: 'boolean',
			default: false,
			description: 'Whether to return a simplified version of the response instead of the raw data',
			displayOptions: { hide: { '/operation': ['delete', 'check'] } },
		},
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
