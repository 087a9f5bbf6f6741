import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import type { ServiceAddress } from '../access/address';

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

/** Method and path without the id: what a scope is granted for. */
export function endpointOf({ method, serviceId }: ServiceRequest): string {
	return `${method} /services${serviceId === undefined ? '' : '/{serviceId}'}`;
}

/**
 * The options for n8n's request helper. A new object every time, as the helper writes into it.
 *
 * @param timeout how long the service may take to answer, in milliseconds
 * @param given the headers that the credential gives every request
 */
export function httpOptionsOf(
	{ method, serviceId, link, query, body }: ServiceRequest,
	{ base, query: always }: ServiceAddress,
	timeout: number,
	given: { [name: string]: string },
): IHttpRequestOptions {
	const path = serviceId === undefined ? '' : `/${encodeURIComponent(serviceId)}`;
	const qs = queryOf(query, link, always);
	return {
		method,
		url: link ?? `${base}/services${path}`,
		headers: headersWith(
			{
				Accept: 'application/json',
				...(body && { 'Content-Type': 'application/json' }),
			},
			given,
		),
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
function headersWith(own: IDataObject, given: { [name: string]: string }): IDataObject {
	const names = Object.keys(given);
	if (names.length === 0) return own;
	const lower = new Set(names.map((name) => name.toLowerCase()));
	const kept = Object.entries(own).filter(([name]) => !lower.has(name.toLowerCase()));
	return { ...Object.fromEntries(kept), ...given };
}

/** A link of the service has its parameters already; those that every request carries are added where it lacks them. */
function queryOf(
	query: IDataObject | undefined,
	link: string | undefined,
	always: ServiceAddress['query'],
): IDataObject | undefined {
	const known = link === undefined ? undefined : new URL(link).searchParams;
	const added = Object.entries(always).filter(([name]) => !known?.has(name));
	return query || added.length > 0 ? { ...Object.fromEntries(added), ...query } : undefined;
}
