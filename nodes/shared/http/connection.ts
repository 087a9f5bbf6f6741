import { sleep, type IDataObject, type IHttpRequestHelper } from 'n8n-workflow';

import type { Access } from '../credential/access';
import { Gate } from './gate';
import { answerTo, mayResend, type Answer } from './reply';
import { optionsOf } from './request';

/** The 401 of a younger token means a missing scope. */
const YOUNG_MS = 10_000;

export type Helpers = IHttpRequestHelper['helpers'];

/** Token and gate of an account and key, in the memory of this process alone. */
export class Connection {
	readonly gate = new Gate();
	private token = '';
	private issuedAt = 0;
	private endsAt = 0;
	private login?: Promise<string | Answer>;

	constructor(private readonly access: Access) {}

	/** @returns `refused` itself where its 401 is the answer */
	async getToken(helpers: Helpers, refused = ''): Promise<string | Answer> {
		const now = Date.now();
		const isYoung = now < this.issuedAt + YOUNG_MS;
		const isGood = now < this.endsAt && (isYoung || this.token !== refused);
		return isGood ? this.token : await this.renewToken(helpers);
	}

	/** One login serves all who need one meanwhile. */
	async renewToken(helpers: Helpers) {
		this.login ??= this.logIn(helpers);
		return await this.login;
	}

	/** The plain helper adds no Authorization header. */
	private async logIn(helpers: Helpers) {
		const { base, accountId, apiKey } = this.access;
		const body = { accountId, key: apiKey };
		const request = { method: 'POST', body } as const;
		const options = optionsOf(request, `${base}/token`, 30_000);
		const answer = await answerTo(helpers.httpRequest(options), [apiKey]);
		const said = Object(answer.body) as IDataObject;
		const token = `${(said.token ?? '') as string}`.trim();
		const isIssued = said.success === true && token !== '';
		if (isIssued || mayResend({ method: 'GET' }, answer)) {
			this.login = undefined;
		} else {
			// It is not asked again so soon.
			void sleep(5_000).then(() => (this.login = undefined));
		}
		if (!isIssued) {
			return { ...answer, kind: `login ${answer.kind}`, status: 0 };
		}
		// A day, as documented.
		const lifeMs = 1000 * (Number(said.expires_in) || 86_400);
		this.token = token;
		this.issuedAt = Date.now();
		this.endsAt = this.issuedAt + Math.max(lifeMs - 60_000, YOUNG_MS);
		return token;
	}
}

const connections = new Map<string, Connection>();

export function connectionOf(access: Access): Connection {
	const connection = connections.get(access.key) ?? new Connection(access);
	connections.set(access.key, connection);
	return connection;
}
