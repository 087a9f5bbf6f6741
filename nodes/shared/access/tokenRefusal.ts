import type { IN8nHttpFullResponse } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { messageFromService, pageNote } from '../answers/serviceMessage';
import { retryAfterOf, waitAdvice } from '../answers/retryAfter';
import { isJsonObject, parseJson } from '../format/json';
import { addressFieldOf } from './address';
import type { ServiceAccess } from './credential';
import { secretsOf } from './credential';

/** POST /token did not bring a token. Nothing else was sent, so what needed the token has certainly not happened. */
export class TokenExchangeError extends UserError {
	constructor(
		message: string,
		description: string,
		/** True when trying again may help: the service was unreachable, busy or failing. */
		readonly transient: boolean,
		/** How long the service asked to wait, in milliseconds, if it did. */
		readonly retryAfterMs?: number,
		/** True when the service wants fewer requests (429). */
		readonly isThrottled = false,
	) {
		super(message, { description });
	}
}

/**
 * Words an answer of POST /token that brought no token.
 *
 * @param isAccepted true when the answer says success, but has no token in it
 */
export function refusalOf(
	{ statusCode, headers, body }: IN8nHttpFullResponse,
	isAccepted: boolean,
	access: ServiceAccess,
): TokenExchangeError {
	const field = `'${addressFieldOf(access)}'`;
	const parsed = parseJson(body);
	// What came with a status of success may be the token, under a name of its own.
	const isError = statusCode >= 300;
	const words = messageFromService(
		parsed === undefined ? body : parsed,
		secretsOf(access),
		isError,
	);
	const said = words && !isAccepted ? `: ${words}` : ` (status ${statusCode})`;
	if (statusCode === 429 || statusCode >= 500) {
		const wait = retryAfterOf(headers, Date.now());
		return new TokenExchangeError(
			`The service could not issue an access token just now${said}. ${waitAdvice(wait) ?? 'Try again in a few minutes'}`,
			'The service is busy or not available. Nothing else was sent.',
			true,
			wait,
			statusCode === 429,
		);
	}
	if (statusCode >= 300 && statusCode < 400) {
		return new TokenExchangeError(
			`The service answered the login with a redirect (status ${statusCode}). Put the final address into ${field} in the credential`,
			'Redirects are not followed, so that the API key goes to no other address.',
			false,
		);
	}
	const isRefusal = [400, 401, 403, 422].includes(statusCode) || saysSuccess(parsed);
	const page = pageNote(body);
	if (isRefusal && !isAccepted && ![404, 405].includes(statusCode)) {
		return new TokenExchangeError(
			`The service refused the login${said}. Check 'Account ID' and 'API Key' in the credential`,
			`Check that both belong together and to the chosen environment. A key that was replaced or withdrawn has to be entered anew.${page}`,
			false,
		);
	}
	return new TokenExchangeError(
		`No access token came back from the address in the credential${said}. Check ${field}, including its path`,
		`POST /token must answer with JSON that has success: true and a token. Check the address and the chosen environment.${page}`,
		false,
	);
}

/** True for an answer of a token endpoint (SERVICE-API.md section 2.1), whatever it decided. */
function saysSuccess(body: unknown): boolean {
	return isJsonObject(body) && typeof body.success === 'boolean';
}
