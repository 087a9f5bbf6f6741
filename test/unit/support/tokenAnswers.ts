import type { IHttpRequestHelper, IN8nHttpFullResponse } from 'n8n-workflow';

import type { ServiceAccess } from '../../../nodes/shared/access/credential';
import { exchangeToken } from '../../../nodes/shared/access/tokenExchange';
import { accessWith } from './access';

/** What POST /token comes back with; a text stands as it is. */
export function answer(statusCode: number, body: unknown, headers = {}): IN8nHttpFullResponse {
	return { statusCode, headers, body: typeof body === 'string' ? body : JSON.stringify(body) };
}

/** The token of an exchange that the service answers so, or that breaks off so. */
export async function exchange(
	response: IN8nHttpFullResponse | Error,
	access: ServiceAccess = accessWith(),
): Promise<string> {
	const httpRequest = () =>
		response instanceof Error ? Promise.reject(response) : Promise.resolve(response);
	return await exchangeToken(httpRequest as IHttpRequestHelper['helpers']['httpRequest'], access);
}
