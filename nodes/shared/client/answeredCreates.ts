const MOST_ACCOUNTS = 1000;

/**
 * The accounts whose creates the service answers with something, be it a status of its own: where one suddenly brings an empty
 * 200, a proxy may have answered in its place. A service that never answers otherwise keeps its creates done.
 */
export class AnsweredCreates {
	private readonly accounts = new Set<string>();

	/** @param account its fingerprint */
	note(account: string): void {
		this.accounts.delete(account);
		this.accounts.add(account);
		const [oldest = ''] = this.accounts;
		if (this.accounts.size > MOST_ACCOUNTS) this.accounts.delete(oldest);
	}

	has(account: string): boolean {
		return this.accounts.has(account);
	}
}

/** One for the process: n8n loads this module once, for every node. */
export const answeredCreates = new AnsweredCreates();
