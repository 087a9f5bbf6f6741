import type { IHttpRequestOptions } from 'n8n-workflow';

import { accessOf } from '../credential/access';
import type { Settings } from '../credential/settings';
import { assertExamples } from '../format/apiFormat';
import { userError } from '../n8n/userError';
import { connectionOf, type Helpers } from './connection';
import { reasonOf } from './failure';
import type { Answer } from './reply';

/*
 * n8n calls the hooks of a request with one credential object. It is given no
 * token to store: else its HTTP Request node would send a failed charge again.
 */

export const TEST_HEADER = 'x-reservation-service-credential-test';

export async function fetchToken(credential: Settings, helpers: Helpers) {
	const connection = connectionOf(accessOf(credential));
	// With what n8n comes back, it was refused.
	const refused = credential.accessToken as string;
	const issued = await connection.getToken(helpers, refused);
	Object.assign(credential, { accessToken: tokenIn(issued), helpers });
	return {};
}

export async function authenticate(
	credential: Settings,
	options: IHttpRequestOptions & { uri?: string },
): Promise<IHttpRequestOptions> {
	// Of our own node.
	if (credential.isSigned === false) credential.isSigned = true;
	else {
		const access = accessOf(credential);
		const path = options.url ?? options.uri ?? '';
		const { origin, pathname } = new URL((options.baseURL ?? '') + path);
		const target = origin + pathname;
		if (!`${target}/`.startsWith(`${access.base}/`)) {
			const what = `This credential is for ${access.base} only`;
			throw userError({ what, advice: '' });
		}
		if (target === `${access.base}/token`) return options;
		if (options.headers?.[TEST_HEADER]) {
			assertExamples(credential);
			// A new login proves account and key.
			const connection = connectionOf(access);
			const helpers = credential.helpers as unknown as Helpers;
			const issued = await connection.renewToken(helpers);
			credential.accessToken = tokenIn(issued);
		}
	}
	const Authorization = `Bearer ${credential.accessToken as string}`;
	const headers = { ...options.headers, Authorization };
	return { ...options, headers };
}

function tokenIn(issued: string | Answer) {
	if (typeof issued === 'string') return issued;
	throw userError(reasonOf(issued, 'POST'));
}
