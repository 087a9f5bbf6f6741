import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { TokenRequest } from './accessTokens';

/**
 * The request each decrypted credential is being used for. n8n hands the same object to `authenticate` and,
 * after a 401, to `preAuthentication`, but tells the latter nothing about the request that was refused.
 */
const pending = new WeakMap<ICredentialDataDecryptedObject, TokenRequest>();

/** Credentials whose account and key the service has just accepted, in an exchange made for them. */
const proven = new WeakSet<ICredentialDataDecryptedObject>();

/** Notes what `credential` is about to be used for. */
export function notePending(
	credential: ICredentialDataDecryptedObject,
	request: TokenRequest,
): void {
	pending.set(credential, request);
}

/** The request noted for `credential`; undefined when it is used by another node and not yet known. */
export function pendingOf(credential: ICredentialDataDecryptedObject): TokenRequest | undefined {
	return pending.get(credential);
}

/** Credentials whose token has been put on a request, which is the last thing before n8n sends it. */
const signed = new WeakSet<ICredentialDataDecryptedObject>();

/** Notes that a request was given the token of `credential`. */
export function noteSigned(credential: ICredentialDataDecryptedObject): void {
	signed.add(credential);
}

/** False while nothing can have been sent with `credential`. */
export function isSigned(credential: ICredentialDataDecryptedObject): boolean {
	return signed.has(credential);
}

/** Notes that an exchange for `credential` has just succeeded. */
export function noteProven(credential: ICredentialDataDecryptedObject): void {
	proven.add(credential);
}

/** True when an exchange for this very object has succeeded. */
export function isProven(credential: ICredentialDataDecryptedObject): boolean {
	return proven.has(credential);
}

/**
 * Logins that did not succeed, by the credential they were for. n8n's older request helper asks a second time
 * for the same object, whatever went wrong; and from what n8n 1.100 to 2.33 throws one cannot tell why it went wrong.
 */
const failedLogins = new WeakMap<ICredentialDataDecryptedObject, unknown>();

/** Why no token could be fetched for `credential`; undefined when that is not what went wrong. */
export function failedLoginOf(credential: ICredentialDataDecryptedObject): unknown {
	return failedLogins.get(credential);
}

/** Runs a login for `credential`; one that did not succeed before is not run again, but fails the same way. */
export async function loginOnce<Result>(
	credential: ICredentialDataDecryptedObject,
	login: () => Promise<Result>,
): Promise<Result> {
	if (failedLogins.has(credential)) throw failedLogins.get(credential);
	return await login().catch((error: unknown) => {
		failedLogins.set(credential, error);
		throw error;
	});
}
