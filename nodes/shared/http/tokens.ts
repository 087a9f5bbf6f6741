import type { ServiceAccess } from '../credential/access';
import { accountOf } from '../credential/access';
import { BoundedMap } from './boundedMap';
import { pause } from './wait';

const MAX_ACCOUNTS = 100;
const MAX_REPLACED = 50;
/** A token fetched as lately as this may have been ended by another process that has logged in just then, in milliseconds. */
const JUST_FETCHED_MS = 5_000;
/** How long another process may take to store the token that it was given in the same instant, in milliseconds. */
const STORING_MS = 500;
/** How long a key that was just refused for an endpoint is taken not to have its scope, in milliseconds. */
const SCOPE_REFUSAL_MS = 30_000;
/** Fetched tokens that are refused before that counts as a missing scope: another process may have ended the first. */
const REFUSED_TOKENS = 2;

/** Who needs a token. Scopes are per endpoint, which only our own nodes tell. */
export type TokenNeed =
	/** Our own nodes, which have sent a request with these tokens in vain. */
	| { by: 'node'; refused: ReadonlySet<string> }
	/** The Test button, which has to ask the service. */
	| { by: 'test' }
	/** n8n's HTTP Request node, which asks for a new token after any failing status. */
	| { by: 'otherNode' };

/** A token, and where it comes from: known before, of an exchange that someone else has begun, or of one's own. */
export interface GivenToken {
	token: string;
	source: 'memory' | 'neighbour' | 'exchange';
}

/** What this process knows about the tokens of an account. */
class AccountTokens {
	/** The token of the last exchange in this process, or one of another process that was found stored. */
	newest = '';
	/** When this process has fetched `newest`, in epoch milliseconds; 0 where another one has stored it. */
	fetchedAt = 0;
	/** Tokens that `newest` has replaced: they may still be valid, and belong into no text. */
	readonly replaced = new BoundedMap<true>(MAX_REPLACED, () => true);
	/** The exchange under way, which everyone who needs a token joins. */
	exchange?: Promise<string>;
	/** The look at what is stored under way, which everyone whose token was refused joins. */
	look?: Promise<void>;
	/** Endpoints the key was allowed to call at least once: a later 401 there is the end of the token. */
	readonly allowed = new Set<string>();
	/** The fetched tokens that were refused for other endpoints, and when the last of them was, in epoch milliseconds. */
	readonly refused = new Map<string, { tokens: Set<string>; at: number }>();
	/** When a token was last fetched after a refusal of n8n's HTTP Request node, in epoch milliseconds. */
	renewedForOthersAt = 0;

	replaceBy(token: string, refused: Iterable<string>): void {
		for (const old of [...refused, this.newest]) if (old !== '') this.replaced.of(old);
		// A service may hand out the same one again.
		this.replaced.delete(token);
		this.newest = token;
	}

	/** True while another fresh token would not help: the key was refused for `endpoint` with fresh ones just now. */
	lacksScope(endpoint: string): boolean {
		const { tokens, at } = this.refused.get(endpoint) ?? { at: 0 };
		return tokens?.size === REFUSED_TOKENS && Date.now() - at < SCOPE_REFUSAL_MS;
	}

	/** Only a token that this process has fetched was certainly good for something. */
	addRefusal(endpoint: string): void {
		if (this.fetchedAt === 0 || this.allowed.has(endpoint)) return;
		const known = this.refused.get(endpoint);
		const isOld = known === undefined || Date.now() - known.at > SCOPE_REFUSAL_MS;
		const tokens = isOld ? new Set<string>() : known.tokens;
		if (tokens.size < REFUSED_TOKENS) {
			this.refused.set(endpoint, { tokens: tokens.add(this.newest), at: Date.now() });
		}
	}
}

/**
 * The tokens in use in this process: from memory, stored by another process, or of an exchange, of which there is one at a time
 * for each account.
 */
export class Tokens {
	private readonly accounts = new BoundedMap(MAX_ACCOUNTS, () => new AccountTokens());

	/** The token to send next after these were refused; blank when an exchange has to bring it. */
	next(access: ServiceAccess, refused: ReadonlySet<string>): string {
		const { newest, replaced } = this.of(access);
		const stored = ownTokenOf(access);
		const candidates = replaced.has(stored) ? [newest] : [stored, newest];
		return candidates.find((token) => token !== '' && !refused.has(token)) ?? '';
	}

	/** All tokens this process has had. */
	issued(access: ServiceAccess): string[] {
		const { newest, replaced } = this.of(access);
		return [...replaced.keys(), newest].filter((token) => token !== '');
	}

	/** The service let `endpoint` through. */
	markAllowed(access: ServiceAccess, endpoint: string): void {
		const account = this.of(access);
		account.allowed.add(endpoint);
		account.refused.delete(endpoint);
	}

	/**
	 * Whether a request should be sent once more with another token after a 401: there is one that another process has stored or
	 * a neighbour has fetched, or an exchange may help.
	 *
	 * @param readStored reads the credential as n8n has it stored now
	 */
	async isWorthAnother(
		access: ServiceAccess,
		{ endpoint, refused }: { endpoint: string; refused: ReadonlySet<string> },
		readStored: () => Promise<ServiceAccess>,
	): Promise<boolean> {
		const account = this.of(access);
		if (this.next(access, refused) !== '') return true;
		if (!account.lacksScope(endpoint)) {
			account.look ??= this.lookForStored(access, refused, readStored);
			await account.look.finally(() => (account.look = undefined));
			if (this.next(access, refused) !== '') return true;
			account.addRefusal(endpoint);
		}
		return account.exchange !== undefined || !account.lacksScope(endpoint);
	}

	/** Gives a token to a request that has none or whose token was refused. `exchange` fetches a new one. */
	async renew(
		access: ServiceAccess,
		need: TokenNeed,
		exchange: () => Promise<string>,
	): Promise<GivenToken> {
		const account = this.of(access);
		if (account.exchange) return { token: await account.exchange, source: 'neighbour' };
		const known = this.known(access, need);
		if (known !== '') return { token: known, source: 'memory' };

		const used = ownTokenOf(access);
		account.exchange = exchange();
		try {
			const token = await account.exchange;
			account.replaceBy(token, need.by === 'node' ? need.refused : [used]);
			account.fetchedAt = Date.now();
			if (need.by === 'otherNode' && used !== '') account.renewedForOthersAt = Date.now();
			return { token, source: 'exchange' };
		} finally {
			account.exchange = undefined;
		}
	}

	/** The newest token, if it may serve. */
	private known(access: ServiceAccess, need: TokenNeed): string {
		const { newest, replaced, renewedForOthersAt } = this.of(access);
		if (need.by === 'test') return '';
		if (need.by === 'node') return need.refused.has(newest) ? '' : newest;
		const used = ownTokenOf(access);
		const isReplaced = used === '' || replaced.has(used);
		return isReplaced || Date.now() - renewedForOthersAt < SCOPE_REFUSAL_MS ? newest : '';
	}

	/** Takes over a token that another n8n process has stored meanwhile: its login has ended ours at some services. */
	private async lookForStored(
		access: ServiceAccess,
		refused: ReadonlySet<string>,
		readStored: () => Promise<ServiceAccess>,
	): Promise<void> {
		const account = this.of(access);
		const { newest, fetchedAt } = account;
		if (Date.now() - fetchedAt < JUST_FETCHED_MS) await pause(STORING_MS);
		const stored = await readStored();
		const token = accountOf(stored) === accountOf(access) ? ownTokenOf(stored) : '';
		const isChanged = account.newest !== newest || account.exchange !== undefined;
		if (token === '' || isChanged || refused.has(token) || account.replaced.has(token)) return;
		account.replaceBy(token, refused);
		account.fetchedAt = 0;
	}

	private of(access: ServiceAccess): AccountTokens {
		return this.accounts.of(accountOf(access));
	}
}

/** One for the process: n8n loads this module once, for the credential and for every node. */
export const tokens = new Tokens();

/** The stored token, or blank when it belongs to another address, account or key. */
function ownTokenOf(access: ServiceAccess): string {
	return access.accessTokenFingerprint === accountOf(access) ? access.accessToken : '';
}
