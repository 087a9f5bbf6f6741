import type { IHttpRequestHelper, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import { connectionOutcomeOf } from '../answers/connection';
import { isJsonObject, parseJson } from '../wire/json';
import type { ServiceAccess } from './credential';
import { emptyFieldsOf } from './credential';
import { serviceAddress } from './address';
import { refusalOf, TokenExchangeError } from './tokenRefusal';

/** How long the service may take to give out a token, in milliseconds. */
export const EXCHANGE_TIMEOUT_MS = 30_000;

/**
 * Exchanges account ID and API key for a bearer token (SERVICE-API.md sections 2.1, 2.2 and 5).
 *
 * @param httpRequest n8n's plain request helper: this request must not carry an Authorization header.
 * @returns the token
 * @throws TokenExchangeError unless the answer has `success: true` and a non-empty `token`.
 * @throws UserError when the credential lacks an address, an account ID or a key.
 */
export async function exchangeToken(
	httpRequest: IHttpRequestHelper['helpers']['httpRequest'],
	access: ServiceAccess,
): Promise<string> {
	const address = serviceAddress(access);
	assertFilled(access);
	const options: IHttpRequestOptions = {
		method: 'POST',
		url: `${address}/token`,
		headers: {
			'Content-Type': 'application/json',
			Accept: 'application/json',
		},
		body: { accountId: access.accountId, key: access.apiKey },
		// Read as text: n8n hands out a body that is not JSON without saying so.
		encoding: 'text',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// A redirect would hand the key to another address.
		disableFollowRedirect: true,
		timeout: EXCHANGE_TIMEOUT_MS,
	};
	const response = await httpRequest(options).then(
		(answer: IN8nHttpFullResponse) => answer,
		(error: unknown) => (error instanceof UserError ? error : connectionOutcomeOf(error)),
	);
	// n8n's own word, for instance that the credential does not allow this host.
	if (response instanceof UserError) throw response;
	if ('statusCode' in response) return tokenFrom(response, access);
	throw new TokenExchangeError(
		`No access token could be fetched: ${response.happened}. ${response.remedy}`,
		'The login at POST /token comes before everything else, so nothing was sent yet.',
		response.isPassing,
	);
}

function tokenFrom(response: IN8nHttpFullResponse, access: ServiceAccess): string {
	const body = parseJson(response.body);
	const isAccepted = response.statusCode < 400 && isJsonObject(body) && body.success === true;
	const token = isAccepted && typeof body.token === 'string' ? body.token.trim() : '';
	if (token !== '') return token;
	throw refusalOf(response, isAccepted, access);
}

function assertFilled(access: ServiceAccess): void {
	const empty = emptyFieldsOf(access);
	if (empty.length === 0) return;
	throw userError(
		`${empty.join(' and ')} ${empty.length > 1 ? 'are' : 'is'} empty in the Reservation Service credential`,
		'Both are issued by the reservation service. Open the credential and fill them in.',
	);
}
