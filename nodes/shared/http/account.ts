/** What this process knows of each account, by its fingerprint, whichever execution uses it: n8n loads a module once. */
export function perAccount<State>(create: () => State): (account: string) => State {
	const states = new Map<string, State>();
	return (account) => {
		const state = states.get(account) ?? create();
		states.set(account, state);
		return state;
	};
}
