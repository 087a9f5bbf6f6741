import { AccountLimiter } from './accountLimiter';

const MAX_ACCOUNTS = 100;

/** The limiters of the accounts in use. Accounts do not wait for each other. */
export class AccountLimiters {
	private readonly limiters = new Map<string, AccountLimiter>();

	/**
	 * The one of an account. To be asked for anew for every request, as accounts that nobody uses are forgotten.
	 *
	 * @param account its fingerprint
	 */
	of(account: string): AccountLimiter {
		const limiter = this.limiters.get(account) ?? new AccountLimiter();
		this.limiters.delete(account);
		this.limiters.set(account, limiter);
		if (this.limiters.size > MAX_ACCOUNTS) this.forgetOneOtherThan(limiter);
		return limiter;
	}

	/** How many accounts are remembered. */
	get size(): number {
		return this.limiters.size;
	}

	/** Whoever is in use stays: forgetting it would let its requests start beside those of its successor. */
	private forgetOneOtherThan(limiter: AccountLimiter): void {
		for (const [account, other] of this.limiters) {
			if (other === limiter || !other.isIdle) continue;
			this.limiters.delete(account);
			return;
		}
	}
}

/** One for the process: n8n loads this module once, for every node. */
export const accountLimiters = new AccountLimiters();
