import type { ServiceAccess } from './credential';
import { fingerprintOf } from './fingerprint';
import type { KeyState } from './keyState';
import { KeyStates, replaceToken } from './keyState';
import { lookForStored } from './storedToken';

/** How long a key that was just refused for an endpoint is taken not to have its scope, in milliseconds. */
const SCOPE_REFUSAL_HOLDS_MS = 30_000;
/** Fetched tokens that are refused before that is a missing scope: a login of another process may have ended the first. */
const REFUSED_TOKENS = 2;

/** The request that a token is needed for. */
export interface TokenRequest {
	/** Address, account and key it is sent with, where they have been read and digested already: by our own nodes. */
	access?: ServiceAccess;
	/** The tokens it has been sent with, each answered by a 401. */
	refused?: ReadonlySet<string>;
	/** True when a token from memory will not do, as the credential test has to ask the service. */
	mustExchange?: boolean;
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

	/** True while another fresh token would not help: the key was refused for `endpoint` with fresh ones just now. */
	isRefused(access: ServiceAccess, endpoint: string): boolean {
		const { tokens, at } = this.stateOf(access).refused.get(endpoint) ?? { at: 0 };
		return tokens?.size === REFUSED_TOKENS && Date.now() - at < SCOPE_REFUSAL_HOLDS_MS;
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
		if (!this.isRefused(access, endpoint)) {
			state.look ??= lookForStored({ access, state, refused, readStored });
			await state.look.finally(() => (state.look = undefined));
			if (this.after(access, refused) !== '') return true;
			noteRefused(state, endpoint);
		}
		return state.inFlight !== undefined || !this.isRefused(access, endpoint);
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

		const used = ownTokenOf(access);
		const { refused = new Set(used === '' ? [] : [used]) } = request;
		const token = await this.startExchange(state, refused, exchange);
		if (!request.refused && used !== '') state.renewedForOthersAt = Date.now();
		return { token, source: 'exchange' };
	}

	/** The newest token, if it may serve the request. */
	private remembered(
		access: ServiceAccess,
		{ refused, mustExchange }: TokenRequest,
	): string | undefined {
		const { newest, superseded, renewedForOthersAt = 0 } = this.stateOf(access);
		if (mustExchange) return undefined;
		if (refused) return newest !== undefined && refused.has(newest) ? undefined : newest;
		const used = ownTokenOf(access);
		const isReplaced = used === '' || superseded.has(used);
		// n8n's HTTP Request node asks for a new token after any failing status.
		const isRenewed = Date.now() - renewedForOthersAt < SCOPE_REFUSAL_HOLDS_MS;
		return isReplaced || isRenewed ? newest : undefined;
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
			state.fetchedAt = Date.now();
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

/** Only a token that this process has fetched was certainly good for something. */
function noteRefused({ newest, fetchedAt, allowed, refused }: KeyState, endpoint: string): void {
	if (newest === undefined || fetchedAt === undefined || allowed.has(endpoint)) return;
	const now = Date.now();
	const known = refused.get(endpoint);
	const tokens =
		known && now - known.at < SCOPE_REFUSAL_HOLDS_MS ? known.tokens : new Set<string>();
	if (tokens.size < REFUSED_TOKENS) refused.set(endpoint, { tokens: tokens.add(newest), at: now });
}

/** The stored token, or an empty string when it belongs to another address, account or key. */
function ownTokenOf(access: ServiceAccess): string {
	return access.accessTokenFingerprint === fingerprintOf(access) ? access.accessToken : '';
}
