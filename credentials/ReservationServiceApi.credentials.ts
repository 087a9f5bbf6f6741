import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IDataObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { accessTokens } from '../nodes/shared/access/accessTokens';
import { authenticate, CREDENTIAL_TEST_HEADER } from '../nodes/shared/access/authenticate';
import { serviceAccessOf } from '../nodes/shared/access/credential';
import { credentialProperties } from '../nodes/shared/access/credentialProperties';
import { expressionMarks, expressionUseOf } from '../nodes/shared/access/expressionMarks';
import { fingerprintOf } from '../nodes/shared/access/fingerprint';
import { contextOf, loginOnce } from '../nodes/shared/access/requestContext';
import { exchangeToken } from '../nodes/shared/access/tokenExchange';
import { apiFormatOf } from '../nodes/shared/wire/apiFormat';

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

	properties = [...credentialProperties, ...expressionMarks(credentialProperties)];

	/** Called by n8n when there is no token and after a 401. What it returns is kept, encrypted, with the credential. */
	async preAuthentication(
		this: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
	): Promise<IDataObject> {
		const access = serviceAccessOf(credentials);
		const context = contextOf(credentials);
		const request = context.request ?? {};
		// The Test button: settings that cannot be used come before the login.
		if (!request.access) apiFormatOf(credentials);
		const exchange = async (): Promise<string> =>
			await exchangeToken(this.helpers.httpRequest, access);
		const { token, source } = await loginOnce(
			context,
			async () => await accessTokens.renew(access, request, exchange),
		);
		if (source !== 'memory') context.isProven = true;
		const given = { accessToken: token, accessTokenFingerprint: fingerprintOf(access) };
		// n8n keeps one token, whatever the expressions give, and up to 2.33 it would write their values over them. One write
		// per exchange: late ones would undo those of other processes.
		const hasExpressions = expressionUseOf(credentials) !== 'none';
		const isToBeStored = source === 'exchange' || !request.access;
		if (!hasExpressions && isToBeStored) return given;
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
	 * The marker makes `authenticate` insist on an exchange, which proves account, key and address. The request after it decides
	 * nothing: without a reservation, or the scope to read, any status may come back although the credential is right.
	 */
	test: ICredentialTestRequest = {
		request: {
			baseURL:
				'={{ ($credentials.environment === "test" ? $credentials.testBaseUrl : $credentials.baseUrl).trim().replace(/\\/+$/, "") }}',
			url: '/services',
			headers: { [CREDENTIAL_TEST_HEADER]: 'true' },
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			timeout: 30_000,
		},
	};
}
