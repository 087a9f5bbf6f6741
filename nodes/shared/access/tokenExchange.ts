import type { IHttpRequestHelper, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { messageFromService } from '../errors/serviceWords';
import { connectionOutcomeOf } from '../http/connection';
import { retryAfterOf } from '../http/retryAfter';
import { isJsonObject, parseJson } from '../wire/json';
import type { ServiceAccess } from './credential';
import { secretsOf } from './credential';
import { serviceAddress } from './address';

const EXCHANGE_TIMEOUT_MS = 30_000;

/**
 * POST /token did not bring a token. Nothing else was sent, so whatever needed the token has certainly
 * not happened.
 */
export class TokenExchangeError extends UserError {
	constructor(
		message: string,
		description: string,
		/** True when trying again may help: the service was unreachable, busy or failing. */
		readonly transient: boolean,
		/** How long the service asked to wait, in milliseconds, if it did. */
		readonly retryAfterMs?: number,
	) {
		super(message, { description });
	}
}

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
		headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
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
	if (isAccepted && typeof body.token === 'string' && body.token.trim() !== '') return body.token;
	throw refusalFrom(response, isAccepted, access);
}

function refusalFrom(
	{ statusCode, headers, body }: IN8nHttpFullResponse,
	isAccepted: boolean,
	access: ServiceAccess,
): TokenExchangeError {
	const parsed = parseJson(body);
	const words = messageFromService(parsed === undefined ? body : parsed, secretsOf(access));
	const said = words ? `: ${words}` : ` (status ${statusCode})`;
	if (statusCode === 429 || statusCode >= 500) {
		return new TokenExchangeError(
			`The service could not issue an access token just now${said}. Try again in a few minutes`,
			'The service is busy or not available. Nothing else was sent.',
			true,
			retryAfterOf(headers, Date.now()),
		);
	}
	const isRefusal = [400, 401, 403, 422].includes(statusCode) || hasSuccess(body);
	if (isRefusal && !isAccepted) {
		return new TokenExchangeError(
			`The service refused the login${said}. Check 'Account ID' and 'API Key' in the credential`,
			`Check that both belong together and to the chosen environment. A key that was replaced or withdrawn has to be entered anew.`,
			false,
		);
	}
	return new TokenExchangeError(
		`No access token came back from the address in the credential${said}. Check 'Base URL', including its path`,
		`POST /token must answer with JSON that has success: true and a token. Check the address and the chosen environment.`,
		false,
	);
}

/** True for an answer of a token endpoint (SERVICE-API.md section 2.1), whatever it decided. */
function hasSuccess(body: unknown): boolean {
	const parsed = parseJson(body);
	return isJsonObject(parsed) && typeof parsed.success === 'boolean';
}

function assertFilled(access: ServiceAccess): void {
	const missing = [
		...(access.accountId === '' ? [`'Account ID'`] : []),
		...(access.apiKey === '' ? [`'API Key'`] : []),
	];
	if (missing.length === 0) return;
	throw new UserError(`${missing.join(' and ')} missing in the Reservation Service credential`, {
		description:
			'Both are issued by the reservation service. Open the credential and fill them in.',
	});
}
