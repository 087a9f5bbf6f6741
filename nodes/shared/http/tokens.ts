import { perAccount } from './account';
import type { ResponseClass } from './classify';
import type { NotSent } from './reply';
import { clock, pause } from './wait';

/** Per request: a login of another process may end the token of the first before it is used. */
const MOST_LOGINS = 2;
/** How long a 401 after that is the answer, as a missing scope is, and no login is made for it. */
const IN_VAIN_MS = 30_000;
/** A younger token may have been ended by a process that has logged in at the same time, and has this long to store its own. */
const JUST_FETCHED_MS = 10_000;
const STORING_MS = 1_000;
const MOST_REPLACED = 50;

/** Who asks for a token in place of those that were refused. */
export interface TokenNeed {
	/** The Test button has to ask the service; n8n's HTTP Request node asks after any failing status. */
	by: 'ourNode' | 'testButton' | 'httpRequestNode';
	refused: ReadonlySet<string>;
}

interface TokenRequest {
	/** Method and path without the ID: what a scope is granted for. */
	endpoint: string;
	stored: string;
	readStored: () => Promise<string>;
	signal?: AbortSignal;
}

/**
 * The tokens of one account in this process. The one rule: after a 401, another token that is known or stored by now is tried;
 * else one exchange serves all; where that has not helped twice, the 401 is the answer, for half a minute. Times are
 * those of `clock`.
 */
export class Tokens {
	/** The token of the last exchange, or a later one of another process that was found stored. */
	private newest = '';
	private fetchedAt = -Infinity;
	/** Tokens before that: they may still be valid, and belong into no text. */
	private replaced: string[] = [];
	/** The exchange, and the look at what is stored, that are under way: whoever needs one joins. */
	private exchange?: Promise<string | NotSent>;
	private look?: Promise<void>;
	/** Until when a 401 is the answer, by endpoint. */
	private readonly inVain = new Map<string, number>();
	/** When n8n's HTTP Request node last had a refused token replaced. */
	private renewedForOthersAt = -Infinity;

	get issued(): string[] {
		return [...this.replaced, this.newest];
	}

	/**
	 * Sends a request with a token, and again with another one when that was refused: a 401 means that nothing was done.
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
			if (tried.response.signal !== 'tokenRefused') return tried;
			refused.add(tried.token);
			if (request.signal?.aborted || !(await this.mayTryAgain(request, refused, logins)))
				return tried;
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
			if (typeof token !== 'string') return { token, isNew: true };
			this.replace(token, need.refused);
			this.fetchedAt = clock();
			const isRenewal = need.by === 'httpRequestNode' && !need.refused.has('');
			if (isRenewal) this.renewedForOthersAt = this.fetchedAt;
			return { token, isNew: true };
		} finally {
			this.exchange = undefined;
		}
	}

	private mayServe({ by, refused }: TokenNeed): boolean {
		if (this.newest === '' || by === 'testButton') return false;
		if (by === 'ourNode') return !refused.has(this.newest);
		const areOld = [...refused].every((token) => token === '' || this.replaced.includes(token));
		return areOld || clock() - this.renewedForOthersAt < IN_VAIN_MS;
	}

	/** The token to send next after these were refused; blank when an exchange has to bring it. */
	private next(stored: string, refused: ReadonlySet<string>): string {
		const candidates = this.replaced.includes(stored) ? [this.newest] : [stored, this.newest];
		return candidates.find((token) => token !== '' && !refused.has(token)) ?? '';
	}

	private async mayTryAgain(
		request: TokenRequest,
		refused: ReadonlySet<string>,
		logins: number,
	): Promise<boolean> {
		const { endpoint, stored } = request;
		if (this.next(stored, refused) !== '') return true;
		const until = this.inVain.get(endpoint) ?? -Infinity;
		if (clock() < until) return this.exchange !== undefined;
		this.look ??= this.lookForStored(request, refused);
		await this.look.finally(() => (this.look = undefined));
		if (this.next(stored, refused) !== '') return true;
		if (logins < MOST_LOGINS) return true;
		this.inVain.set(endpoint, clock() + IN_VAIN_MS);
		return false;
	}

	/** Takes over a token that another n8n process has stored meanwhile: its login has ended ours at some services. */
	private async lookForStored(
		{ readStored }: TokenRequest,
		refused: ReadonlySet<string>,
	): Promise<void> {
		const { newest } = this;
		if (clock() - this.fetchedAt < JUST_FETCHED_MS) await pause(STORING_MS);
		const token = await readStored();
		const isChanged = this.newest !== newest || this.exchange !== undefined;
		if (token === '' || isChanged || refused.has(token) || this.replaced.includes(token)) return;
		this.replace(token, refused);
		this.fetchedAt = -Infinity;
	}

	private replace(token: string, refused: ReadonlySet<string>): void {
		const old = [...this.replaced, ...refused, this.newest];
		// A service may hand out the same one again.
		const replaced = new Set(old.filter((each) => each !== '' && each !== token));
		this.replaced = [...replaced].slice(-MOST_REPLACED);
		this.newest = token;
	}
}

export const tokensOf = perAccount(() => new Tokens());
