import type { IHttpRequestHelper, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import type { ServiceAccess } from '../credential/access';
import { secretsOf } from '../credential/access';
import { readKey } from '../format/json';
import type { NotSent, Reply } from './reply';
import { answerOf, RAW_ANSWER, replyOfThrown, valuesOf } from './reply';
import type { NotSentCase } from './responses';
import { fill, NOT_SENT } from './responses';
import { wordsIn } from './words';

export type HttpRequest = IHttpRequestHelper['helpers']['httpRequest'];

export const EXCHANGE_TIMEOUT_MS = 30_000;

/**
 * POST /token (docs/service-api.md).
 *
 * @param httpRequest n8n's plain request helper: POST /token must not carry an Authorization header
 */
export async function exchangeToken(
	httpRequest: HttpRequest,
	access: ServiceAccess,
): Promise<string | NotSent> {
	const { address, accountId, apiKey } = access;
	const options: IHttpRequestOptions = {
		method: 'POST',
		url: `${address.base}/token`,
		headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
		body: { accountId, key: apiKey },
		...RAW_ANSWER,
		timeout: EXCHANGE_TIMEOUT_MS,
	};
	const reply: Reply = await httpRequest(options).then(
		(response: IN8nHttpFullResponse) => answerOf(response, { asksForBody: false, secrets: [] }),
		// n8n may have a word of its own, for instance that the credential does not allow this host.
		(error: unknown) => replyOfThrown(error, true),
	);
	return tokenIn(reply) ?? noToken(reply, access);
}

function tokenIn(reply: Reply): string | undefined {
	if (reply.kind !== 'answer' || readKey(reply.body, 'success') !== true) return undefined;
	const token = readKey(reply.body, 'token');
	return typeof token === 'string' ? token.trim() || undefined : undefined;
}

function noToken(reply: Reply, access: ServiceAccess): NotSent {
	if (reply.kind === 'notSent') return reply;
	const open = {
		subject: 'No access token could be fetched: ',
		addressField: access.address.field,
	};
	if (reply.kind === 'noAnswer') {
		const { trouble } = reply;
		const told = fill(NOT_SENT[trouble], { ...valuesOf(reply, undefined), ...open });
		const more = 'The login at POST /token comes before everything else, so nothing was sent yet.';
		return { kind: 'notSent', case: trouble, told: { ...told, more } };
	}
	const { status, body, retryAfterMs } = reply;
	const login = loginCaseOf(status, readKey(body, 'success') === false);
	// What came with a status of success may be the token, under a name of its own.
	const said = wordsIn(body, secretsOf(access, {}), { isRefusal: status >= 300 });
	const told = fill(NOT_SENT[login], { ...valuesOf(reply, said), ...open });
	return { kind: 'notSent', case: login, told, retryAfterMs };
}

const REFUSED = [400, 401, 403, 422];
const NOT_HERE = [404, 405];

/** @param saysNo true for `success: false` */
export function loginCaseOf(status: number, saysNo: boolean): NotSentCase {
	if (status === 429) return 'loginThrottled';
	if (status >= 500) return 'loginUnavailable';
	if (status >= 300 && status < 400) return 'loginRedirected';
	if (REFUSED.includes(status)) return 'loginRefused';
	// A wrong path may be answered with `success: false`, too.
	return saysNo && !NOT_HERE.includes(status) ? 'loginRefused' : 'loginWithoutToken';
}
