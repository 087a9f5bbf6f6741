import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { TokenRequest } from './accessTokens';

/** What is known of the one request that a decrypted credential is used for. */
export interface RequestContext {
	/** Absent while another node uses it, and nobody has said what for. */
	request?: TokenRequest;
	/** True once its token is on the request, the last thing before n8n sends it: until then nothing can have been sent. */
	isSigned?: boolean;
	/** True once an exchange made for it has shown that account and key are right. */
	isProven?: boolean;
	/** Why no token could be fetched for it. What n8n 1.100 to 2.33 throw does not tell. */
	failedLogin?: Error;
}

/**
 * n8n hands the same object to `authenticate` and, after a 401, to `preAuthentication`, but tells the latter nothing about the
 * request that was refused.
 */
const contexts = new WeakMap<ICredentialDataDecryptedObject, RequestContext>();

/** The context of a decrypted credential, to be read and written. */
export function contextOf(credential: ICredentialDataDecryptedObject): RequestContext {
	const context = contexts.get(credential) ?? {};
	contexts.set(credential, context);
	return context;
}

/** Runs a login, but not again where one has failed: n8n's older request helper asks twice, whatever went wrong. */
export async function loginOnce<Result>(
	context: RequestContext,
	login: () => Promise<Result>,
): Promise<Result> {
	if (context.failedLogin) throw context.failedLogin;
	return await login().catch((error: Error) => {
		context.failedLogin = error;
		throw error;
	});
}
