import type { IHttpRequestHelper, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import type { ServiceAccess } from '../credential/access';
import { secretsOf } from '../credential/access';
import { readKey } from '../format/json';
import { filledWords } from './words';
import type { LoginCase } from './troubles';
import { loginAnswerOf, LOGINS } from './troubles';
import type { Answer, NoAnswer, NotSent } from './reply';
import { answerOf, RAW_ANSWER, replyOfThrown } from './received';
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
	const options: IHttpRequestOptions = {
		method: 'POST',
		url: `${access.address.base}/token`,
		headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
		body: { accountId: access.accountId, key: access.apiKey },
		...RAW_ANSWER,
		timeout: EXCHANGE_TIMEOUT_MS,
	};
	const reply = await httpRequest(options).then(
		(response: IN8nHttpFullResponse) => answerOf(response, { asksForBody: false, secrets: [] }),
		// n8n may have a word of its own, for instance that the credential does not allow this host.
		(error: unknown) => replyOfThrown(error, true),
	);
	if (reply.kind === 'notSent') return reply;
	return reply.kind === 'answer' ? tokenIn(reply, access) : noToken(reply, reply.trouble, access);
}

function tokenIn(answer: Answer, access: ServiceAccess): string | NotSent {
	const { body, status } = answer;
	const success = readKey(body, 'success');
	const token = readKey(body, 'token');
	if (success === true && typeof token === 'string' && token.trim() !== '') return token.trim();
	// What came with a status of success may be the token, under a name of its own.
	const isRefusal = status >= 300;
	const words = wordsIn(body, secretsOf(access, {}), { isRefusal });
	return noToken(answer, loginAnswerOf(status, success === false), access, words);
}

function noToken(
	reply: Answer | NoAnswer,
	login: LoginCase,
	{ address }: ServiceAccess,
	said?: string,
): NotSent {
	const open = {
		said,
		subject: 'No access token could be fetched: ',
		addressField: address.field,
	};
	const told = filledWords(LOGINS[login], reply, open);
	if (reply.kind === 'answer')
		return { kind: 'notSent', told, login, retryAfterMs: reply.retryAfterMs };
	const more = 'The login at POST /token comes before everything else, so nothing was sent yet.';
	return { kind: 'notSent', told: { ...told, more }, login };
}
