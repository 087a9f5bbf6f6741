import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import { parseUrl, serviceAddress } from './address';
import { apiFormatOf } from '../format/examples';
import { serviceAccessOf } from './credential';
import { fingerprintOf } from './fingerprint';
import { assertNeedsNoInput } from './inputNeeded';
import { contextOf } from './requestContext';

const REMEDY = 'It cannot be tested on its own: run a workflow with it';

/** Marks the request behind the Test button; it is taken off before anything is sent. */
export const CREDENTIAL_TEST_HEADER = 'x-reservation-service-credential-test';

/**
 * Puts the bearer token on a request (SERVICE-API.md section 5, step 2) and returns the new options. Without a token of the
 * present address, account and key nothing is sent, nor by the Test button before an exchange has proven account and key
 * (n8n 2.41 would test an old token).
 *
 * @throws UserError with `response.status` 401, whereupon n8n calls `preAuthentication` and comes back; plain when the
 * address is unusable
 */
export function authenticate(
	credential: ICredentialDataDecryptedObject,
	options: IHttpRequestOptions,
): IHttpRequestOptions {
	const access = serviceAccessOf(credential);
	const { [CREDENTIAL_TEST_HEADER]: testMark, ...headers } = options.headers ?? {};
	const isTest = testMark !== undefined;
	const context = contextOf(credential);
	const account = context.request?.access ?? access;
	if (isTest) assertTestable(credential);
	const { base: own } = serviceAddress(account);
	const target = targetOf(options);

	if (target?.href.replace(/\/+$/, '') === `${own}/token`) return { ...options, headers };
	// Not one of our nodes, or the Test button.
	context.request ??= { mustExchange: isTest };
	const isUsable =
		access.accessToken !== '' && access.accessTokenFingerprint === fingerprintOf(account);
	if (!isUsable || (isTest && !context.isProven)) throw tokenNeeded();

	if (target) assertOwnService(target, own);
	context.isSigned = true;
	return { ...options, headers: { ...headers, Authorization: `Bearer ${access.accessToken}` } };
}

/**
 * A run looks at the settings at its start; only the Test button would not. Most expressions that need an input item n8n itself
 * complains of there.
 *
 * @throws UserError naming the setting that is no good, or saying that there is no account to test
 */
function assertTestable(credential: ICredentialDataDecryptedObject): void {
	apiFormatOf(credential);
	assertNeedsNoInput(credential, REMEDY);
}

/** The full address without its query, if it is one. The older request helper of n8n calls it `uri`. */
function targetOf(options: IHttpRequestOptions & { uri?: string }): URL | undefined {
	const url = options.url ?? options.uri ?? '';
	return parseUrl(`${options.baseURL ?? ''}${url}`.replace(/[?#].*$/, ''));
}

/** The token belongs to one service, whatever address an HTTP Request node is pointed at. */
function assertOwnService({ origin }: URL, own: string): void {
	if (`${own}/`.startsWith(`${origin}/`)) return;
	throw userError(
		`This credential is for ${new URL(own).origin} only, and the request goes to ${origin}`,
		`Change the URL of the request, or the address in the credential.`,
	);
}

function tokenNeeded(): Error {
	return Object.assign(new UserError('A new access token is needed'), {
		response: { status: 401 },
	});
}
