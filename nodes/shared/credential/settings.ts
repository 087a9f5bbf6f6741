import type {
	ICredentialDataDecryptedObject,
	INodeProperties,
} from 'n8n-workflow';

import { DEFAULT_CREATE_BODY, EXAMPLES } from '../format/fields';

export const CREDENTIAL_TYPE = 'reservationServiceApi';

const example = (
	name: keyof typeof EXAMPLES,
	description: string,
	others: Partial<INodeProperties> = {},
): INodeProperties => ({
	displayName: EXAMPLES[name],
	name,
	type: 'json',
	default: '{}',
	description,
	displayOptions: { show: { customApiFormat: [true] } },
	...others,
});

/** In the order of the form; with them, hidden, the token that n8n keeps. */
const SETTINGS: INodeProperties[] = [
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
	{
		displayName: 'Base URL',
		name: 'baseUrl',
		type: 'string',
		default: '',
		description:
			'Address of the production environment, as your reservation service gives it',
		displayOptions: { show: { environment: ['production'] } },
		placeholder: 'e.g. https://api.example.com/v1',
		required: true,
	},
	{
		displayName: 'Test Base URL',
		name: 'testBaseUrl',
		type: 'string',
		default: '',
		description:
			'Address of the test environment, as your reservation service gives it',
		displayOptions: { show: { environment: ['test'] } },
		placeholder: 'e.g. https://test-api.example.com/v1',
		required: true,
	},
	{
		displayName: 'Account ID',
		name: 'accountId',
		type: 'string',
		default: '',
		description: 'The account identifier issued by your reservation service',
		required: true,
	},
	{
		displayName: 'API Key',
		name: 'apiKey',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		description:
			'The API key that belongs to the account. Its scopes decide which operations are allowed.',
		required: true,
	},
	{
		displayName: 'Access Token',
		name: 'accessToken',
		type: 'hidden',
		// n8n renews an expirable field.
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
		displayName: 'Requests per Second (0 = No Limit)',
		name: 'accountRequestsPerSecond',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 0,
		description:
			'How many requests of this account may be started per second, all executions together',
	},
	{
		displayName: 'Requests at a Time (0 = No Limit)',
		name: 'accountConcurrency',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 10,
		description:
			'How many requests of this account may run at the same time, all executions together',
	},
	{
		displayName: 'Custom API Format',
		name: 'customApiFormat',
		type: 'boolean',
		default: false,
		description:
			'Whether your service uses other field names or formats than this node expects. Check API Format, under Resource → Setup in the node, says what to enter here.',
	},
	example(
		'createBody',
		'The request that creates a charge, as in the documentation of your service, with placeholders such as {amount}, {date as dd/MM/yyyy} or {reservationId as number} in place of the values',
		{ default: DEFAULT_CREATE_BODY },
	),
	example(
		'updateBody',
		'The request that changes a charge. Only fields that are given are sent; one with an exclamation mark, such as {date!}, is always sent. {} means Create Body without the reservation.',
	),
	example(
		'listQuery',
		'The query parameters that list the charges of a reservation, such as { "booking": "{reservationId}", "page": "{page}" }. {} means the reservation, under its name in Create Body.',
	),
	example(
		'listResponse',
		'The answer to this list, with one charge in it, such as { "data": [ { "id": "{id}", "amount": "{amount}" } ], "next": "{cursor}" }. {} means charges that look like Create Body.',
	),
	example(
		'requestHeaders',
		'Headers of every request, such as a version or the key of a gateway. Not Authorization, which is for the access token. {idempotencyKey} is a new key for each charge.',
		{ typeOptions: { password: true } },
	),
];

/** A hidden field that is there when any other is an expression. */
const EXPRESSION_MARK = 'usesExpressions';

export const credentialProperties: INodeProperties[] = [
	...SETTINGS,
	expressionMark(),
];

/**
 * n8n gives out a credential with its expressions evaluated, and does not say
 * that there were any. But it decides by the saved values which fields are
 * shown: it checks the conditions in order, and shows the field as soon as one
 * meets an expression. So all conditions hold but the last, which never does.
 */
function expressionMark(): INodeProperties {
	const names = SETTINGS.filter((each) => each.type !== 'hidden').map(
		(each) => each.name,
	);
	const always = names.map((name): [string, object[]] => [
		name,
		[{ _cnd: { not: '\0' } }],
	]);
	const never = { [names.at(-1) ?? '']: [{ _cnd: { eq: '\0' } }] };
	return {
		displayName: 'Expression',
		name: EXPRESSION_MARK,
		type: 'hidden',
		default: '',
		displayOptions: { show: { ...Object.fromEntries(always), ...never } },
	} as INodeProperties;
}

export function usesExpressions(data: ICredentialDataDecryptedObject): boolean {
	return EXPRESSION_MARK in data;
}

export function labelOf(name: string): string {
	return settingOf(name)?.displayName ?? name;
}

/** A field as text without outer spaces; empty where it is missing. */
export function textIn(
	data: ICredentialDataDecryptedObject,
	name: string,
): string {
	const value = data[name];
	if (typeof value === 'string') return value.trim();
	return typeof value === 'number' ? String(value) : '';
}

export function settingOf(name: string): INodeProperties | undefined {
	return SETTINGS.find((setting) => setting.name === name);
}
