import type { ResponseClass } from './classify';
import type { NotSent } from './reply';
import { Throttle } from './throttle';
import { pause } from './wait';

/** Per request: logins of other processes may end its token. */
const MAX_LOGINS = 3;
/** Per request, including tokens that other processes have stored. */
const MAX_TOKENS = 8;
/** After so many logins a 401 means a missing scope; after one, another process may have ended the token. */
const LOGINS_IN_VAIN = 2;
/** How long a missing scope is taken to be missing, in milliseconds. */
const SCOPE_REFUSAL_MS = 30_000;
/** A younger token may have been ended by another process that has logged in at the same time. */
const JUST_FETCHED_MS = 5_000;
/** How long that process may take to store its token. */
const STORING_MS = 1_000;
const MOST_REPLACED = 50;

export interface TokenNeed {
	/** The Test button has to ask the service; n8n's HTTP Request node asks for a new token after any failing status. */
	by: 'ourNode' | 'testButton' | 'httpRequestNode';
	refused: ReadonlySet<string>;
}

interface TokenRequest {
	endpoint: string;
	stored: string;
	readStored: () => Promise<string>;
	signal?: AbortSignal;
}

/** The tokens of one account in this process; there is one exchange at a time. */
export class Tokens {
	/** The token of the last exchange in this process, or one of another process that was found stored. */
	private newest = '';
	/** In epoch milliseconds, as all times; 0 where another process has stored it. */
	private fetchedAt = 0;
	/** Tokens before that: they may still be valid, and belong into no text. */
	private replaced: string[] = [];
	/** The exchange that is under way, and the look at what is stored: whoever needs one joins. */
	private exchange?: Promise<string | NotSent>;
	private look?: Promise<void>;
	/** By endpoint: `allowed` if it ever was, so that a 401 there is the end of the token; else since when its scope is missing. */
	private readonly scopes = new Map<string, 'allowed' | number>();
	/** When n8n's HTTP Request node last had a refused token replaced. */
	private renewedForOthersAt = 0;

	get issued(): string[] {
		return [...this.replaced, this.newest];
	}

	/**
	 * Sends a request with a token, and again with another one when that was refused, as a 401 means that nothing was done.
	 * `trySend` is given the token, or a blank one where it has to log in, and the tokens that were refused.
	 */
	async send<Try extends { response: ResponseClass; token: string }>(
		request: TokenRequest,
		trySend: (token: string, refused: ReadonlySet<string>) => Promise<Try>,
	): Promise<Try> {
		const refused = new Set<string>();
		for (let logins = 0; ; ) {
			const token = this.next(request.stored, refused);
			if (token === '') logins++;
			const tried = await trySend(token, refused);
			const { signal } = tried.response;
			if (signal === 'allowed') this.scopes.set(request.endpoint, 'allowed');
			if (signal !== 'tokenRefused') return tried;
			refused.add(tried.token);
			const isEnough = logins === MAX_LOGINS || refused.size === MAX_TOKENS;
			if (isEnough || request.signal?.aborted) return tried;
			if (!(await this.isWorthAnother(request, refused, logins))) return tried;
		}
	}

	/** Gives a token to whoever has none, or whose token was refused; it is new where this request has called `exchange`. */
	async renew(
		need: TokenNeed,
		exchange: () => Promise<string | NotSent>,
	): Promise<{ token: string | NotSent; isNew: boolean }> {
		if (this.exchange) return { token: await this.exchange, isNew: false };
		if (this.mayServe(need)) return { token: this.newest, isNew: false };
		this.exchange = exchange();
		try {
			const token = await this.exchange;
			if (typeof token === 'string') {
				this.replace(token, need.refused, Date.now());
				const isRenewal = need.by === 'httpRequestNode' && !need.refused.has('');
				if (isRenewal) this.renewedForOthersAt = this.fetchedAt;
			}
			return { token, isNew: true };
		} finally {
			this.exchange = undefined;
		}
	}

	private mayServe({ by, refused }: TokenNeed): boolean {
		if (this.newest === '' || by === 'testButton') return false;
		if (by === 'ourNode') return !refused.has(this.newest);
		const areOld = [...refused].every((token) => token === '' || this.replaced.includes(token));
		return areOld || Date.now() - this.renewedForOthersAt < SCOPE_REFUSAL_MS;
	}

	/** The token to send next after these were refused; blank when an exchange has to bring it. */
	private next(stored: string, refused: ReadonlySet<string>): string {
		const candidates = this.replaced.includes(stored) ? [this.newest] : [stored, this.newest];
		return candidates.find((token) => token !== '' && !refused.has(token)) ?? '';
	}

	private async isWorthAnother(
		request: TokenRequest,
		refused: ReadonlySet<string>,
		logins: number,
	): Promise<boolean> {
		const { endpoint, stored } = request;
		const isKnown = (): boolean => this.next(stored, refused) !== '';
		const lacksScope = (): boolean => {
			const since = this.scopes.get(endpoint);
			return typeof since === 'number' && Date.now() - since < SCOPE_REFUSAL_MS;
		};
		if (isKnown()) return true;
		if (!lacksScope()) {
			this.look ??= this.lookForStored(request, refused);
			await this.look.finally(() => (this.look = undefined));
			if (isKnown()) return true;
			const isInVain = logins >= LOGINS_IN_VAIN && this.scopes.get(endpoint) !== 'allowed';
			if (isInVain) this.scopes.set(endpoint, Date.now());
		}
		return this.exchange !== undefined || !lacksScope();
	}

	/** Takes over a token that another n8n process has stored meanwhile: its login has ended ours at some services. */
	private async lookForStored(
		{ readStored }: TokenRequest,
		refused: ReadonlySet<string>,
	): Promise<void> {
		const { newest } = this;
		if (Date.now() - this.fetchedAt < JUST_FETCHED_MS) await pause(STORING_MS);
		const token = await readStored();
		const isChanged = this.newest !== newest || this.exchange !== undefined;
		if (token === '' || isChanged || refused.has(token) || this.replaced.includes(token)) return;
		this.replace(token, refused, 0);
	}

	private replace(token: string, refused: ReadonlySet<string>, fetchedAt: number): void {
		const old = [...this.replaced, ...refused, this.newest];
		// A service may hand out the same one again.
		const replaced = new Set(old.filter((each) => each !== '' && each !== token));
		this.replaced = [...replaced].slice(-MOST_REPLACED);
		this.newest = token;
		this.fetchedAt = fetchedAt;
	}
}

/** What this process knows of each account, whichever execution uses it: n8n loads this module once. */
const accounts = new Map<string, { throttle: Throttle; tokens: Tokens }>();

export function knownAccount(key: string): { throttle: Throttle; tokens: Tokens } {
	const account = accounts.get(key) ?? { throttle: new Throttle(), tokens: new Tokens() };
	accounts.set(key, account);
	return account;
}
