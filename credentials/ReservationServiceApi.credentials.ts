import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IDataObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { accessTokens } from '../nodes/shared/access/accessTokens';
import { authenticate, CREDENTIAL_TEST_HEADER } from '../nodes/shared/access/authenticate';
import { serviceAccessOf } from '../nodes/shared/access/credential';
import { expressionMarks, expressionUseOf } from '../nodes/shared/access/expressionMarks';
import { fingerprintOf } from '../nodes/shared/access/fingerprint';
import { loginOnce, noteProven, pendingOf } from '../nodes/shared/access/requestContext';
import { exchangeToken } from '../nodes/shared/access/tokenExchange';
import { FRESH_CONNECTION } from '../nodes/shared/n8n/freshConnection';
import { apiFormatOf } from '../nodes/shared/wire/apiFormat';
import { apiFormatProperties } from '../nodes/shared/wire/apiFormatProperties';

/** The fields that a user may give as expressions. */
const FIELDS = [
	'environment',
	'baseUrl',
	'testBaseUrl',
	'accountId',
	'apiKey',
	'accountRequestsPerSecond',
	'accountConcurrency',
	...new Set(apiFormatProperties.map(({ name }) => name)),
];

/** Account, key and address of a reservation service, and how its API spells things. */
export class ReservationServiceApi implements ICredentialType {
	name = 'reservationServiceApi';

	displayName = 'Reservation Service API';

	documentationUrl =
		'https://github.com/n8n-nodes-reservation-service/n8n-nodes-reservation-service#credentials';

	icon: Icon = {
		light: 'file:../icons/reservationService.svg',
		dark: 'file:../icons/reservationService.dark.svg',
	};

	properties: INodeProperties[] = [
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
			displayName: 'Requests per Second',
			name: 'accountRequestsPerSecond',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 0,
			description:
				'How many requests all executions together may start per second on this account; 0 means no limit',
		},
		{
			displayName: 'Requests at a Time',
			name: 'accountConcurrency',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 0,
			description:
				'How many requests of all executions together may be under way at the same time on this account; 0 means no limit',
		},
		...apiFormatProperties,
		...expressionMarks(FIELDS),
	];

	/**
	 * Called by n8n when there is no token and after a 401. What it returns is kept, encrypted, with the
	 * credential until the next 401.
	 */
	async preAuthentication(
		this: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
	): Promise<IDataObject> {
		const access = serviceAccessOf(credentials);
		const request = pendingOf(credentials) ?? {};
		// The Test button: settings that cannot be used come before the login.
		if (!request.access) apiFormatOf(credentials);
		const { token, source } = await loginOnce(
			credentials,
			async () =>
				await accessTokens.renew(
					access,
					request,
					async () => await exchangeToken(this.helpers.httpRequest, access),
				),
		);
		if (source !== 'memory') noteProven(credentials);
		const given = { accessToken: token, accessTokenFingerprint: fingerprintOf(access) };
		// n8n keeps one token for a credential, whatever its expressions give; and up to 2.33 it would write their values over
		// them. One write per exchange: late ones would undo those of other processes.
		const hasExpressions = expressionUseOf(credentials) !== 'none';
		if (!hasExpressions && (source === 'exchange' || !request.access)) return given;
		Object.assign(credentials, given);
		return {};
	}

	authenticate(
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		return Promise.resolve(authenticate(credentials, requestOptions));
	}

	/**
	 * The marker makes `authenticate` insist on an exchange, which proves account, key and address. The request
	 * that n8n sends afterwards decides nothing: without a reservation, or without the scope to read, any
	 * status may come back although the credential is right.
	 */
	test: ICredentialTestRequest = {
		request: {
			baseURL:
				'={{ ($credentials.environment === "test" ? $credentials.testBaseUrl : $credentials.baseUrl).trim().replace(/\\/+$/, "") }}',
			url: '/services',
			headers: { ...FRESH_CONNECTION, [CREDENTIAL_TEST_HEADER]: 'true' },
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			timeout: 30_000,
		},
	};
}
