import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import type { AskedFor } from '../answers/failureInBody';
import type { ApiFormat } from '../wire/apiFormat';
import type { RequestConstants } from '../wire/requestConstants';

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
	body?: IDataObject;
	/** What a create is recognized by, should it come twice. */
	idempotencyKey?: string;
}

/** What the answer to a request should bring. */
export function askedForBy({ method, serviceId }: ServiceRequest): AskedFor {
	if (method === 'GET') return serviceId === undefined ? 'list' : 'item';
	return method === 'POST' ? 'creation' : 'change';
}

/** Method and path without the id: what a scope is granted for. */
export function endpointOf({ method, serviceId }: ServiceRequest): string {
	return `${method} /services${serviceId === undefined ? '' : '/{serviceId}'}`;
}

/**
 * The options for n8n's request helper. A new object every time, as the helper writes into it.
 *
 * @param address base address without a trailing slash
 * @param timeout how long the service may take to answer, in milliseconds
 * @param format what every request carries, and the header for the key of a create
 */
export function httpOptionsOf(
	{ method, serviceId, link, query, body, idempotencyKey }: ServiceRequest,
	address: string,
	timeout: number,
	{ constants, idempotencyHeader }: Pick<ApiFormat, 'constants' | 'idempotencyHeader'>,
): IHttpRequestOptions {
	const path = serviceId === undefined ? '' : `/${encodeURIComponent(serviceId)}`;
	const qs = queryOf(query, link, constants.query);
	return {
		method,
		url: link ?? `${address}/services${path}`,
		headers: withConstants(
			{
				Accept: 'application/json',
				...(body && { 'Content-Type': 'application/json' }),
				...(idempotencyKey !== undefined && { [idempotencyHeader]: idempotencyKey }),
			},
			constants.headers,
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
function withConstants(own: IDataObject, constants: RequestConstants['headers']): IDataObject {
	const names = Object.keys(constants);
	if (names.length === 0) return own;
	const given = new Set(names.map((name) => name.toLowerCase()));
	const kept = Object.entries(own).filter(([name]) => !given.has(name.toLowerCase()));
	return { ...Object.fromEntries(kept), ...constants };
}

/** A link of the service has its parameters already; those that every request carries are added where it lacks them. */
function queryOf(
	query: IDataObject | undefined,
	link: string | undefined,
	constants: RequestConstants['query'],
): IDataObject | undefined {
	const known = link === undefined ? undefined : new URL(link).searchParams;
	const added = Object.entries(constants).filter(([name]) => !known?.has(name));
	return query || added.length > 0 ? { ...Object.fromEntries(added), ...query } : undefined;
}
