import { perAccount } from './account';
import type { NotSent } from './reply';
import { clock, pause } from './wait';

/**
 * An older token may have ended; a younger one is refused for a missing scope,
 * unless the endpoint has taken one before.
 */
const YOUNG_MS = 10_000;
/**
 * How many tokens may end in a row, as others log in, before a 401 is taken for
 * something else at any endpoint.
 */
const MAX_ENDED = 3;
/** How long no exchange is made after such a refusal. */
const REST_MS = 30_000;
/**
 * How long another process may take to use and store a token that it has
 * fetched in the same instant.
 */
export const STORING_MS = 2_000;
const MAX_REPLACED = 50;

type Exchange = () => Promise<string | NotSent>;
/** Reads the token that n8n has stored by now. */
type ReadStored = () => Promise<string>;

/** Who asks for a token in place of those that were refused. */
export interface TokenNeed {
	/**
	 * The Test button has to ask the service; n8n's HTTP Request node asks after
	 * any failing status.
	 */
	by: 'ourNode' | 'testButton' | 'httpRequestNode';
	triedTokens: ReadonlySet<string>;
}

/** A request that was refused with a 401. */
interface RefusedRequest {
	endpoint: string;
	/** All tokens that it was sent with. */
	triedTokens: ReadonlySet<string>;
	/**
	 * The login has brought one that was refused before: another would bring it
	 * again.
	 */
	isTokenAgain: boolean;
}

/**
 * The tokens of one account in this process. The one rule: after a 401, another
 * token that is stored by now is tried; else, if the refused one has ended, one
 * exchange serves all; else the 401 is the answer, and for half a minute no
 * exchange is made for it. A token may have ended once it is older than ten
 * seconds; a younger one has where the same endpoint has taken a token before,
 * as scopes come with the key (docs/service-api.md). Times are those of
 * `clock`.
 */
export class Tokens {
	private newest = '';
	/** Those before, which may still be valid, and those that were refused. */
	private replaced = new Set<string>();
	/**
	 * True until the newest one, brought by an exchange, has served: another
	 * process may have ended it meanwhile.
	 */
	private isUnproven = false;
	/**
	 * When the newest was fetched. When another process fetched one nobody knows:
	 * it counts as old.
	 */
	private fetchedAt = -Infinity;
	/** When the newest was first refused while it was young. */
	private refusedAt?: number;
	/** Until when a 401 is the answer. */
	private restsUntil = -Infinity;
	/** Endpoints that have taken a token: for them the key has the scope. */
	private readonly permitted = new Set<string>();
	/**
	 * The exchange, and the look at what is stored, that are under way: whoever
	 * needs one joins.
	 */
	private exchange?: ReturnType<Exchange>;
	private look?: Promise<void>;

	/** What belongs into no text. */
	get issued(): string[] {
		return [...this.replaced, this.newest];
	}

	/**
	 * The token to send after these were refused; empty when an exchange has to
	 * bring it.
	 */
	next(stored: string, triedTokens: ReadonlySet<string>): string {
		const isOpen =
			stored !== '' && !triedTokens.has(stored) && !this.replaced.has(stored);
		if (isOpen) return stored;
		return this.hasNewer(triedTokens) ? this.newest : '';
	}

	permit(endpoint: string): void {
		this.permitted.add(endpoint);
	}

	/**
	 * @returns true once for the token of an exchange: it has shown now that it
	 * is good, and n8n may store it
	 */
	proves(served: string): boolean {
		if (!this.isUnproven || served !== this.newest) return false;
		this.isUnproven = false;
		return true;
	}

	/**
	 * True where a request may be sent again with the `next` token: after a 401
	 * nothing was done.
	 */
	async mayTryAgain(
		{ endpoint, triedTokens, isTokenAgain }: RefusedRequest,
		readStored: ReadStored,
	): Promise<boolean> {
		if (this.hasNewer(triedTokens)) return true;
		const mayEnd = !isTokenAgain && triedTokens.size <= MAX_ENDED;
		const isPermitted = mayEnd && this.permitted.has(endpoint);
		if (!isPermitted) this.permitted.delete(endpoint);
		const hasEnded = isPermitted || this.newestMayHaveEnded();
		this.look ??= this.lookForStored(triedTokens, readStored).finally(
			() => (this.look = undefined),
		);
		await this.look;
		return hasEnded || this.hasNewer(triedTokens);
	}

	/**
	 * Gives a token to whoever has none, or whose token was refused; `exchange`
	 * is called where that needs a new one.
	 */
	async renew(need: TokenNeed, exchange: Exchange): ReturnType<Exchange> {
		if (this.exchange) return await this.exchange;
		if (this.newestServes(need)) return this.newest;
		this.exchange = exchange();
		try {
			const token = await this.exchange;
			if (typeof token !== 'string') return token;
			this.replaceNewest(token, need.triedTokens, clock());
			this.isUnproven = true;
			return token;
		} finally {
			this.exchange = undefined;
		}
	}

	private hasNewer(triedTokens: ReadonlySet<string>): boolean {
		return this.newest !== '' && !triedTokens.has(this.newest);
	}

	private newestServes({ by, triedTokens }: TokenNeed): boolean {
		if (this.newest === '' || by === 'testButton') return false;
		if (by === 'ourNode') return this.hasNewer(triedTokens);
		const areReplaced = [...triedTokens].every((token) =>
			this.replaced.has(token),
		);
		return areReplaced || !this.newestMayHaveEnded();
	}

	private get isYoung(): boolean {
		return clock() <= this.fetchedAt + YOUNG_MS;
	}

	/**
	 * False where the 401 of the newest token is the answer, from then on for
	 * half a minute.
	 */
	private newestMayHaveEnded(): boolean {
		if (clock() < this.restsUntil) return false;
		if (!this.isYoung) return true;
		this.restsUntil = clock() + REST_MS;
		return false;
	}

	/**
	 * Takes over a token that another process has stored: at some services its
	 * login has ended ours.
	 */
	private async lookForStored(
		triedTokens: ReadonlySet<string>,
		readStored: ReadStored,
	): Promise<void> {
		if (this.isYoung) this.refusedAt ??= clock();
		if (this.refusedAt !== undefined) {
			await pause(this.refusedAt + STORING_MS - clock());
		}
		const token = this.next(await readStored(), triedTokens);
		const isNewer = token !== '' && !this.hasNewer(triedTokens);
		if (isNewer) this.replaceNewest(token, triedTokens, -Infinity);
	}

	private replaceNewest(
		token: string,
		triedTokens: ReadonlySet<string>,
		fetchedAt: number,
	): void {
		const replaced = [...this.replaced, this.newest, ...triedTokens].slice(
			-MAX_REPLACED,
		);
		this.replaced = new Set(replaced);
		// A service may hand out the same one again.
		this.replaced.delete(token);
		this.newest = token;
		this.isUnproven = false;
		this.fetchedAt = fetchedAt;
		this.refusedAt = undefined;
		this.restsUntil = -Infinity;
	}
}

export const tokensOf = perAccount(() => new Tokens());
