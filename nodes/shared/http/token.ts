import { mayResend } from './outcome';
import type { Answer } from './reply';
import { clock } from './wait';

/** The 401 of a younger token means a missing scope: a new one has it, too. */
const YOUNG_MS = 10_000;
/** So long before its end a token is renewed. */
const MARGIN_MS = 60_000;
/** So long a refused login is not repeated. */
const REST_MS = 5_000;

/** @returns else, why there is none */
type Login = () => Promise<{ token: string; lifeMs: number } | Answer>;

/** The token of one account: in the memory of this process, nowhere else. */
export class AccountToken {
	private token = '';
	private issuedAt = 0;
	private endsAt = 0;
	private refusal?: Answer;
	private restsUntil = 0;
	private login?: Promise<string | Answer>;

	/** Empty where a login is due. */
	get current(): string {
		return clock() < this.endsAt ? this.token : '';
	}

	/**
	 * @param refused the token that a 401 came for
	 * @returns the token to send; empty: that 401 is the answer
	 */
	async get(login: Login, refused = ''): Promise<string | Answer> {
		const { current } = this;
		if (current !== refused && current !== '') return current;
		const isYoung = clock() < this.issuedAt + YOUNG_MS;
		return current && isYoung ? '' : await this.renew(login);
	}

	/** Whoever needs one while a login is under way waits for that. */
	async renew(login: Login): Promise<string | Answer> {
		this.login ??= this.take(login).finally(() => (this.login = undefined));
		return await this.login;
	}

	private async take(login: Login): Promise<string | Answer> {
		if (this.refusal && clock() < this.restsUntil) return this.refusal;
		const issued = await login();
		const now = clock();
		if ('status' in issued) {
			const isOpen = mayResend({ method: 'GET' }, issued);
			this.refusal = issued;
			this.restsUntil = isOpen ? 0 : now + REST_MS;
			return issued;
		}
		this.token = issued.token;
		this.issuedAt = now;
		this.endsAt = now + Math.max(issued.lifeMs - MARGIN_MS, YOUNG_MS);
		return this.token;
	}
}
