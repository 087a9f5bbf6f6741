import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { Access } from '../credential/access';
import { accessOf, parseUrl, withoutSlash } from '../credential/access';
import { textIn } from '../credential/settings';
import { assertExamples } from '../format/apiFormat';
import { valueAt } from '../format/json';
import type { Told } from '../n8n/userError';
import { ToldError, userError } from '../n8n/userError';
import { accountOf } from './account';
import { outcomeOf } from './outcome';
import type { Reply } from './reply';
import { answerOf, noAnswerOf } from './reply';
import { RAW_ANSWER } from './request';
import type { Issued } from './token';
import { wordsIn } from './words';

type Helpers = IHttpRequestHelper['helpers'];
type Credential = ICredentialDataDecryptedObject;

const TIMEOUT_MS = 30_000;
const DAY_S = 86_400;

/** No token came, so nothing else was sent. */
export class LoginFailure extends ToldError {
	constructor(
		told: Told,
		readonly reply: Reply,
		/** Another login may succeed. */
		readonly mayResend: boolean,
	) {
		super(told);
	}
}

/**
 * POST /token (docs/service-api.md).
 *
 * @param helpers those of n8n; the plain one adds no Authorization header
 * @throws LoginFailure
 */
export async function logIn(
	helpers: Helpers,
	{ base, accountId, apiKey }: Access,
): Promise<Issued> {
	const sending = helpers.httpRequest({
		method: 'POST',
		url: `${base}/token`,
		headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
		body: { accountId, key: apiKey },
		timeout: TIMEOUT_MS,
		...RAW_ANSWER,
	});
	const reply: Reply = await sending.then(
		(response: IN8nHttpFullResponse) => answerOf(response),
		(error) => noAnswerOf(error),
	);
	const body = 'status' in reply ? reply.body : undefined;
	const token = valueAt(body, ['token']);
	const isSuccess = valueAt(body, ['success']) === true;
	if (isSuccess && typeof token === 'string' && token.trim() !== '') {
		const seconds = Number(valueAt(body, ['expires_in']));
		const expiresInMs = (seconds > 0 ? seconds : DAY_S) * 1000;
		return { token: token.trim(), expiresInMs };
	}
	const said = wordsIn(body, [apiKey]);
	throw failureIn(reply, said && `: ${said}`);
}

function failureIn(reply: Reply, said: string): LoginFailure {
	const { told, mayResend } = outcomeOf({ method: 'GET' }, reply, said);
	const { status, isJson, body } = {
		status: 0,
		isJson: false,
		body: {},
		...reply,
	};
	const isNo = valueAt(body, ['success']) === false && status < 500;
	const isRefusal = [400, 401, 403, 422].includes(status) && isJson;
	const isAstray = [404, 405, 410].includes(status) || status < 300;
	if (isNo || isRefusal) {
		told.what = `The service refused the login (status ${status})${said}`;
		told.advice = `Check 'Account ID' and 'API Key' in the credential`;
		told.more = 'Both belong together and to the chosen environment.';
	} else {
		told.what = `No access token came from the address in the credential: ${told.what}`;
		if (isAstray && status > 0) {
			told.advice = `Check the address, with its path`;
		}
	}
	return new LoginFailure(told, reply, mayResend);
}

/*
 * The hooks that n8n calls for the Test button and its HTTP Request node; our
 * node logs in by itself (client.ts). n8n is never given a token to store: with
 * one, its HTTP Request node would send whatever failed once more, a charge too.
 */

/** Marks the request behind the Test button. */
export const CREDENTIAL_TEST_HEADER = 'x-reservation-service-credential-test';

interface Use {
	isTest?: boolean;
	/** A login for it has shown that account and key are right. */
	isProven?: boolean;
	/** The token that was put on its request. */
	token?: string;
}

/** Our own copies of the credential: until then nothing can have been sent. */
export const sentWith = new WeakSet<Credential>();

/** n8n calls the hooks of one request with one and the same object. */
const uses = new WeakMap<Credential, Use>();

function useOf(credential: Credential): Use {
	const use = uses.get(credential) ?? {};
	uses.set(credential, use);
	return use;
}

/** @throws UserError when there is no token */
export async function fetchToken(
	credential: Credential,
	helpers: Helpers,
): Promise<IDataObject> {
	const access = accessOf(credential);
	const { token } = accountOf(access.key);
	const use = useOf(credential);
	const login = async (): Promise<Issued> => {
		const issued = await logIn(helpers, access);
		use.isProven = true;
		return issued;
	};
	if (use.isTest) await token.renew(login);
	// With what n8n comes back, it was refused.
	else if (use.token) await token.after(use.token, login);
	else await token.get(login);
	return {};
}

/**
 * @throws UserError with `response.status` 401, whereupon n8n calls `fetchToken`
 * and comes back; without it where the request goes astray
 */
export function authenticate(
	credential: Credential,
	options: IHttpRequestOptions & { uri?: string },
): IHttpRequestOptions {
	const own = textIn(credential, 'accessToken');
	if (own !== '') {
		sentWith.add(credential);
		return signed(options, own);
	}
	const { [CREDENTIAL_TEST_HEADER]: mark, ...headers } = options.headers ?? {};
	const request = { ...options, headers };
	const { base, key } = accessOf(credential);
	const url = `${options.baseURL ?? ''}${options.url ?? options.uri ?? ''}`;
	const target = parseUrl(url.replace(/[?#].*$/, ''));
	if (target && withoutSlash(target.href) === `${base}/token`) return request;
	if (target && !`${base}/`.startsWith(`${target.origin}/`)) {
		throw userError({
			what: `This credential is for ${new URL(base).origin} only, and the request goes to ${target.origin}`,
			advice: 'Use another credential for it',
		});
	}
	const use = useOf(credential);
	use.token = accountOf(key).token.current;
	if (mark === undefined) return signed(request, use.token);
	assertExamples(credential);
	use.isTest = true;
	return signed(request, use.isProven ? use.token : '');
}

function signed(
	options: IHttpRequestOptions,
	token: string,
): IHttpRequestOptions {
	if (token === '') {
		const needed = new UserError('A new access token is needed');
		throw Object.assign(needed, { response: { status: 401 } });
	}
	const headers = { ...options.headers, Authorization: `Bearer ${token}` };
	return { ...options, headers };
}
