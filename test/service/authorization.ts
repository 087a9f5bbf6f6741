import type { Scope } from './accounts';
import { Refusal } from './answer';
import type { LoggedRequest } from './requestLog';
import type { ServiceState } from './serviceState';

/** The token of `Authorization: Bearer …`; the scheme's case does not matter (RFC 9110, 11.1). */
export function readBearer({ headers }: LoggedRequest): string | undefined {
	return /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
}

/** Refuses a request without a living token (401) or without the scope (docs/service-api.md: 401 or 403). */
export function authorize(request: LoggedRequest, scope: Scope, service: ServiceState): void {
	const { accounts, tokens, dialect } = service;
	const text = readBearer(request);
	if (text === undefined) throw unauthorized('An access token is required');
	const token = tokens.use(text);
	if (token === 'expired') throw unauthorized('The access token has expired');
	if (token === 'unknown' || !accounts.find(token.accountId)) {
		throw unauthorized('The access token is invalid');
	}
	request.account = token.accountId;
	if (!token.scopes.includes(scope)) {
		throw new Refusal(dialect.missingScope, `The key lacks the scope ${scope}`);
	}
}

/** The refusal of a token, also played as a fault. */
export function unauthorized(message: string): Refusal {
	return new Refusal(401, message, { headers: { 'www-authenticate': 'Bearer' } });
}
