import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { ServiceAccess } from '../credential/access';
import { accessOf, parseUrl, secretsOf } from '../credential/access';
import { assertNeedsNoInput } from '../credential/nodeCredential';
import { textIn, usesExpressions } from '../credential/settings';
import { apiFormatOf } from '../format/examples';
import { isJsonObject } from '../format/json';
import { userError } from '../n8n/userError';
import { rowText } from './failureText';
import type { Answer, NoAnswer, NotSent } from './reply';
import { answerOf, replyOfThrown } from './reply';
import { RAW_ANSWER } from './request';
import type { LoginCase } from './responses';
import { caseOf } from './responses';
import { wordsIn } from './serviceWords';
import type { TokenNeed } from './tokens';
import { knownAccount } from './tokens';

export const EXCHANGE_TIMEOUT_MS = 30_000;

/** Marks the request behind the Test button; it is taken off before anything is sent. */
export const CREDENTIAL_TEST_HEADER = 'x-reservation-service-credential-test';

type HttpRequest = IHttpRequestHelper['helpers']['httpRequest'];

/** The one request that a decrypted credential is used for. */
interface Use {
	by: TokenNeed['by'];
	refused?: TokenNeed['refused'];
	/** How the login for it went: `proven` when it has shown that account and key are right. */
	login?: 'proven' | NotSent;
	/** True once its token is on the request, the last thing before n8n sends it: until then nothing can have been sent. */
	isSigned: boolean;
}

/**
 * n8n passes the same object to `authenticate` and, after a 401, to `preAuthentication`, but without the refused request:
 * what is known of it is kept here.
 */
const uses = new WeakMap<ICredentialDataDecryptedObject, Use>();

export function useOf(credential: ICredentialDataDecryptedObject): Use {
	const use = uses.get(credential) ?? { by: 'httpRequestNode', isSigned: false };
	uses.set(credential, use);
	return use;
}

/**
 * The credential's `preAuthentication`: n8n calls it for every request that is given an empty token, and from its HTTP Request
 * node and the Test button after a 401. What it returns n8n stores, encrypted, with the credential.
 *
 * @throws UserError when a setting cannot be used, which comes before the login, or there is no token
 */
export async function fetchToken(
	credential: ICredentialDataDecryptedObject,
	httpRequest: HttpRequest,
): Promise<IDataObject> {
	const access = accessOf(credential);
	const use = useOf(credential);
	const isOurs = use.by === 'ourNode';
	if (!isOurs) apiFormatOf(credential);
	// n8n's older request helper, which the HTTP Request node uses, asks twice, whatever went wrong.
	if (typeof use.login === 'object') throw userError(use.login.told);
	const { account, storedToken } = access;
	const { token, isNew } = await knownAccount(account).tokens.renew(
		{ by: use.by, refused: use.refused ?? new Set([storedToken]) },
		async () => await exchangeToken(httpRequest, access),
	);
	if (typeof token !== 'string') {
		use.login = token;
		throw userError(token.told);
	}
	// Where no token is stored, the Test button first comes without its mark, and is given a known token.
	if (isNew || use.by === 'testButton') use.login = 'proven';
	const given = { accessToken: token, accessTokenFingerprint: account };
	// With expressions nothing is stored: n8n keeps one token only, and up to 2.33 would write values over the expressions.
	// One write per exchange: a late one would undo that of another process.
	if (!usesExpressions(credential) && (isNew || !isOurs)) return given;
	Object.assign(credential, given);
	return {};
}

/**
 * The credential's `authenticate`: puts the bearer token on a request (docs/service-api.md). Without a token of this account
 * nothing is sent, nor by the Test button before an exchange has proven account and key (n8n 2.41 would test an old token).
 *
 * @throws UserError with `response.status` 401, whereupon n8n calls `preAuthentication` and comes back; without it when the
 * address is unusable
 */
export function authenticate(
	credential: ICredentialDataDecryptedObject,
	options: IHttpRequestOptions,
): IHttpRequestOptions {
	const use = useOf(credential);
	// The client gives the token of this account, and calls no other address.
	if (use.by === 'ourNode') return signed(options, textIn(credential, 'accessToken'), use);
	const { [CREDENTIAL_TEST_HEADER]: testMark, ...headers } = options.headers ?? {};
	const isTest = testMark !== undefined;
	if (isTest) {
		assertNeedsNoInput(credential, 'It cannot be tested on its own: run a workflow with it');
		use.by = 'testButton';
	}
	const { address, storedToken } = accessOf(credential);
	// An HTTP Request node may call any address: the token must not go there.
	const target = targetOf(options);
	const unmarked = { ...options, headers };
	if (target?.href.replace(/\/+$/, '') === `${address.base}/token`) return unmarked;
	if (target && !`${address.base}/`.startsWith(`${target.origin}/`)) {
		throw userError(
			`This credential is for ${new URL(address.base).origin} only, and the request goes to ${target.origin}`,
			`Change the URL of the request, or the address in the credential.`,
		);
	}
	const isUnproven = isTest && use.login !== 'proven';
	return signed(unmarked, isUnproven ? '' : storedToken, use);
}

function signed(options: IHttpRequestOptions, token: string, use: Use): IHttpRequestOptions {
	if (token === '') {
		const needed = new UserError('A new access token is needed');
		throw Object.assign(needed, { response: { status: 401 } });
	}
	use.isSigned = true;
	return { ...options, headers: { ...options.headers, Authorization: `Bearer ${token}` } };
}

/** @param httpRequest n8n's plain request helper: POST /token must not carry an Authorization header (docs/service-api.md) */
async function exchangeToken(
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

function targetOf(options: IHttpRequestOptions & { uri?: string }): URL | undefined {
	const url = options.url ?? options.uri ?? '';
	return parseUrl(`${options.baseURL ?? ''}${url}`.replace(/[?#].*$/, ''));
}
