import type { INodeProperties } from 'n8n-workflow';

import { DEFAULT_CREATE_BODY } from '../format/examples';

/** Requests under way at a time, where the credential does not say otherwise. */
export const DEFAULT_CONCURRENCY = 10;

const ALWAYS = [{ _cnd: { not: '\0' } }];
const NEVER = [{ _cnd: { eq: '\0' } }];

/** The fields of the credential, in the order of its form: names, labels and defaults stand here and nowhere else. */
export const settings: INodeProperties[] = [
	{
		displayName: 'Environment',
		name: 'environment',
		type: 'options',
		options: [
			{ name: 'Production', value: 'production' },
			{ name: 'Test', value: 'test' },
		],
		default: 'production',
		description: 'Which of the two addresses below is used',
	},
	{
		displayName: 'Base URL',
		name: 'baseUrl',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. https://api.example.com/v1',
		description:
			'Address of the production environment, as given by your reservation service. A query such as ?hotel=7 is sent with every request.',
	},
	{
		displayName: 'Test Base URL',
		name: 'testBaseUrl',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://test-api.example.com/v1',
		description: 'Address of the test environment, if there is one',
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
	{
		displayName: 'Custom API Format',
		name: 'customApiFormat',
		type: 'boolean',
		default: false,
		description:
			'Whether your service writes service items otherwise than the example in Create Body. The operation Check API Format of the node finds out what to enter.',
	},
	example(
		'Create Body',
		'createBody',
		'What your service wants to create a service item, as its documentation shows it, with blanks such as {amount} where the values stand',
		DEFAULT_CREATE_BODY,
	),
	example(
		'Update Body',
		'updateBody',
		'What it wants to change one. {} stands for Create Body without the reservation.',
	),
	example(
		'List Query',
		'listQuery',
		'The query parameters that list the service items of a reservation, such as { "booking": "{reservationId}", "page": "{page}" }. {} stands for the reservation under its name in Create Body.',
	),
	example(
		'List Response',
		'listResponse',
		'What it answers to that, with one service item in it, such as { "items": [ { "id": "{id}", "price": "{amount}" } ] }. {} stands for items that look like Create Body.',
	),
	example(
		'Request Headers',
		'requestHeaders',
		'Headers of every request but the login, such as { "Api-Version": "2", "Idempotency-Key": "{idempotencyKey}" }',
	),
];

function example(
	displayName: string,
	name: string,
	description: string,
	standard = '{}',
): INodeProperties {
	return {
		displayName,
		name,
		type: 'json',
		typeOptions: { rows: standard === '{}' ? 2 : 8 },
		default: standard,
		description,
		displayOptions: { show: { customApiFormat: [true] } },
	};
}

/** A field's label, as the user sees it. */
export function labelOf(name: string): string {
	const label = settings.find((property) => property.name === name)?.displayName ?? name;
	return label.replace(/ \(.*\)$/, '');
}

/** There when any field is an expression. */
const MARK = 'usesExpressions';

/**
 * The hidden field that tells whether any of those a user fills in is an expression. n8n gives out a credential with its
 * expressions worked out, and no word of there having been any. Which fields are shown it decides before that, by what is
 * saved, condition by condition; it shows a field as soon as it comes to an expression (`displayParameter` in n8n-workflow).
 */
export function expressionMark(): INodeProperties {
	const names = settings.filter(({ type }) => type !== 'hidden').map(({ name }) => name);
	const show = { ...Object.fromEntries(names.map((name) => [name, ALWAYS])) };
	return {
		displayName: 'Expression',
		name: MARK,
		type: 'hidden',
		default: '',
		displayOptions: { show: { ...show, [names.at(-1) ?? '']: NEVER } },
	};
}

/** True for a credential that may be of another account for every input item. */
export function hasExpressions(data: { [name: string]: unknown }): boolean {
	return MARK in data;
}
