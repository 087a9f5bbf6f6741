import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { ServiceAccess } from '../credential/access';
import { accessOf, accountOf, emptyFieldsError, secretsOf } from '../credential/access';
import { addressFieldOf, addressOf, parseUrl } from '../credential/address';
import { assertNeedsNoInput } from '../credential/nodeCredential';
import { textIn, usesExpressions } from '../credential/settings';
import { apiFormatOf } from '../format/examples';
import { isJsonObject } from '../format/json';
import { userError } from '../n8n/userError';
import { replyOf } from './classify';
import { rowText } from './failure';
import type { Answer, NoAnswer } from './outcome';
import { answerOf, LoginError, noAnswerOf } from './outcome';
import { caseOf } from './responses';
import { wordsIn } from './serviceWords';
import type { TokenNeed } from './tokens';
import { tokens } from './tokens';
import { retryAfterOf } from './wait';

/** How long the service may take to give out a token, in milliseconds. */
export const EXCHANGE_TIMEOUT_MS = 30_000;

/** Marks the request behind the Test button; it is taken off before anything is sent. */
export const CREDENTIAL_TEST_HEADER = 'x-reservation-service-credential-test';

type HttpRequest = IHttpRequestHelper['helpers']['httpRequest'];

/** The one request that a decrypted credential is used for. */
interface Use {
	need: TokenNeed;
	/** What it says of address, account and key, where somebody has read that already. */
	access?: ServiceAccess;
	/** True once its token is on the request, the last thing before n8n sends it: until then nothing can have been sent. */
	isSigned: boolean;
	/** How the login for it went: `proven` when it has shown that account and key are right. */
	login?: 'proven' | Error;
}

/**
 * n8n hands the same object to `authenticate` and, after a 401, to `preAuthentication`, but tells the latter nothing about the
 * request that was refused. Our own nodes say what they use a credential for.
 */
const uses = new WeakMap<ICredentialDataDecryptedObject, Use>();

/** What a decrypted credential is used for, to be read and written. */
export function useOf(credential: ICredentialDataDecryptedObject): Use {
	const use = uses.get(credential) ?? { need: { by: 'otherNode' }, isSigned: false };
	uses.set(credential, use);
	return use;
}

/**
 * The credential's `preAuthentication`: n8n calls it for every request that is given an empty token, and from its HTTP Request
 * node and the Test button after a 401. What it returns n8n stores, encrypted, with the credential.
 *
 * @throws UserError when a setting cannot be used, which comes before the login, or LoginError
 */
export async function fetchToken(
	credential: ICredentialDataDecryptedObject,
	httpRequest: HttpRequest,
): Promise<IDataObject> {
	const access = accessOf(credential);
	const use = useOf(credential);
	const isOurs = use.need.by === 'node';
	if (!isOurs) apiFormatOf(credential);
	// n8n's older request helper, which the HTTP Request node uses, asks twice, whatever went wrong.
	if (use.login instanceof Error) throw use.login;
	const { token, source } = await tokens
		.renew(access, use.need, async () => await exchangeToken(httpRequest, access))
		.catch((error: Error) => {
			use.login = error;
			throw error;
		});
	if (source !== 'memory') use.login = 'proven';
	const given = { accessToken: token, accessTokenFingerprint: accountOf(access) };
	// n8n keeps one token, whatever the expressions give, and up to 2.33 it would write their values over them. One write
	// per exchange: late ones would undo those of other processes.
	if (!usesExpressions(credential) && (source === 'exchange' || !isOurs)) return given;
	Object.assign(credential, given);
	return {};
}

/**
 * The credential's `authenticate`: puts the bearer token on a request (docs/service-api.md) and returns the new
 * options. Without a token of the present address, account and key nothing is sent, nor by the Test button before an exchange
 * has proven account and key (n8n 2.41 would test an old token).
 *
 * @throws UserError with `response.status` 401, whereupon n8n calls `preAuthentication` and comes back; plain when the
 * address is unusable
 */
export function authenticate(
	credential: ICredentialDataDecryptedObject,
	options: IHttpRequestOptions,
): IHttpRequestOptions {
	const use = useOf(credential);
	const { access = accessOf(credential) } = use;
	const token = textIn(credential, 'accessToken');
	const { [CREDENTIAL_TEST_HEADER]: testMark, ...headers } = options.headers ?? {};
	const isTest = testMark !== undefined;
	if (isTest) {
		// A run looks at the settings at its start; only the Test button would not.
		apiFormatOf(credential);
		assertNeedsNoInput(credential, 'It cannot be tested on its own: run a workflow with it');
		use.need = { by: 'test' };
	}
	const { base } = addressOf(access);
	const target = targetOf(options);
	if (target?.href.replace(/\/+$/, '') === `${base}/token`) return { ...options, headers };
	const isUsable = token !== '' && credential.accessTokenFingerprint === accountOf(access);
	if (!isUsable || (isTest && use.login !== 'proven')) {
		const needed = new UserError('A new access token is needed');
		throw Object.assign(needed, { response: { status: 401 } });
	}
	if (target) assertOwnService(target, base);
	use.isSigned = true;
	return { ...options, headers: { ...headers, Authorization: `Bearer ${token}` } };
}

/**
 * Exchanges account ID and API key for a bearer token (docs/service-api.md).
 *
 * @param httpRequest n8n's plain request helper: this request must not carry an Authorization header
 * @throws LoginError unless the answer has `success: true` and a non-empty `token`, in any status
 * @throws UserError when the credential lacks an address, an account ID or a key
 */
export async function exchangeToken(
	httpRequest: HttpRequest,
	access: ServiceAccess,
): Promise<string> {
	const { base } = addressOf(access);
	const empty = emptyFieldsError(access, 'Open the credential and fill in what is missing');
	if (empty) throw empty;
	const options: IHttpRequestOptions = {
		method: 'POST',
		url: `${base}/token`,
		headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
		body: { accountId: access.accountId, key: access.apiKey },
		// Read as text: n8n hands out a body that is not JSON without saying so.
		encoding: 'text',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// A redirect would hand the key to another address.
		disableFollowRedirect: true,
		timeout: EXCHANGE_TIMEOUT_MS,
	};
	const outcome = await httpRequest(options).then(
		(response: IN8nHttpFullResponse) => answerOf(response, { asksForBody: true, secrets: [] }),
		(error: unknown) => {
			// n8n's own word, for instance that the credential does not allow this host.
			if (error instanceof UserError) throw error;
			return noAnswerOf(error);
		},
	);
	const body = outcome.kind === 'answer' && isJsonObject(outcome.body) ? outcome.body : {};
	const { status } = replyOf(outcome);
	const isAccepted = body.success === true && status < 400;
	const token = isAccepted && typeof body.token === 'string' ? body.token.trim() : '';
	if (token === '') throw loginErrorOf(outcome, body.success, access);
	return token;
}

function loginErrorOf(
	outcome: Answer | NoAnswer,
	said: unknown,
	access: ServiceAccess,
): LoginError {
	const reply = replyOf(outcome);
	const success = typeof said === 'boolean' ? said : undefined;
	const login = caseOf({ ...reply, kind: 'login', success });
	const blanks = {
		subject: 'No access token could be fetched',
		addressField: addressFieldOf(access),
	};
	if (outcome.kind === 'noAnswer') {
		const { message } = rowText(login, outcome, blanks);
		const description =
			'The login at POST /token comes before everything else, so nothing was sent yet.';
		return new LoginError(message, description, login);
	}
	const retryAfterMs = retryAfterOf(outcome.headers, Date.now());
	// What came with a status of success may be the token, under a name of its own.
	const isRefusal = reply.status >= 300;
	const words = wordsIn(outcome.body, secretsOf(access, {}), { isRefusal });
	const { message, more = '' } = rowText(login, outcome, {
		...blanks,
		retryAfterMs,
		said: success === true ? undefined : words,
	});
	return new LoginError(message, more, login, retryAfterMs);
}

/** The full address without its query, if it is one. The older request helper of n8n calls it `uri`. */
function targetOf(options: IHttpRequestOptions & { uri?: string }): URL | undefined {
	const url = options.url ?? options.uri ?? '';
	return parseUrl(`${options.baseURL ?? ''}${url}`.replace(/[?#].*$/, ''));
}

/** The token belongs to one service, whatever address an HTTP Request node is pointed at. */
function assertOwnService({ origin }: URL, base: string): void {
	if (`${base}/`.startsWith(`${origin}/`)) return;
	throw userError(
		`This credential is for ${new URL(base).origin} only, and the request goes to ${origin}`,
		`Change the URL of the request, or the address in the credential.`,
	);
}
