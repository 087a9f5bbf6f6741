import type { IHttpRequestOptions } from 'n8n-workflow';

import { unusable } from '../format/fields';

export interface ServiceRequest {
	method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
	serviceId?: string;
	query?: Record<string, string>;
	body?: object;
	/** With the same one, a service makes no second charge. */
	idempotencyKey?: string;
	/** For texts. */
	reservationId?: string;
	/** Of a deletion: it may have been done already. */
	mayBeGone?: boolean;
	/** An earlier request for the same may have been carried out. */
	mayHaveArrived?: boolean;
}

export function optionsOf(
	{ method, query, body }: ServiceRequest,
	url: string,
	timeout: number,
	headers?: Record<string, string>,
): IHttpRequestOptions {
	return {
		method,
		url,
		headers: { Accept: 'application/json', ...headers },
		qs: query,
		body,
		timeout,
		// n8n would round long numbers.
		encoding: 'arraybuffer',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// It would turn a POST into a GET, or take the token to another address.
		disableFollowRedirect: true,
	};
}

/** Without an ID, a change would be one of all service items. */
export function pathOf({ method, serviceId = '' }: ServiceRequest): string {
	if (serviceId === '' && /GET|POST/.test(method)) return '';
	if (!/^\.{0,2}$/.test(serviceId)) return `/${encodeURIComponent(serviceId)}`;
	const what = `gives the ID '${serviceId}'`;
	throw unusable('listResponse', what, 'Correct {id}');
}
