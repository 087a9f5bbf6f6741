const MAX_KEYS = 100;
const MAX_SUPERSEDED = 50;

/** What this process knows about the tokens of one address, account and key. */
export interface KeyState {
	/** The token of the last exchange in this process, or one of another process that was found stored. */
	newest?: string;
	/** When this process has fetched `newest` (epoch milliseconds); absent where another one has stored it. */
	fetchedAt?: number;
	/** The exchange under way, which everyone who needs a token joins. */
	inFlight?: Promise<string>;
	/** The look at the store under way, which everyone whose token was refused joins. */
	look?: Promise<void>;
	/** Tokens that `newest` has replaced. */
	superseded: Set<string>;
	/** Endpoints this key was allowed to call at least once. */
	allowed: Set<string>;
	/** When a token was last fetched after a refusal of n8n's HTTP Request node, in epoch milliseconds. */
	renewedForOthersAt?: number;
	/** Endpoints it was not allowed, by the tokens of this process that were refused there. */
	refused: Map<string, Refusal>;
}

/** What a key was refused for. */
interface Refusal {
	tokens: Set<string>;
	/** When the last of them was (epoch milliseconds). */
	at: number;
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
}

/** Forgets the oldest entries, down to `keep`. */
export function dropOldest(entries: Map<string, unknown> | Set<string>, keep: number): void {
	for (const key of entries.keys()) {
		if (entries.size <= keep) return;
		entries.delete(key);
	}
}
