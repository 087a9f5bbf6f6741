import type {
	IHttpRequestHelper,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

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
 * @param httpRequest n8n's plain request helper: POST /token must not carry an
 * Authorization header (docs/service-api.md)
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
		(response: IN8nHttpFullResponse) =>
			answerOf(response, { asksForBody: false, secrets: [] }),
		// n8n may have a word of its own, for instance that the credential does not
		// allow this host.
		(error: unknown) => replyOfThrown(error, true),
	);
	return tokenIn(reply) ?? noToken(reply, access);
}

function tokenIn(reply: Reply): string | undefined {
	if (reply.kind !== 'answer' || readKey(reply.body, 'success') !== true) {
		return undefined;
	}
	const token = readKey(reply.body, 'token');
	return typeof token === 'string' ? token.trim() || undefined : undefined;
}

function noToken(reply: Reply, access: ServiceAccess): NotSent {
	if (reply.kind === 'notSent') return reply;
	if (reply.kind === 'noAnswer') {
		const { trouble } = reply;
		const subject = 'No access token could be fetched: ';
		const told = fill(NOT_SENT[trouble], {
			...valuesOf(reply, undefined),
			subject,
		});
		return { kind: 'notSent', case: trouble, told };
	}
	const { status, body, retryAfterMs } = reply;
	const login = loginCaseOf(status, readKey(body, 'success') === false);
	// What came with a status of success may be the token, under a name of its
	// own.
	const said = wordsIn(body, secretsOf(access, {}), {
		isRefusal: status >= 300,
	});
	const told = fill(NOT_SENT[login], valuesOf(reply, said));
	return { kind: 'notSent', case: login, told, retryAfterMs };
}

/** @param saysNo true for `success: false` */
export function loginCaseOf(status: number, saysNo: boolean): NotSentCase {
	if (status === 429) return 'loginThrottled';
	// Timeouts of a gateway say nothing about the key.
	if (status >= 500 || status === 408 || status === 499) {
		return 'loginUnavailable';
	}
	const isRefused = status >= 400 && status !== 404 && status !== 405;
	return isRefused || (saysNo && status < 300)
		? 'loginRefused'
		: 'loginWithoutToken';
}
