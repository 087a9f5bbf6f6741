import {
	UserError,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type IHttpRequestHelper,
	type IHttpRequestOptions,
} from 'n8n-workflow';

import { accessOf, type Access } from '../credential/access';
import { assertExamples } from '../format/apiFormat';
import { isJsonObject } from '../format/json';
import { userError } from '../n8n/userError';
import { accountOf } from './account';
import { reasonOf } from './failure';
import { answerOf, noAnswerOf, type Answer } from './reply';
import { optionsOf } from './request';
import { wordsIn } from './words';

type Helpers = IHttpRequestHelper['helpers'];
type Credential = ICredentialDataDecryptedObject;

/** @param helpers the plain one adds no Authorization header */
export async function logIn(
	helpers: Helpers,
	{ base, accountId, apiKey }: Access,
): Promise<{ token: string; lifeMs: number } | Answer> {
	const request = { method: 'POST', body: { accountId, key: apiKey } } as const;
	const options = optionsOf(request, `${base}/token`, 30_000);
	const answer = await helpers.httpRequest(options).then(
		(response: unknown) => answerOf(response, [apiKey]),
		(error: unknown) => noAnswerOf(error),
	);
	const body = isJsonObject(answer.body) ? answer.body : {};
	const token = `${(body.token ?? '') as string}`.trim();
	if (body.success !== true || token === '') {
		return { ...answer, isLogin: true };
	}
	// A day, as documented.
	const seconds = Number(body.expires_in) || 86_400;
	return { token, lifeMs: seconds * 1000 };
}

/*
 * n8n calls the hooks of one request with the same credential object. It is
 * never given a token to store: with one, its HTTP Request node would send
 * whatever failed once more, a charge too.
 */

/** Marks the request behind the Test button. */
export const TEST_HEADER = 'x-reservation-service-credential-test';

/** @throws UserError when there is no token */
export async function fetchToken(
	credential: Credential,
	helpers: Helpers,
): Promise<IDataObject> {
	const access = accessOf(credential);
	const { token } = accountOf(access.key);
	const login = async () => await logIn(helpers, access);
	// With what n8n comes back, it was refused.
	const refused = credential.accessToken as string;
	const { isTest = false } = credential;
	credential.isProven = isTest || token.current === '';
	const issued = isTest
		? await token.renew(login)
		: await token.get(login, refused);
	if (typeof issued === 'string') return {};
	throw userError(reasonOf(issued, wordsIn(issued.body), 'POST'));
}

/** @throws with `response.status` 401, so that n8n calls `fetchToken` and comes back */
export function authenticate(
	credential: Credential,
	options: IHttpRequestOptions & { uri?: string },
): IHttpRequestOptions {
	// Of our own node.
	if (credential.isSigned === false) return signed(credential, options);
	const { [TEST_HEADER]: mark, ...headers } = options.headers ?? {};
	const request = { ...options, headers };
	const { base, key } = accessOf(credential);
	const path = options.url ?? options.uri ?? '';
	const { origin, pathname } = new URL((options.baseURL ?? '') + path);
	const own = new URL(base).origin;
	if (origin !== own) {
		throw userError({
			what: `This credential is for ${own} only, and the request goes to ${origin}`,
			advice: 'Use another credential for it',
		});
	}
	if (origin + pathname === `${base}/token`) return request;
	credential.accessToken = accountOf(key).token.current;
	credential.isTest = mark !== undefined;
	if (credential.isTest) {
		assertExamples(credential);
		// The login has to prove account and key.
		if (!credential.isProven) credential.accessToken = '';
	}
	return signed(credential, request);
}

function signed(
	credential: Credential,
	options: IHttpRequestOptions,
): IHttpRequestOptions {
	const token = credential.accessToken as string;
	if (token === '') {
		const needed = new UserError('A new access token is needed');
		throw Object.assign(needed, { response: { status: 401 } });
	}
	credential.isSigned = true;
	const headers = { ...options.headers, Authorization: `Bearer ${token}` };
	return { ...options, headers };
}
