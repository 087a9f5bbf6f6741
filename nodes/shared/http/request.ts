import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import type { ServiceAddress } from '../credential/address';
import { queryWith } from '../credential/address';

/** The methods of the service-items endpoints (SERVICE-API.md section 4). */
export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** One request to the service-items endpoints (SERVICE-API.md section 4). */
export interface ServiceRequest {
	method: Method;
	/** The service item in the path; absent for the collection /services. */
	serviceId?: string;
	/** The address of a further page of a list, as the service gave it, in place of path and query. */
	link?: string;
	query?: IDataObject;
	body?: object;
	/** What a create is recognized by, should it come twice. */
	idempotencyKey?: string;
}

/** What the examples of the credential say about requests and answers. */
export interface ApiExamples {
	/** The headers of every request to /services. The key, if they have a blank for it, goes with creates only. */
	headers(idempotencyKey?: string): { [name: string]: string };
	/** Whether creates carry a key, under which the service makes no second charge. */
	hasIdempotencyKey: boolean;
	/** Whether a service item, or a list with one, is in an answer. */
	hasItem(body: unknown): boolean;
	/** Whether an example has a blank at this place of an answer. */
	hasPlaceAt(path: string[]): boolean;
}

/** Method and path without the id: what a scope is granted for. */
export function endpointOf({ method, serviceId }: ServiceRequest): string {
	return `${method} /services${serviceId === undefined ? '' : '/{serviceId}'}`;
}

/**
 * The options for n8n's request helper. A new object every time, as the helper writes into it.
 *
 * @param timeout how long the service may take to answer, in milliseconds
 */
export function httpOptionsOf(
	{ method, serviceId, link, query, body, idempotencyKey }: ServiceRequest,
	{
		address,
		timeout,
		examples,
	}: { address: ServiceAddress; timeout: number; examples: ApiExamples },
): IHttpRequestOptions {
	const path = serviceId === undefined ? '' : `/${encodeURIComponent(serviceId)}`;
	const qs = queryWith(address, query, link);
	const own = { Accept: 'application/json', ...(body && { 'Content-Type': 'application/json' }) };
	return {
		method,
		url: link ?? `${address.base}/services${path}`,
		headers: headersWith(own, examples.headers(method === 'POST' ? idempotencyKey : undefined)),
		// A parameter may be given several times.
		...(qs && { qs, arrayFormat: 'repeat' as const }),
		...(body && { body }),
		// Read as bytes: n8n takes all for UTF-8, and hands out a body that is not JSON without saying so.
		encoding: 'arraybuffer',
		returnFullResponse: true,
		// Statuses are judged in one place, a 401 included: n8n before 2.9 cannot except it.
		ignoreHttpStatusErrors: true,
		// A redirect would turn a POST into a GET, or take the token to another address.
		disableFollowRedirect: true,
		timeout,
	};
}

/** The names of headers are the same in upper and lower case: what the credential says counts. */
function headersWith(
	own: { [name: string]: string },
	given: { [name: string]: string },
): IDataObject {
	const names = new Set(Object.keys(given).map((name) => name.toLowerCase()));
	const kept = Object.entries(own).filter(([name]) => !names.has(name.toLowerCase()));
	return { ...Object.fromEntries(kept), ...given };
}
