/**
 * What this process knows of each account, by its fingerprint, whichever
 * execution uses it: n8n loads a module once.
 */
export function perAccount<State>(
	create: () => State,
): (accountFingerprint: string) => State {
	const states = new Map<string, State>();
	return (accountFingerprint) => {
		const state = states.get(accountFingerprint) ?? create();
		states.set(accountFingerprint, state);
		return state;
	};
}
