import type {
	IAuthenticate,
	Icon,
	ICredentialTestRequest,
	ICredentialType,
} from 'n8n-workflow';

import { credentialProperties } from '../nodes/shared/credential/settings';
import {
	authenticate,
	fetchToken,
	TEST_HEADER,
} from '../nodes/shared/http/hooks';

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

	preAuthentication: ICredentialType['preAuthentication'] = async function (
		credentials,
	) {
		return await fetchToken(credentials, this.helpers);
	};

	authenticate: IAuthenticate = authenticate;

	/**
	 * The header makes `authenticate` log in anew, which proves account, key and
	 * address. The status of this request does not count: without a reservation
	 * or a scope it may fail although the credential is right.
	 */
	test: ICredentialTestRequest = {
		request: {
			baseURL:
				'={{ ($credentials.environment === "test" ? $credentials.testBaseUrl : $credentials.baseUrl).trim().replace(/\\/+$/, "") }}',
			url: '/services',
			headers: { [TEST_HEADER]: 'true' },
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			timeout: 30_000,
		},
	};
}
