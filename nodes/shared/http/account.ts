import { Gate } from './gate';
import { AccountToken } from './token';

/** What this process keeps of an account, for all executions. */
class Account {
	readonly token = new AccountToken();
	readonly gate = new Gate();
}
const accounts = new Map<string, Account>();

/** @param key see `Access` */
export function accountOf(key: string): Account {
	const account = accounts.get(key) ?? new Account();
	accounts.set(key, account);
	return account;
}
