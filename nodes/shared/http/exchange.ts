import type {
	IDataObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import type { ServiceAccess } from '../credential/access';
import { secretsOf } from '../credential/access';
import { isJsonObject } from '../format/json';
import { rowText } from './failureText';
import type { Answer, NoAnswer, NotSent } from './reply';
import { answerOf, replyOfThrown } from './reply';
import { RAW_ANSWER } from './request';
import type { LoginCase } from './responses';
import { caseOf } from './responses';
import { wordsIn } from './serviceWords';

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
	const answer = reply.kind === 'answer' ? reply : undefined;
	const body = answer?.body;
	const { success, token }: IDataObject = isJsonObject(body) ? body : {};
	if (success === true && typeof token === 'string' && token.trim() !== '') return token.trim();
	const login = answer ? caseOfAnswer(answer, success === false) : (reply as NoAnswer).trouble;
	// What came with a status of success may be the token, under a name of its own.
	const isRefusal = answer !== undefined && answer.status >= 300;
	const told = rowText(login, reply, {
		subject: 'No access token could be fetched: ',
		addressField: access.address.field,
		said: success === true ? undefined : wordsIn(body, secretsOf(access, {}), { isRefusal }),
	});
	const beforeAll =
		'The login at POST /token comes before everything else, so nothing was sent yet.';
	const more = (answer && told.more) ?? beforeAll;
	return { kind: 'notSent', told: { ...told, more }, login, retryAfterMs: answer?.retryAfterMs };
}

function caseOfAnswer({ status }: Answer, saysNo: boolean): LoginCase {
	// A wrong path may be answered in these words, too.
	const isRefusal = saysNo && status !== 404 && status !== 405;
	return caseOf({ on: 'login', status, body: isRefusal ? 'refusal' : 'understood' }) as LoginCase;
}
