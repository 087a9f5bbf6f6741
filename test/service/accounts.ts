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

/** Those who may log in. */
export class Accounts {
	private readonly byId = new Map<string, Account>();

	/** Adds an account, or gives an existing one a new key; without scopes it may do everything. */
	add({ accountId, key, scopes = SCOPES }: Omit<Account, 'scopes'> & Partial<Account>): void {
		this.byId.set(accountId, { accountId, key, scopes });
	}

	/** Closes the account; its tokens are refused from now on. */
	remove(accountId: string): void {
		this.byId.delete(accountId);
	}

	find(accountId: string): Account | undefined {
		return this.byId.get(accountId);
	}
}
