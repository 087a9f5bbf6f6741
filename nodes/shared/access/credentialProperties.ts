import type { INodeProperties } from 'n8n-workflow';

import { apiFormatProperties } from '../wire/apiFormatProperties';

/** Requests under way at a time, where the credential does not say otherwise. */
export const DEFAULT_CONCURRENCY = 10;

/** The credential fields that say who talks to which service, and how much at a time. */
const accountProperties: INodeProperties[] = [
	{
		displayName: 'Environment',
		name: 'environment',
		type: 'options',
		options: [
			{ name: 'Production', value: 'production' },
			{ name: 'Test', value: 'test' },
		],
		default: 'production',
		description: 'Which of its two addresses is used. Both are kept.',
	},
	{
		displayName: 'Base URL',
		name: 'baseUrl',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. https://api.example.com/v1',
		description: 'Address of the production environment, as given by your reservation service',
		displayOptions: { show: { environment: ['production'] } },
	},
	// n8n saves only what a form shows: these keep the address of the environment that is not chosen.
	{
		displayName: 'Base URL',
		name: 'baseUrl',
		type: 'hidden',
		default: '',
		displayOptions: { show: { environment: ['test'] } },
	},
	{
		displayName: 'Test Base URL',
		name: 'testBaseUrl',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. https://test-api.example.com/v1',
		description: 'Address of the test environment, as given by your reservation service',
		displayOptions: { show: { environment: ['test'] } },
	},
	{
		displayName: 'Test Base URL',
		name: 'testBaseUrl',
		type: 'hidden',
		default: '',
		displayOptions: { show: { environment: ['production'] } },
	},
	{
		displayName: 'Account ID',
		name: 'accountId',
		type: 'string',
		required: true,
		default: '',
		description: 'The account identifier issued by your reservation service',
	},
	{
		displayName: 'API Key',
		name: 'apiKey',
		type: 'string',
		required: true,
		typeOptions: { password: true },
		default: '',
		description:
			'The API key that belongs to the account. Its scopes decide which operations are allowed.',
	},
	{
		displayName: 'Access Token',
		name: 'accessToken',
		type: 'hidden',
		typeOptions: { expirable: true, password: true },
		default: '',
	},
	{
		displayName: 'Access Token Fingerprint',
		name: 'accessTokenFingerprint',
		type: 'hidden',
		typeOptions: { password: true },
		default: '',
	},
	{
		displayName: 'Requests per Second (0 for No Limit)',
		name: 'accountRequestsPerSecond',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 0,
		description: 'How many requests all executions together may start per second on this account',
	},
	{
		displayName: 'Requests at a Time (0 for No Limit)',
		name: 'accountConcurrency',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: DEFAULT_CONCURRENCY,
		description:
			'How many requests of all executions together may be under way at the same time on this account',
	},
];

/** The fields of the credential, in the order of its form. */
export const credentialProperties: INodeProperties[] = [
	...accountProperties,
	...apiFormatProperties,
];

/** A field's label, as the user sees it. */
export function labelOf(name: string): string {
	return credentialProperties.find((property) => property.name === name)?.displayName ?? name;
}
