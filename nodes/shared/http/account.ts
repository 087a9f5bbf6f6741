import { Throttle } from './throttle';
import { Tokens } from './tokens';

const MOST_ACCOUNTS = 100;

/** What this process knows of an account, whichever execution uses it: n8n loads this module once. */
interface Account {
	throttle: Throttle;
	tokens: Tokens;
}

const accounts = new Map<string, Account>();

/**
 * What is known of the account with this key (see `accessOf`). Ask anew each time: of the idle accounts, the one unused
 * for longest is forgotten.
 */
export function knownAccount(key: string): Account {
	const account = accounts.get(key) ?? { throttle: new Throttle(), tokens: new Tokens() };
	accounts.delete(key);
	const isFull = accounts.size >= MOST_ACCOUNTS;
	const oldest = [...(isFull ? accounts : [])].find(([, { throttle }]) => throttle.isIdle);
	if (oldest) accounts.delete(oldest[0]);
	accounts.set(key, account);
	return account;
}
