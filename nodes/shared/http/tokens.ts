import type { ServiceAccess } from '../credential/access';
import { accountOf } from '../credential/access';
import { BoundedMap } from './boundedMap';
import { pause } from './wait';

const MAX_ACCOUNTS = 100;
const MOST_REPLACED = 50;
/** A token fetched as lately as this may have been ended by another process that has logged in just then, in milliseconds. */
const JUST_FETCHED_MS = 5_000;
/** How long another process may take to store the token that it was given in the same instant, in milliseconds. */
const STORING_MS = 1_000;
/** How long a key that was just refused for an endpoint is taken not to have its scope, in milliseconds. */
const SCOPE_REFUSAL_MS = 30_000;
/** Logins of one request after which a 401 is a missing scope: another process may have ended the token of the first. */
const LOGINS_IN_VAIN = 2;

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

/** A request that was answered by a 401. */
export interface RefusedRequest {
	endpoint: string;
	/** The tokens it was sent with. */
	refused: ReadonlySet<string>;
	/** How many of them were fetched for it. */
	logins: number;
}

/** What this process knows about the tokens of an account. */
interface AccountTokens {
	/** The token of the last exchange in this process, or one of another process that was found stored. */
	newest: string;
	/** When this process has fetched `newest`, in epoch milliseconds; 0 where another one has stored it. */
	fetchedAt: number;
	/** Tokens that `newest` has replaced: they may still be valid, and belong into no text. */
	replaced: string[];
	/** The exchange under way, which everyone who needs a token joins. */
	exchange?: Promise<string>;
	/** The look at what is stored under way, which everyone whose token was refused joins. */
	look?: Promise<void>;
	/** Endpoints the key was allowed to call at least once: a later 401 there is the end of the token. */
	allowed: Set<string>;
	/** When it was found to lack the scope for others, in epoch milliseconds. */
	lacking: Map<string, number>;
	/** When a token was last fetched after a refusal of n8n's HTTP Request node, in epoch milliseconds. */
	renewedForOthersAt: number;
}

/**
 * The tokens in use in this process: from memory, stored by another process, or of an exchange, of which there is one at a time
 * for each account.
 */
export class Tokens {
	private readonly accounts = new BoundedMap<AccountTokens>(MAX_ACCOUNTS, () => ({
		newest: '',
		fetchedAt: 0,
		replaced: [],
		allowed: new Set(),
		lacking: new Map(),
		renewedForOthersAt: 0,
	}));

	/** The token to send next after these were refused; blank when an exchange has to bring it. */
	next(access: ServiceAccess, refused: ReadonlySet<string>): string {
		const { newest, replaced } = this.of(access);
		const stored = storedTokenOf(access);
		const candidates = replaced.includes(stored) ? [newest] : [stored, newest];
		return candidates.find((token) => token !== '' && !refused.has(token)) ?? '';
	}

	/** All tokens this process has had. */
	issued(access: ServiceAccess): string[] {
		const { newest, replaced } = this.of(access);
		return [...replaced, newest].filter((token) => token !== '');
	}

	/** The service let `endpoint` through. */
	markAllowed(access: ServiceAccess, endpoint: string): void {
		const { allowed, lacking } = this.of(access);
		allowed.add(endpoint);
		lacking.delete(endpoint);
	}

	/**
	 * Whether a request should be sent once more with another token after a 401: there is one that another process has stored or
	 * a neighbour has fetched, or an exchange may help.
	 *
	 * @param readStored reads the credential as n8n has it stored now
	 */
	async isWorthAnother(
		access: ServiceAccess,
		{ endpoint, refused, logins }: RefusedRequest,
		readStored: () => Promise<ServiceAccess>,
	): Promise<boolean> {
		const account = this.of(access);
		const lacksScope = (): boolean =>
			Date.now() - (account.lacking.get(endpoint) ?? 0) < SCOPE_REFUSAL_MS;
		if (this.next(access, refused) !== '') return true;
		if (!lacksScope()) {
			account.look ??= this.lookForStored(access, refused, readStored);
			await account.look.finally(() => (account.look = undefined));
			if (this.next(access, refused) !== '') return true;
			const isInVain = logins >= LOGINS_IN_VAIN && !account.allowed.has(endpoint);
			if (isInVain) account.lacking.set(endpoint, Date.now());
		}
		return account.exchange !== undefined || !lacksScope();
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

		const used = storedTokenOf(access);
		account.exchange = exchange();
		try {
			const token = await account.exchange;
			replaceToken(account, token, need.by === 'node' ? need.refused : [used]);
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
		const used = storedTokenOf(access);
		const isReplaced = used === '' || replaced.includes(used);
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
		const token = accountOf(stored) === accountOf(access) ? storedTokenOf(stored) : '';
		const isChanged = account.newest !== newest || account.exchange !== undefined;
		if (token === '' || isChanged || refused.has(token) || account.replaced.includes(token)) return;
		replaceToken(account, token, refused);
		account.fetchedAt = 0;
	}

	private of(access: ServiceAccess): AccountTokens {
		return this.accounts.of(accountOf(access));
	}
}

/** One for the process: n8n loads this module once, for the credential and for every node. */
export const tokens = new Tokens();

function replaceToken(account: AccountTokens, token: string, refused: Iterable<string>): void {
	const old = [...account.replaced, ...refused, account.newest];
	// A service may hand out the same one again.
	const replaced = new Set(old.filter((each) => each !== '' && each !== token));
	account.replaced = [...replaced].slice(-MOST_REPLACED);
	account.newest = token;
}

/** The stored token, or blank when it belongs to another address, account or key. */
function storedTokenOf(access: ServiceAccess): string {
	return access.accessTokenFingerprint === accountOf(access) ? access.accessToken : '';
}
