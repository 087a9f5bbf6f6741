import type { ICredentialDataDecryptedObject, INodeProperties } from 'n8n-workflow';

import { DEFAULT_CREATE_BODY } from '../format/examples';
import { givenNumber, wordsFor } from '../format/givenNumber';
import { EXAMPLES } from '../format/placeholder';
import { userError } from '../n8n/userError';

/** Name of the one credential type this package uses, as saved in workflows. */
export const CREDENTIAL_TYPE = 'reservationServiceApi';

/** A field of the credential. */
interface Setting {
	/** As saved. */
	name: string;
	label: string;
	help?: string;
	default: string | number | boolean;
	kind: 'text' | 'key' | 'number' | 'environment' | 'switch' | 'example' | 'kept';
	placeholder?: string;
	isRequired?: boolean;
}

/** All fields of the credential in the order of its form; the examples are shown under Custom API Format. */
const SETTINGS = [
	{
		name: 'environment',
		label: 'Environment',
		help: 'Which of the two addresses is used',
		default: 'production',
		kind: 'environment',
	},
	{
		name: 'baseUrl',
		label: 'Base URL',
		help: 'Address of the production environment, as given by your reservation service',
		default: '',
		kind: 'text',
		placeholder: 'e.g. https://api.example.com/v1',
		isRequired: true,
	},
	{
		name: 'testBaseUrl',
		label: 'Test Base URL',
		help: 'Address of the test environment, if there is one',
		default: '',
		kind: 'text',
		placeholder: 'e.g. https://test-api.example.com/v1',
	},
	{
		name: 'accountId',
		label: 'Account ID',
		help: 'The account identifier issued by your reservation service',
		default: '',
		kind: 'text',
		isRequired: true,
	},
	{
		name: 'apiKey',
		label: 'API Key',
		help: 'The API key that belongs to the account. Its scopes decide which operations are allowed.',
		default: '',
		kind: 'key',
		isRequired: true,
	},
	{ name: 'accessToken', label: 'Access Token', default: '', kind: 'kept' },
	{
		name: 'accessTokenFingerprint',
		label: 'Access Token Fingerprint',
		default: '',
		kind: 'kept',
	},
	{
		name: 'accountRequestsPerSecond',
		label: 'Requests per Second (0 = No Limit)',
		help: 'How many requests all executions together may start per second on this account',
		default: 0,
		kind: 'number',
	},
	{
		name: 'accountConcurrency',
		label: 'Requests at a Time (0 = No Limit)',
		help: 'How many requests of all executions together may be under way at the same time on this account',
		default: 10,
		kind: 'number',
	},
	{
		name: 'customApiFormat',
		label: 'Custom API Format',
		help: 'Whether the API of your reservation service spells things in its own way. New to your service? Run the operation Check API Format of the resource Setup first: it says what to enter here.',
		default: false,
		kind: 'switch',
	},
	{
		name: 'createBody',
		label: EXAMPLES.createBody,
		help: 'What creates a service item: the example in the documentation of your service, with blanks such as {amount}, {date as dd/MM/yyyy} or {reservationId as number} where values go',
		default: DEFAULT_CREATE_BODY,
		kind: 'example',
	},
	{
		name: 'updateBody',
		label: EXAMPLES.updateBody,
		help: 'What changes a service item. Only the fields that change are sent, and with an exclamation mark, as in {date!}, a field is always sent. {}: Create Body without the reservation.',
		default: '{}',
		kind: 'example',
	},
	{
		name: 'listQuery',
		label: EXAMPLES.listQuery,
		help: 'The query parameters that list a reservation, such as { "booking": "{reservationId}", "page": "{page}" }. {}: the reservation under its name in Create Body.',
		default: '{}',
		kind: 'example',
	},
	{
		name: 'listResponse',
		label: EXAMPLES.listResponse,
		help: 'What a list is answered with, with one service item in it, such as { "data": [ { "id": "{id}", "amount": "{amount}" } ], "next": "{cursor}" }. {}: service items that look like Create Body.',
		default: '{}',
		kind: 'example',
	},
	{
		name: 'requestHeaders',
		label: EXAMPLES.requestHeaders,
		help: 'Headers of every request, such as a version or the key of a gateway. Never Authorization, which carries the access token. {idempotencyKey} stands for a key of each charge.',
		default: '{}',
		kind: 'example',
	},
] as const satisfies readonly Setting[];

export type SettingName = (typeof SETTINGS)[number]['name'];

/** What each kind of setting is in the form. */
const FORM: Record<Setting['kind'], Partial<INodeProperties> & Pick<INodeProperties, 'type'>> = {
	text: { type: 'string' },
	key: { type: 'string', typeOptions: { password: true } },
	number: { type: 'number', typeOptions: { minValue: 0 } },
	environment: {
		type: 'options',
		options: [
			{ name: 'Production', value: 'production' },
			{ name: 'Test', value: 'test' },
		],
	},
	switch: { type: 'boolean' },
	example: { type: 'json', displayOptions: { show: { customApiFormat: [true] } } },
	kept: { type: 'hidden', typeOptions: { password: true } },
};

/** Differences to the form of their kind: n8n renews a token that is expirable, and shows no key of a gateway to others. */
const OWN_FORM: { [Name in SettingName]?: Partial<INodeProperties> } = {
	accessToken: { typeOptions: { expirable: true, password: true } },
	requestHeaders: { typeOptions: { password: true } },
};

/** The hidden field that is there when any other is an expression. */
const EXPRESSION_MARK = 'usesExpressions';

/** The fields of the credential's form. */
export const credentialProperties: INodeProperties[] = [
	...SETTINGS.map((setting: Setting) => ({
		displayName: setting.label,
		name: setting.name,
		...FORM[setting.kind],
		...OWN_FORM[setting.name as SettingName],
		default: setting.default,
		...(setting.help !== undefined && { description: setting.help }),
		...(setting.placeholder !== undefined && { placeholder: setting.placeholder }),
		...(setting.isRequired && { required: true }),
	})),
	expressionMark(),
];

/**
 * n8n gives out a credential with its expressions worked out, and no word of there having been any. Which fields are shown it
 * decides before that, by what is saved, goes through the conditions one by one, and shows the field as soon as it comes to an
 * expression: so all conditions hold but the last, which never does.
 */
function expressionMark(): INodeProperties {
	const names = SETTINGS.filter(({ kind }) => kind !== 'kept').map(({ name }) => name);
	const always = names.map((name): [string, object[]] => [name, [{ _cnd: { not: '\0' } }]]);
	const never = { [names.at(-1) ?? '']: [{ _cnd: { eq: '\0' } }] };
	return {
		displayName: 'Expression',
		name: EXPRESSION_MARK,
		type: 'hidden',
		default: '',
		displayOptions: { show: { ...Object.fromEntries(always), ...never } },
	} as INodeProperties;
}

/** True for a credential that may come out differently for each input item. */
export function usesExpressions(data: ICredentialDataDecryptedObject): boolean {
	return EXPRESSION_MARK in data;
}

/** A field's label, as the user sees it. */
export function labelOf(name: string): string {
	return SETTINGS.find((setting) => setting.name === name)?.label ?? name;
}

/** A field as text without outer blanks; empty where it is missing. */
export function textIn(data: ICredentialDataDecryptedObject, name: SettingName): string {
	const value = data[name];
	if (typeof value === 'string') return value.trim();
	return typeof value === 'number' ? String(value) : '';
}

/**
 * A field that is a number; its default where it is blank.
 *
 * @throws UserError naming the field when it is none, or below 0
 */
export function numberIn(
	data: ICredentialDataDecryptedObject,
	name: 'accountRequestsPerSecond' | 'accountConcurrency',
): number {
	const rule = { least: 0, isWhole: name === 'accountConcurrency' };
	const number = givenNumber(data[name], rule) ?? defaultOf(name);
	if (!Number.isNaN(number)) return number;
	throw userError(
		`'${labelOf(name)}' in the Reservation Service credential ${wordsFor(rule)}`,
		'Correct it, or enter 0 for no limit.',
	);
}

function defaultOf(name: SettingName): number {
	return Number(SETTINGS.find((setting) => setting.name === name)?.default);
}
