import type { ResponseClass } from './classify';
import type { NotSent } from './reply';
import { clock, pause } from './wait';

/** A token of this age may have ended; a younger one is refused for something else, such as a missing scope. */
const OLD_MS = 10_000;
/** How long no exchange is made after such a refusal. */
const REST_MS = 30_000;
/** How long n8n may take to store a token. */
const STORING_MS = 1_000;
const MAX_REPLACED = 50;

/** Who asks for a token in place of those that were refused. */
export interface TokenNeed {
	/** The Test button has to ask the service; n8n's HTTP Request node asks after any failing status. */
	by: 'ourNode' | 'testButton' | 'httpRequestNode';
	refused: ReadonlySet<string>;
}

interface TokenSource {
	stored: string;
	readStored: () => Promise<string>;
	signal?: AbortSignal;
}

/**
 * The tokens of one account in this process. The one rule: after a 401, another token that is known or stored by now is tried;
 * else, if the refused one is older than ten seconds, one exchange serves all; else the 401 is the answer, and for half a
 * minute no exchange is made. Times are those of `clock`.
 */
export class Tokens {
	/** The token of the last exchange, or a later one of another process that was found stored. */
	private newest = '';
	private exchangedAt = -Infinity;
	/** Tokens before that: they may still be valid, and belong into no text. */
	private replaced: string[] = [];
	/** The exchange, and the look at what is stored, that are under way: whoever needs one joins. */
	private exchange?: Promise<string | NotSent>;
	private look?: Promise<void>;
	private restsUntil = -Infinity;

	get issued(): string[] {
		return [...this.replaced, this.newest];
	}

	/**
	 * Sends a request with a token, and again with another one when that was refused: a 401 means that nothing was done.
	 * `trySend` is given the token, or a blank one where it has to log in, and the tokens that were refused.
	 */
	async send<Try extends { response: ResponseClass; token: string }>(
		source: TokenSource,
		trySend: (token: string, refused: ReadonlySet<string>) => Promise<Try>,
	): Promise<Try> {
		const refused = new Set<string>();
		for (;;) {
			const tried = await trySend(this.next(source.stored, refused), refused);
			if (tried.response.signal !== 'tokenRefused') return tried;
			refused.add(tried.token);
			if (source.signal?.aborted) return tried;
			if (!(await this.hasAnother(source, refused))) return tried;
		}
	}

	/** Gives a token to whoever has none, or whose token was refused; it is new where this request has called `exchange`. */
	async renew(
		need: TokenNeed,
		exchange: () => Promise<string | NotSent>,
	): Promise<{ token: string | NotSent; isNew: boolean }> {
		if (this.exchange) return { token: await this.exchange, isNew: false };
		if (this.newest !== '' && this.suffices(need)) return { token: this.newest, isNew: false };
		this.exchange = exchange();
		try {
			const token = await this.exchange;
			if (typeof token === 'string') {
				this.replace(token, need.refused);
				this.exchangedAt = clock();
			}
			return { token, isNew: true };
		} finally {
			this.exchange = undefined;
		}
	}

	private suffices({ by, refused }: TokenNeed): boolean {
		if (by === 'testButton') return false;
		if (by === 'ourNode') return !refused.has(this.newest);
		const isKnown = [...refused].every((token) => token === '' || this.replaced.includes(token));
		return isKnown || !this.mayExchange();
	}

	/** The token to send after these were refused; blank when an exchange has to bring it. */
	private next(stored: string, refused: ReadonlySet<string>): string {
		const candidates = this.replaced.includes(stored) ? [this.newest] : [stored, this.newest];
		return candidates.find((token) => token !== '' && !refused.has(token)) ?? '';
	}

	private async hasAnother(source: TokenSource, refused: ReadonlySet<string>): Promise<boolean> {
		if (this.next(source.stored, refused) !== '') return true;
		this.look ??= this.lookForStored(source, refused);
		await this.look.finally(() => (this.look = undefined));
		return this.next(source.stored, refused) !== '' || this.mayExchange();
	}

	/** Takes over a token that another process has stored: at some services its login has ended ours. */
	private async lookForStored(source: TokenSource, refused: ReadonlySet<string>): Promise<void> {
		const { newest } = this;
		const isResting = clock() < this.restsUntil;
		// Two processes that log in at the same time: the other one's token ended ours before n8n has stored it.
		if (this.isYoung() && !isResting) await pause(STORING_MS);
		const token = await source.readStored();
		const isChanged = this.newest !== newest || this.exchange !== undefined;
		if (token === '' || isChanged || refused.has(token) || this.replaced.includes(token)) return;
		this.replace(token, refused);
		this.exchangedAt = -Infinity;
	}

	private isYoung(): boolean {
		return clock() - this.exchangedAt <= OLD_MS;
	}

	private mayExchange(): boolean {
		if (clock() < this.restsUntil) return false;
		if (this.isYoung()) this.restsUntil = clock() + REST_MS;
		return !this.isYoung();
	}

	private replace(token: string, refused: ReadonlySet<string>): void {
		const old = [...this.replaced, ...refused, this.newest];
		// A service may hand out the same one again.
		const replaced = new Set(old.filter((each) => each !== '' && each !== token));
		this.replaced = [...replaced].slice(-MAX_REPLACED);
		this.newest = token;
	}
}
