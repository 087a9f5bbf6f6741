import { perAccount } from './account';
import type { NotSent } from './reply';
import { clock, pause } from './wait';

/** An older token may have ended; a younger one is refused for a missing scope. */
const YOUNG_MS = 10_000;
/** How long no exchange is made after such a refusal. */
const REST_MS = 30_000;
/** How long another process may take to use and store a token that it has fetched in the same instant. */
export const STORING_MS = 2_000;
const MAX_REPLACED = 50;

type Exchange = () => Promise<string | NotSent>;

/** Who asks for a token in place of those that were refused. */
export interface TokenNeed {
	/** The Test button has to ask the service; n8n's HTTP Request node asks after any failing status. */
	by: 'ourNode' | 'testButton' | 'httpRequestNode';
	refused: ReadonlySet<string>;
}

/** The tokens of one account in this process, by the rule in docs/architecture.md. */
export class Tokens {
	private newest = '';
	/** Those before, which may still be valid, and those that were refused. */
	private replaced: string[] = [];
	/** When the newest was fetched. When another process fetched one nobody knows: it counts as old. */
	private fetchedAt = -Infinity;
	private hasServed = false;
	/** When a young one was last taken for ended. */
	private doubtedAt = -Infinity;
	private restsUntil = -Infinity;
	/** What is under way: whoever needs one joins. */
	private exchange?: ReturnType<Exchange>;
	private look?: Promise<boolean>;

	/** What belongs into no text. */
	get issued(): string[] {
		return [...this.replaced, this.newest];
	}

	/** The token to send after these were refused; blank when an exchange has to bring it. */
	next(stored: string, refused: ReadonlySet<string>): string {
		const isOpen = stored !== '' && !refused.has(stored) && !this.replaced.includes(stored);
		if (isOpen) return stored;
		return this.hasNewer(refused) ? this.newest : '';
	}

	/** @returns true once for the token of an exchange: n8n may store it, as no other process has ended it meanwhile */
	proves(served: string): boolean {
		if (this.hasServed || served !== this.newest) return false;
		this.hasServed = true;
		return this.fetchedAt > -Infinity;
	}

	/** True where a request may be sent again with the `next` token: after a 401 nothing was done. */
	async mayTryAgain(
		refused: ReadonlySet<string>,
		readStored: () => Promise<string>,
	): Promise<boolean> {
		if (this.exchange || this.hasNewer(refused)) return true;
		this.look ??= this.lookFurther(refused, readStored).finally(() => (this.look = undefined));
		return await this.look;
	}

	/** Gives a token to whoever has none, or whose token was refused; `exchange` is called where that needs a new one. */
	async renew(need: TokenNeed, exchange: Exchange): ReturnType<Exchange> {
		if (this.exchange) return await this.exchange;
		if (this.newestServes(need)) return this.newest;
		const exchanged = async (): ReturnType<Exchange> => {
			const token = await exchange();
			if (typeof token === 'string') this.replaceNewest(token, need.refused, clock());
			return token;
		};
		this.exchange = exchanged().finally(() => (this.exchange = undefined));
		return await this.exchange;
	}

	private newestServes({ by, refused }: TokenNeed): boolean {
		if (this.newest === '' || by === 'testButton') return false;
		if (by === 'ourNode') return this.hasNewer(refused);
		const isReplaced = [...refused].every((token) => this.replaced.includes(token));
		return isReplaced || !this.mayHaveEnded();
	}

	private hasNewer(refused: ReadonlySet<string>): boolean {
		return this.newest !== '' && !refused.has(this.newest);
	}

	private get isYoung(): boolean {
		return clock() <= this.fetchedAt + YOUNG_MS;
	}

	/** False where the 401 of the newest token is the answer, from then on for half a minute. */
	private mayHaveEnded(): boolean {
		if (clock() < this.restsUntil) return false;
		if (!this.isYoung) return true;
		const mayHaveEnded = this.hasServed && clock() > this.doubtedAt + REST_MS;
		if (mayHaveEnded) {
			this.doubtedAt = clock();
			this.fetchedAt = -Infinity;
		} else this.restsUntil = clock() + REST_MS;
		return mayHaveEnded;
	}

	/** Another process may have stored a token: at some services its login has ended ours. */
	private async lookFurther(
		refused: ReadonlySet<string>,
		readStored: () => Promise<string>,
	): Promise<boolean> {
		if (this.isYoung && clock() >= this.restsUntil) await pause(STORING_MS);
		const token = this.next(await readStored(), refused);
		if (token === '') return this.mayHaveEnded();
		if (token !== this.newest) this.replaceNewest(token, refused, -Infinity);
		return true;
	}

	private replaceNewest(token: string, refused: ReadonlySet<string>, fetchedAt: number): void {
		const replaced = [...this.replaced, this.newest, ...refused].slice(-MAX_REPLACED);
		// A service may hand out the same one again.
		this.replaced = replaced.filter((each) => each !== token);
		this.newest = token;
		this.fetchedAt = fetchedAt;
		this.hasServed = false;
		this.restsUntil = -Infinity;
	}
}

export const tokensOf = perAccount(() => new Tokens());
