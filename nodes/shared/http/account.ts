import { Throttle } from './throttle';
import { Tokens } from './tokens';

/** What this process knows of an account, whichever execution uses it. */
export interface AccountState {
	throttle: Throttle;
	tokens: Tokens;
}

/** n8n loads this module once. An entry is small, and there is one per account and key that was ever used. */
const accounts = new Map<string, AccountState>();

/** @param fingerprint of address, account ID and key */
export function accountState(fingerprint: string): AccountState {
	const state = accounts.get(fingerprint) ?? { throttle: new Throttle(), tokens: new Tokens() };
	accounts.set(fingerprint, state);
	return state;
}
