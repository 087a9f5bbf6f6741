/**
 * What this process knows of each account, whichever execution uses it. n8n loads a module once. An entry is small, and there is
 * one per account and key that was ever used.
 *
 * @returns gives what belongs to the fingerprint of an account: of its address, account ID and key
 */
export function perAccount<State>(create: () => State): (account: string) => State {
	const states = new Map<string, State>();
	return (account) => {
		const state = states.get(account) ?? create();
		states.set(account, state);
		return state;
	};
}
