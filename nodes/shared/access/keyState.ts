const MAX_KEYS = 100;
const MAX_SUPERSEDED = 50;

/** What this process knows about the tokens of one address, account and key. */
export interface KeyState {
	/** The token of the last exchange in this process, or one of another process that was found stored. */
	newest?: string;
	/** When `newest` came to this process (epoch milliseconds). */
	newestSince?: number;
	/** How often it was looked whether `newest` is stored; absent where another process has stored it. */
	storeChecks?: number;
	/** The exchange under way, which everyone who needs a token joins. */
	inFlight?: Promise<string>;
	/** The look at the store under way, which everyone whose token was refused joins. */
	search?: Promise<void>;
	/** The token of the last search that found no other one. */
	searchedFor?: string;
	/** Tokens that `newest` has replaced. */
	superseded: Set<string>;
	/** Endpoints this key was allowed to call at least once. */
	allowed: Set<string>;
	/** Endpoints for which a new token was fetched after a refusal, and when (epoch milliseconds). */
	refused: Map<string, number>;
}

/** What is known of each address, account and key; a process that runs for months does not keep all it has seen. */
export class KeyStates {
	private readonly states = new Map<string, KeyState>();

	/** What is known of the one with this fingerprint, which is the last to be forgotten now. */
	of(fingerprint: string): KeyState {
		const state = this.states.get(fingerprint) ?? {
			superseded: new Set(),
			allowed: new Set(),
			refused: new Map(),
		};
		this.states.delete(fingerprint);
		this.states.set(fingerprint, state);
		dropOldest(this.states, MAX_KEYS);
		return state;
	}
}

/** Puts `token` in the place of those that were refused, and of the newest one. */
export function replaceToken(state: KeyState, refused: ReadonlySet<string>, token: string): void {
	for (const old of [...refused, state.newest]) if (old) state.superseded.add(old);
	// A service may hand out the same one again.
	state.superseded.delete(token);
	dropOldest(state.superseded, MAX_SUPERSEDED);
	state.newest = token;
	state.newestSince = Date.now();
}

/** Forgets the oldest entries, down to `keep`. */
export function dropOldest(entries: Map<string, unknown> | Set<string>, keep: number): void {
	for (const key of entries.keys()) {
		if (entries.size <= keep) return;
		entries.delete(key);
	}
}
