import { mayResend } from './outcome';
import type { Answer } from './reply';
import { clock } from './wait';

/** The 401 of a younger token means a missing scope. */
const YOUNG_MS = 10_000;
/** Before its end a token is renewed. */
const MARGIN_MS = 60_000;
/** A refused login is not repeated. */
const REST_MS = 5_000;

type Login = () => Promise<{ token: string; lifeMs: number } | Answer>;

/** In the memory of this process, and nowhere else. */
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

	/** @returns empty where a 401 for `refused` is the answer */
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
