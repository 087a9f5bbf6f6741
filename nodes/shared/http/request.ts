import type { IDataObject, IHttpRequestOptions, UserError } from 'n8n-workflow';

import type { ServiceAddress } from '../credential/access';
import { parseUrl } from '../credential/access';
import { userError } from '../n8n/userError';
import { RAW_ANSWER } from './reply';
import type { Texts } from '../format/fields';
import type { RequestKind } from './responses';

/** To the service-items endpoints (docs/service-api.md). */
export interface ServiceRequest {
	method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
	/** Absent for the collection /services. */
	serviceId?: string;
	/**
	 * To a further page of a list, as the service gave it, in place of path and
	 * query.
	 */
	link?: string;
	query?: IDataObject;
	/** Added to the parameters of the address; those of `query` win. */
	moreQuery?: IDataObject;
	body?: object;
	idempotencyKey?: string;
	/** For texts; how it is sent is up to query and body. */
	reservationId?: string;
	/** True when the item to delete may be gone, and that is fine. */
	mayBeGone?: boolean;
	/** True when an earlier try of the same change may have been carried out. */
	mayHaveArrived?: boolean;
	/** True for a create that is found in the list if it has arrived. */
	isProtected?: boolean;
}

export function kindOf(request: ServiceRequest): RequestKind {
	const { method, serviceId, mayBeGone, mayHaveArrived } = request;
	switch (method) {
		case 'GET':
			return serviceId === undefined ? 'list' : 'get';
		case 'POST':
			return 'create';
		case 'PATCH':
			return 'update';
		case 'DELETE':
			return mayBeGone || mayHaveArrived ? 'deleteIfThere' : 'delete';
	}
}

/**
 * False for an ID that would lead to another path than that of one service
 * item.
 */
export function fitsPath(serviceId: string): boolean {
	return !/^\.{0,2}$/.test(serviceId) && !/\p{Surrogate}/u.test(serviceId);
}

/** Method and path without the ID: what a scope is granted for. */
export function endpointOf({ method, serviceId }: ServiceRequest): string {
	return `${method} /services${serviceId === undefined ? '' : '/{serviceId}'}`;
}

/** A new object every time, as n8n's request helper writes into it. */
export function httpOptionsOf(
	request: ServiceRequest,
	{
		address,
		headers,
		timeout,
	}: { address: ServiceAddress; headers: Texts; timeout: number },
): IHttpRequestOptions {
	const { method, query, moreQuery, body } = request;
	const url = urlOf(request, address);
	// A link has some parameters already, which may be those of the address.
	const linked = new URL(url).searchParams;
	const added = Object.entries(address.query).filter(
		([name]) => !linked.has(name),
	);
	const qs = { ...joined(Object.fromEntries(added), moreQuery), ...query };
	// axios takes the last of a name, in whatever case: what the credential says
	// counts.
	const own = {
		Accept: 'application/json',
		...(body && { 'Content-Type': 'application/json' }),
	};
	return {
		method,
		url,
		headers: { ...own, ...headers },
		qs,
		arrayFormat: 'repeat',
		...(body && { body }),
		...RAW_ANSWER,
		timeout,
	};
}

function urlOf(
	{ method, serviceId, link }: ServiceRequest,
	address: ServiceAddress,
): string {
	if (link !== undefined) return linkedAddress(link, address);
	if (serviceId === undefined && (method === 'GET' || method === 'POST')) {
		return `${address.base}/services`;
	}
	// Without an ID, a change would be one of all service items.
	const id = serviceId ?? '';
	if (!fitsPath(id)) throw notAnId(id);
	return `${address.base}/services/${encodeURIComponent(id)}`;
}

/**
 * A path starts at the host, or at the base address if it lacks its prefix.
 *
 * @throws UserError when the link to the next page leads to another service, as
 * the token would go there
 */
function linkedAddress(link: string, { base }: ServiceAddress): string {
	const { origin, pathname } = new URL(base);
	const isBelowBase =
		link.startsWith('/services') && !pathname.startsWith('/services');
	const url = parseUrl(
		isBelowBase ? `${base}${link}` : link,
		`${base}/services`,
	);
	if (url?.origin === origin && !url.username && !url.password) return url.href;
	throw userError({
		what: 'The link to the next page of the list leads to another address than that of the service, so it was not followed',
		advice:
			'Enter the address in the credential with the scheme, host and port that the service uses in its links, or show another way of paging in the examples',
	});
}

function joined(below: IDataObject, above: IDataObject = {}): IDataObject {
	const all = { ...below };
	for (const [name, value] of Object.entries(above)) {
		all[name] = [below[name] ?? [], value].flat();
	}
	return all;
}

function notAnId(serviceId: string): UserError {
	return userError({
		what: `'${serviceId}' cannot be the ID of a service item`,
		advice: `Check {id} in 'List Response' in the credential`,
	});
}
