import { clock } from './wait';

/** The 401 of a younger token means a missing scope: a new one has it, too. */
const YOUNG_MS = 10_000;
/** So long before its end a token is renewed. */
const MARGIN_MS = 60_000;
/** So long a refused login is not repeated. */
const REST_MS = 5_000;

export interface Issued {
	token: string;
	expiresInMs: number;
}

/** @throws LoginFailure */
export type Login = () => Promise<Issued>;

/** The token of one account: in the memory of this process, nowhere else. */
export class AccountToken {
	private token = '';
	private issuedAt = 0;
	private endsAt = 0;
	private refusal?: { error: Error; until: number };
	private login?: Promise<string>;

	/** Empty where a login is due. */
	get current(): string {
		return clock() < this.endsAt ? this.token : '';
	}

	async get(login: Login): Promise<string> {
		return this.current || (await this.renew(login));
	}

	/** @returns the token to try after a 401; empty where that is the answer */
	async after(refused: string, login: Login): Promise<string> {
		if (refused !== this.token) return await this.get(login);
		const isYoung = clock() < this.issuedAt + YOUNG_MS;
		return isYoung ? '' : await this.renew(login);
	}

	/** Whoever needs one while a login is under way waits for that. */
	async renew(login: Login): Promise<string> {
		this.login ??= this.take(login).finally(() => (this.login = undefined));
		return await this.login;
	}

	private async take(login: Login): Promise<string> {
		const { refusal } = this;
		if (refusal && clock() < refusal.until) throw refusal.error;
		try {
			const { token, expiresInMs } = await login();
			this.token = token;
			this.issuedAt = clock();
			const lifeMs = Math.max(expiresInMs - MARGIN_MS, YOUNG_MS);
			this.endsAt = this.issuedAt + lifeMs;
			return token;
		} catch (error) {
			throw this.noted(error as Error & { mayResend?: boolean });
		}
	}

	private noted(error: Error & { mayResend?: boolean }): Error {
		if (error.mayResend !== true) {
			this.refusal = { error, until: clock() + REST_MS };
		}
		return error;
	}
}
