import type {
	ICredentialDataDecryptedObject,
	INodeProperties,
} from 'n8n-workflow';

import { DEFAULT_CREATE_BODY } from '../format/defaults';
import type { ExampleName } from '../format/fields';
import { labelOf } from '../n8n/parameters';

export const CREDENTIAL_TYPE = 'reservationServiceApi';

/** The fields of a credential. */
export type Settings = ICredentialDataDecryptedObject;

const example = (
	name: ExampleName,
	description: string,
	others: Partial<INodeProperties> = {},
): INodeProperties => ({
	displayName: labelOf(name),
	name,
	type: 'json',
	default: '{}',
	description,
	displayOptions: { show: { customApiFormat: [true] } },
	...others,
});

const address = (
	displayName: string,
	name: string,
	environment: string,
): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
	description:
		'As your reservation service gives it, without /token or /services',
	displayOptions: { show: { environment: [environment] } },
	placeholder: 'e.g. https://api.example.com/v1',
	required: true,
});

/** In the order of the form. */
export const credentialProperties: INodeProperties[] = [
	{
		displayName: 'Environment',
		name: 'environment',
		type: 'options',
		options: [
			{ name: 'Production', value: 'production' },
			{ name: 'Test', value: 'test' },
		],
		default: 'production',
		description:
			"Whether to use the real reservations or your service's test environment",
	},
	address('Base URL', 'baseUrl', 'production'),
	address('Test Base URL', 'testBaseUrl', 'test'),
	{
		displayName: 'Account ID',
		name: 'accountId',
		type: 'string',
		default: '',
		description: 'As your reservation service issued it',
		required: true,
	},
	{
		displayName: 'API Key',
		name: 'apiKey',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		description: 'Its scopes decide which operations are allowed',
		required: true,
	},
	{
		displayName: 'Access Token',
		name: 'accessToken',
		type: 'hidden',
		// Always empty: n8n calls `preAuthentication` because of it.
		typeOptions: { expirable: true, password: true },
		default: '',
	},
	{
		displayName: 'Requests at a Time (0 = No Limit)',
		name: 'accountConcurrency',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 10,
		description: 'Of all executions of this account together',
	},
	{
		displayName: 'Custom API Format',
		name: 'customApiFormat',
		type: 'boolean',
		default: false,
		description:
			'Whether your service uses other field names or formats than this node expects. Check API Format, under Resource → Setup in the node, says what to enter.',
	},
	example(
		'createBody',
		"The request that creates a charge, as your service's documentation shows it, with placeholders such as {amount} or {date as dd/MM/yyyy} in place of values",
		{ default: DEFAULT_CREATE_BODY },
	),
	example(
		'updateBody',
		'The request that changes a charge; only fields that are given are sent. {}: like Create Body, without the reservation.',
	),
	example(
		'listQuery',
		'How a list names its reservation, such as { "booking": "{reservationId}", "page": "{page}" }. {}: under the name that it has in Create Body.',
	),
	example(
		'listResponse',
		'The answer to a list, with one charge in it, such as { "data": [ { "id": "{id}", "amount": "{amount}" } ], "next": "{cursor}" }. {}: charges look like Create Body.',
	),
	example(
		'requestHeaders',
		'Headers of every request to /services, such as a version or the key of a gateway. Not Authorization. {idempotencyKey} is a new key for each charge.',
		{ typeOptions: { password: true } },
	),
];
