import { randomUUID } from 'node:crypto';
import type { Account, Scope } from './accounts';

/** An access token the service has given out. Its scopes are those its key had at that moment (docs/service-api.md). */
export interface IssuedToken {
	accountId: string;
	scopes: readonly Scope[];
	issuedAt: number;
	expired: boolean;
	uses: number;
}

/** The token register: docs/service-api.md. */
export class Tokens {
	/** How many were given out since the start. */
	issued = 0;

	/** A token lives this many seconds; a change counts for living tokens too. */
	lifetimeSeconds: number;

	/** A token dies after this many uses; undefined: never. */
	maxUses: number | undefined;

	private readonly byText = new Map<string, IssuedToken>();

	constructor(lifetimeSeconds: number) {
		this.lifetimeSeconds = lifetimeSeconds;
	}

	/** A new token for the account. The random part keeps one service from accepting the token of another. */
	issue({ accountId, scopes }: Account): string {
		this.issued++;
		const text = `access-${this.issued}-${randomUUID()}`;
		const issuedAt = Date.now();
		this.byText.set(text, { accountId, scopes, issuedAt, expired: false, uses: 0 });
		return text;
	}

	/** Counts one use and returns the token, or says why it is not accepted. */
	use(text: string): IssuedToken | 'unknown' | 'expired' {
		const token = this.byText.get(text);
		if (!token) return 'unknown';
		const outlived = Date.now() - token.issuedAt >= this.lifetimeSeconds * 1000;
		const wornOut = this.maxUses !== undefined && token.uses >= this.maxUses;
		if (token.expired || outlived || wornOut) return 'expired';
		token.uses++;
		return token;
	}

	/** Forgets one token: it is answered as if it had never existed. */
	revoke(text: string): void {
		this.byText.delete(text);
	}

	/** Forgets every token of an account. */
	revokeOf(accountId: string): void {
		for (const [text, token] of this.byText) {
			if (token.accountId === accountId) this.byText.delete(text);
		}
	}

	/** Forgets every token given out so far. */
	revokeAll(): void {
		this.byText.clear();
	}

	/** Every token given out so far behaves as if its lifetime had passed. */
	expireAll(): void {
		for (const token of this.byText.values()) token.expired = true;
	}
}
