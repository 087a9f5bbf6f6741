import type { ServiceAccess } from './credential';
import { fingerprintOf } from './fingerprint';

/** How long a key that was just refused for an endpoint is taken not to have its scope, in milliseconds. */
const SCOPE_REFUSAL_HOLDS_MS = 30_000;
const MAX_KEYS = 100;
const MAX_SUPERSEDED = 50;
/** HTTP Request nodes may call any number of addresses. */
const MAX_ENDPOINTS = 100;

/** What this process knows about the tokens of one address, account and key. */
interface KeyState {
	/** The token of the last exchange in this process. */
	newest?: string;
	/** The exchange under way, which everyone who needs a token joins. */
	inFlight?: Promise<string>;
	/** Tokens that `newest` has replaced. */
	superseded: Set<string>;
	/** Endpoints this key was allowed to call at least once. */
	allowed: Set<string>;
	/** Endpoints for which a new token was fetched after a refusal, and when (epoch milliseconds). */
	refused: Map<string, number>;
}

/** The request that a token is needed for. */
export interface TokenRequest {
	/** Method and path that answered 401, where known; scopes are per endpoint. */
	endpoint?: string;
	/** Address, account and key it is sent with, where they have been read and digested already. */
	access?: ServiceAccess;
	/** True when a token from memory will not do, as the credential test has to ask the service. */
	mustExchange?: boolean;
}

/**
 * The tokens in use in this process. n8n calls `preAuthentication` without any lock and without a clock,
 * once for every request that finds no token or gets a 401. This keeps it to one exchange:
 * those who ask meanwhile join it, those who come late get its result, and a key that lacks the scope
 * for an endpoint does not fetch token after token (scopes are fixed per key, SERVICE-API.md section 5).
 */
export class AccessTokens {
	private readonly keys = new Map<string, KeyState>();

	/** The token to send: the stored one, unless it belongs to something else or was replaced meanwhile. */
	current(access: ServiceAccess): string {
		const { newest = '', superseded } = this.stateOf(access);
		const stored = ownTokenOf(access);
		return stored === '' || superseded.has(stored) ? newest : stored;
	}

	/** All tokens this process has had: those that were replaced may still be valid, and belong into no text. */
	issued(access: ServiceAccess): string[] {
		const { newest = '', superseded } = this.stateOf(access);
		return [...superseded, newest].filter((token) => token !== '');
	}

	/** Notes that the service let `endpoint` through, so a later 401 there is about the token. */
	noteAllowed(access: ServiceAccess, endpoint: string): void {
		const state = this.stateOf(access);
		state.allowed.add(endpoint);
		state.refused.delete(endpoint);
	}

	/** True while a fresh token would not help: the key was refused for `endpoint` with one just now. */
	isRefused(access: ServiceAccess, endpoint: string): boolean {
		const refusedAt = this.stateOf(access).refused.get(endpoint);
		return refusedAt !== undefined && Date.now() - refusedAt < SCOPE_REFUSAL_HOLDS_MS;
	}

	/**
	 * Gives a token to a request that has none or whose token was refused.
	 *
	 * @param access holds the token the request was sent with, if any
	 * @param exchange fetches a new token
	 * @returns the token, and whether it comes from an exchange that was under way during this call
	 */
	async renew(
		access: ServiceAccess,
		{ endpoint, mustExchange }: TokenRequest,
		exchange: () => Promise<string>,
	): Promise<{ token: string; isFresh: boolean }> {
		const state = this.stateOf(access);
		if (state.inFlight) return { token: await state.inFlight, isFresh: true };

		const used = ownTokenOf(access);
		if (state.newest && !mustExchange) {
			const isReplaced = used === '' || state.superseded.has(used);
			if (isReplaced || (endpoint && this.isRefused(access, endpoint))) {
				return { token: state.newest, isFresh: false };
			}
		}
		const token = await this.startExchange(state, used, exchange);
		if (used !== '' && endpoint && !state.allowed.has(endpoint)) {
			state.refused.delete(endpoint);
			state.refused.set(endpoint, Date.now());
			dropOldest(state.refused, MAX_ENDPOINTS);
		}
		return { token, isFresh: true };
	}

	private async startExchange(
		state: KeyState,
		used: string,
		exchange: () => Promise<string>,
	): Promise<string> {
		state.inFlight = exchange();
		try {
			const token = await state.inFlight;
			for (const old of [used, state.newest]) if (old) state.superseded.add(old);
			state.superseded.delete(token);
			dropOldest(state.superseded, MAX_SUPERSEDED);
			state.newest = token;
			return token;
		} finally {
			state.inFlight = undefined;
		}
	}

	private stateOf(access: ServiceAccess): KeyState {
		const fingerprint = fingerprintOf(access);
		const state = this.keys.get(fingerprint) ?? {
			superseded: new Set(),
			allowed: new Set(),
			refused: new Map(),
		};
		this.keys.delete(fingerprint);
		this.keys.set(fingerprint, state);
		dropOldest(this.keys, MAX_KEYS);
		return state;
	}
}

/** One for the process: n8n loads this module once, for the credential and for every node. */
export const accessTokens = new AccessTokens();

/** The stored token, or an empty string when it belongs to another address, account or key. */
function ownTokenOf(access: ServiceAccess): string {
	return access.accessTokenFingerprint === fingerprintOf(access) ? access.accessToken : '';
}

function dropOldest(entries: Map<string, unknown> | Set<string>, keep: number): void {
	for (const key of entries.keys()) {
		if (entries.size <= keep) return;
		entries.delete(key);
	}
}
