import { randomUUID } from 'node:crypto';
import { Refusal, answerJson, readJsonObject } from './answer';
import type { Answer } from './answer';
import type { ServiceState } from './endpoints';
import type { JsonObject } from './json';
import type { LoggedRequest } from './requestLog';

/** What an API key may do (docs/service-api.md; the names are an assumption). */
export const SCOPES = [
	'services:read',
	'services:create',
	'services:update',
	'services:delete',
] as const;

export type Scope = (typeof SCOPES)[number];

export interface Account {
	accountId: string;
	key: string;
	scopes: readonly Scope[];
}

/** Those who may log in, by their ID. The tokens of one that is deleted are refused. */
export class Accounts extends Map<string, Account> {
	/** Adds an account, or gives an existing one a new key; without scopes it may do everything. */
	add({ accountId, key, scopes = SCOPES }: Omit<Account, 'scopes'> & Partial<Account>): void {
		this.set(accountId, { accountId, key, scopes });
	}
}

/** A token's scopes are those that its key had when it was given out (docs/service-api.md). */
type IssuedToken = Omit<Account, 'key'> & { expired: boolean; issuedAt: number };

/** The token register: docs/service-api.md. */
export class Tokens {
	private issued = 0;
	/** A younger token is not revoked by a fault. */
	shortestLifeMs = 0;

	private readonly byText = new Map<string, IssuedToken>();

	/** A new token for the account. The random part keeps one service from accepting the token of another. */
	issue({ accountId, scopes }: Account): string {
		const text = `access-${++this.issued}-${randomUUID()}`;
		this.byText.set(text, { accountId, scopes, expired: false, issuedAt: Date.now() });
		return text;
	}

	find(text: string): IssuedToken | undefined {
		return this.byText.get(text);
	}

	/** Forgets one token: it is answered as if it had never existed. @returns false where it is too young for that */
	revoke(text: string): boolean {
		const token = this.byText.get(text);
		if (token && Date.now() - token.issuedAt < this.shortestLifeMs) return false;
		this.byText.delete(text);
		return true;
	}

	/** Every token given out so far behaves as if its 24 hours had passed. */
	expireAll(): void {
		for (const token of this.byText.values()) token.expired = true;
	}
}

/** The token of `Authorization: Bearer …`, the scheme in any case. */
export function readBearer({ headers }: LoggedRequest): string | undefined {
	return /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
}

/** Refuses a request without a living token (401) or without the scope (docs/service-api.md: 401 or 403). */
export function authorize(request: LoggedRequest, scope: Scope, service: ServiceState): void {
	const text = readBearer(request);
	if (text === undefined) throw unauthorized('An access token is required');
	const token = service.tokens.find(text);
	if (token?.expired) throw unauthorized('The access token has expired');
	if (!token || !service.accounts.has(token.accountId)) {
		throw unauthorized('The access token is invalid');
	}
	request.account = token.accountId;
	if (!token.scopes.includes(scope)) {
		throw new Refusal(service.dialect.missingScope, `The key lacks the scope ${scope}`);
	}
}

/** The refusal of a token, also played as a fault. */
export function unauthorized(message: string): Refusal {
	return new Refusal(401, message, { 'www-authenticate': 'Bearer' });
}

/** POST /token: docs/service-api.md. */
export function issueToken(request: LoggedRequest, service: ServiceState): Answer {
	if (request.headers.authorization !== undefined) {
		throw new Refusal(400, 'POST /token takes no Authorization header');
	}
	const body = readJsonObject(request);
	const accountId = readText(body, 'accountId');
	const key = readText(body, 'key');
	const account = service.accounts.get(accountId);
	if (!account || account.key !== key) {
		const message = `Account ${accountId} does not exist or the key does not belong to it`;
		const status = service.dialect.badCredentials === 'status401' ? 401 : 200;
		return answerJson(status, { success: false, message });
	}
	request.account = accountId;
	return answerJson(200, {
		success: true,
		token_type: 'Bearer',
		message: 'Authentication was successful',
		token: service.tokens.issue(account),
		expires_in: 86_400,
	});
}

function readText(body: JsonObject, field: string): string {
	const value = body[field];
	if (typeof value === 'string' && value !== '') return value;
	throw new Refusal(400, `${field} is required and must be a text`);
}
