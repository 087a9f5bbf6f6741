import type { ServiceAccess } from './credential';
import { fingerprintOf } from './fingerprint';
import type { KeyState } from './keyState';
import { dropOldest, KeyStates, replaceToken } from './keyState';
import { isStoreCheckDue, isStoredOver, lookForStored } from './storedToken';

/** How long a key that was just refused for an endpoint is taken not to have its scope, in milliseconds. */
const SCOPE_REFUSAL_HOLDS_MS = 30_000;
/** HTTP Request nodes may call any number of addresses. */
const MAX_ENDPOINTS = 100;

/** The request that a token is needed for. */
export interface TokenRequest {
	/** Method and path that answered 401, where known; scopes are per endpoint. */
	endpoint?: string;
	/** Address, account and key it is sent with, where they have been read and digested already: by our own nodes. */
	access?: ServiceAccess;
	/** The tokens it has been sent with, each answered by a 401. */
	refused?: ReadonlySet<string>;
	/** True when a token from memory will not do, as the credential test has to ask the service. */
	mustExchange?: boolean;
	/** True when n8n is only to store the newest token once more, and nothing is sent. */
	mustStore?: boolean;
}

/** A token, and where it comes from: known before, of an exchange that someone else has begun, or of one's own. */
export interface GivenToken {
	token: string;
	source: 'memory' | 'neighbour' | 'exchange';
}

/**
 * The tokens in use in this process. n8n asks for one, without a lock, for every request that has none: those who ask during
 * an exchange join it, those who come late get its result, and a key that lacks the scope for an endpoint does not fetch
 * token after token (scopes are fixed per key, SERVICE-API.md section 5).
 */
export class AccessTokens {
	private readonly keys = new KeyStates();

	/** The token to send: the stored one, unless it belongs to something else or was replaced meanwhile. */
	current(access: ServiceAccess): string {
		const { newest = '', superseded } = this.stateOf(access);
		const stored = ownTokenOf(access);
		return stored === '' || superseded.has(stored) ? newest : stored;
	}

	/** The token to send after others were refused; empty when an exchange has to bring it. */
	after(access: ServiceAccess, refused: ReadonlySet<string>): string {
		const { newest = '' } = this.stateOf(access);
		return refused.has(newest) ? '' : newest;
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
	 * Whether a request should be sent once more with another token after `refused` were refused for `endpoint`: there is
	 * one that another process has stored or a neighbour has fetched, or an exchange may help.
	 *
	 * @param readStored reads the credential as n8n has it stored now
	 */
	async isWorthAnother(
		access: ServiceAccess,
		endpoint: string,
		refused: ReadonlySet<string>,
		readStored: () => Promise<ServiceAccess>,
	): Promise<boolean> {
		const state = this.stateOf(access);
		if (this.after(access, refused) !== '') return true;
		const isKnown = this.isRefused(access, endpoint) && state.searchedFor === state.newest;
		if (!isKnown) {
			const isAllowed = state.allowed.has(endpoint);
			state.search ??= lookForStored({ access, state, refused, isAllowed, readStored });
			await state.search.finally(() => (state.search = undefined));
		}
		const mayHelp = state.inFlight !== undefined || !this.isRefused(access, endpoint);
		return mayHelp || this.after(access, refused) !== '';
	}

	/** True a few times in the first moments of a token that the service has just taken, if this process has fetched it. */
	mayBeStoredOver(access: ServiceAccess, token: unknown): boolean {
		const state = this.stateOf(access);
		return token === state.newest && isStoreCheckDue(state);
	}

	/**
	 * Whether another token than that one is stored by now. Another process that logged in at the same instant may have stored
	 * its own one later, although the service has ended it.
	 *
	 * @param readStored reads the credential as n8n has it stored now
	 */
	async isStoredOver(
		access: ServiceAccess,
		readStored: () => Promise<ServiceAccess>,
	): Promise<boolean> {
		return await isStoredOver({ access, state: this.stateOf(access), readStored });
	}

	/** Gives a token to a request that has none or whose token was refused. `exchange` fetches a new one. */
	async renew(
		access: ServiceAccess,
		request: TokenRequest,
		exchange: () => Promise<string>,
	): Promise<GivenToken> {
		const state = this.stateOf(access);
		if (state.inFlight) return { token: await state.inFlight, source: 'neighbour' };
		const remembered = this.remembered(access, request);
		if (remembered) return { token: remembered, source: 'memory' };

		const { endpoint, refused = ownTokensOf(access) } = request;
		const token = await this.startExchange(state, refused, exchange);
		if (refused.size > 0 && endpoint && !state.allowed.has(endpoint)) {
			state.refused.delete(endpoint);
			state.refused.set(endpoint, Date.now());
			dropOldest(state.refused, MAX_ENDPOINTS);
		}
		return { token, source: 'exchange' };
	}

	/** The newest token, if it may serve the request. */
	private remembered(
		access: ServiceAccess,
		{ endpoint, refused, mustExchange }: TokenRequest,
	): string | undefined {
		const { newest, superseded } = this.stateOf(access);
		if (mustExchange) return undefined;
		if (refused) return newest !== undefined && refused.has(newest) ? undefined : newest;
		const used = ownTokenOf(access);
		const isReplaced = used === '' || superseded.has(used);
		return isReplaced || (endpoint && this.isRefused(access, endpoint)) ? newest : undefined;
	}

	private async startExchange(
		state: KeyState,
		refused: ReadonlySet<string>,
		exchange: () => Promise<string>,
	): Promise<string> {
		state.inFlight = exchange();
		try {
			const token = await state.inFlight;
			replaceToken(state, refused, token);
			state.storeChecks = 0;
			state.searchedFor = undefined;
			return token;
		} finally {
			state.inFlight = undefined;
		}
	}

	private stateOf(access: ServiceAccess): KeyState {
		return this.keys.of(fingerprintOf(access));
	}
}

/** One for the process: n8n loads this module once, for the credential and for every node. */
export const accessTokens = new AccessTokens();

/** The stored token, or an empty string when it belongs to another address, account or key. */
function ownTokenOf(access: ServiceAccess): string {
	return access.accessTokenFingerprint === fingerprintOf(access) ? access.accessToken : '';
}

function ownTokensOf(access: ServiceAccess): ReadonlySet<string> {
	const token = ownTokenOf(access);
	return new Set(token === '' ? [] : [token]);
}
