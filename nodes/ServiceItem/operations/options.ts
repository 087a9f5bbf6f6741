import type { INodeProperties } from 'n8n-workflow';

import { givenNumber } from '../../shared/format/amount';
import { SEND_OPTIONS } from '../../shared/http/client';
import type { ItemInput } from '../../shared/run/itemInput';

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
		{
			displayName: 'Largest Amount',
			name: 'largestAmount',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 0,
			description:
				'Largest amount one item may have, up or down. An item above it fails and is not sent; 0 means no limit.',
			displayOptions: { show: { '/operation': ['create', 'upsert', 'sync', 'update'] } },
		},
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

function numberOption(name: keyof typeof SEND_OPTIONS, description: string): INodeProperties {
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

export function assertWithinLargest(amount: number, input: ItemInput): void {
	const { largestAmount } = input.collection('options');
	const subject = `The option 'Largest Amount'`;
	const advice = 'Correct it, or give 0 for no limit';
	const rule = { subject, least: 0, isWhole: false, advice, standard: 0 };
	const largest = input.check(() => givenNumber(largestAmount, rule));
	if (largest === 0 || Math.abs(amount) <= largest) return;
	throw input.problem(
		`'Amount' is ${Math.abs(amount)}, more than the option 'Largest Amount' allows (${largest})`,
		'Check the amount. If it is right, set the option higher.',
	);
}
