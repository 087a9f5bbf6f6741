import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IDataObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { credentialProperties } from '../nodes/shared/credential/settings';
import { authenticate, CREDENTIAL_TEST_HEADER, fetchToken } from '../nodes/shared/http/login';

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

	properties = credentialProperties;

	/** Called by n8n when there is no token and after a 401. What it returns is kept, encrypted, with the credential. */
	async preAuthentication(
		this: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
	): Promise<IDataObject> {
		return await fetchToken(credentials, this.helpers.httpRequest);
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
				'={{ ($credentials.environment === "test" ? $credentials.testBaseUrl : $credentials.baseUrl).trim().replace(/[?#].*$/, "").replace(/\\/+$/, "") }}',
			url: '/services',
			headers: { [CREDENTIAL_TEST_HEADER]: 'true' },
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			timeout: 30_000,
		},
	};
}
