import type { IHttpRequestOptions } from 'n8n-workflow';

import { userError } from '../n8n/userError';

/** To /services, or to one service item (docs/service-api.md). */
export interface ServiceRequest {
	method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
	serviceId?: string;
	query?: Record<string, string>;
	body?: object;
	/** Of a create: a service that knows it makes no second charge. */
	idempotencyKey?: string;
	/** For texts. */
	reservationId?: string;
	/** Of a deletion: the item may be gone, and that is fine. */
	mayBeGone?: boolean;
	/** Of a create: it is found in the list if it has arrived. */
	isProtected?: boolean;
	/** An earlier request for the same may have been carried out. */
	mayHaveArrived?: boolean;
}

export const RAW_ANSWER = {
	// n8n would round long numbers, and hand out what is no JSON as if it were.
	encoding: 'arraybuffer',
	returnFullResponse: true,
	ignoreHttpStatusErrors: true,
	// It would turn a POST into a GET, or take the token to another address.
	disableFollowRedirect: true,
} as const;

/** A new object every time, as n8n's request helper writes into it. */
export function httpOptionsOf(
	{ method, serviceId = '', query, body }: ServiceRequest,
	base: string,
	headers: Record<string, string>,
): IHttpRequestOptions {
	// Without an ID, a change would be one of all service items.
	const needsId = method === 'PATCH' || method === 'DELETE';
	if (/^\.\.?$/.test(serviceId) || (needsId && serviceId === '')) {
		throw userError({
			what: `'${serviceId}' cannot be the ID of a service item`,
			advice: `Check {id} in 'List Response' in the credential`,
		});
	}
	const path = serviceId && `/${encodeURIComponent(serviceId)}`;
	const type = body && { 'Content-Type': 'application/json' };
	return {
		method,
		url: `${base}/services${path}`,
		headers: { Accept: 'application/json', ...type, ...headers },
		qs: query,
		...(body && { body }),
		...RAW_ANSWER,
	};
}
