import { CHECK } from '../format/fields';
import type { Told } from '../n8n/userError';
import { ApiError } from '../n8n/userError';
import type { Answer } from './reply';
import type { ServiceRequest } from './request';
import { missingIn } from './words';

/** A request that was not done, or may not have been. */
export class RequestFailure extends ApiError {
	/** Of this and all tries before. `refused`: certainly not carried out. */
	readonly outcome: 'refused' | 'unclear';
	/** 2xx: it was answered, and cannot be read. */
	readonly status: number;
	readonly isJson: boolean;
	/** Our own Timeout ended it: it may still be under way. */
	readonly isOwnTimeout: boolean;
	readonly told: Told;

	/** @param said the service's own words */
	constructor(
		readonly request: ServiceRequest,
		answer: Answer,
		said = '',
	) {
		super('The request to the reservation service did not succeed');
		this.outcome = request.mayHaveArrived ? 'unclear' : 'refused';
		this.status = answer.status;
		this.isJson = answer.isJson;
		this.isOwnTimeout = answer.trouble === 'timeout';
		const reason = answer.noToken ?? reasonOf(answer, said, request.method);
		const isOpen = request.mayHaveArrived && request.method === 'POST';
		const next = isOpen ? nextOf(request) : reason;
		this.told = { ...next, what: `${subjectOf(request)}: ${reason.what}` };
	}
}

/** After the one outcome that may cost a guest money. */
function nextOf({ isProtected }: ServiceRequest) {
	const advice = isProtected
		? 'Run this again: it looks first, and recognizes what is there'
		: 'Look at the reservation before creating it again: Get Many shows whether it is there';
	const more = isProtected
		? 'It may still arrive: look at the reservation later.'
		: "It is not sent again, so that the guest is not charged twice. 'Prevent Duplicates' looks for it by itself.";
	return { advice, more };
}

function subjectOf(request: ServiceRequest): string {
	const { method, serviceId, reservationId, mayHaveArrived } = request;
	const item = serviceId ? `service item '${serviceId}'` : 'service items';
	if (method === 'GET') return `The ${item} could not be read`;
	if (method === 'POST') {
		const where = reservationId ? ` on reservation '${reservationId}'` : '';
		return mayHaveArrived
			? `The service item may or may not have been created${where}`
			: 'The service item was not created';
	}
	const isUpdate = method === 'PATCH';
	if (!mayHaveArrived) {
		return `The ${item} was not ${isUpdate ? 'updated' : 'deleted'}`;
	}
	const change = isUpdate ? 'update' : 'deletion';
	return `The ${change} of ${item} may or may not have been carried out, and can be run again`;
}

/** @param method undefined for a login */
export function reasonOf(
	answer: Answer,
	said: string,
	method?: ServiceRequest['method'],
): Told {
	const { status, waitMs } = answer;
	const row = REASONS[keyOf(answer)] ?? REASONS[Math.floor(status / 100)];
	let [what, advice] = row ?? ['the service did not accept it', ADDRESS];
	const target = status < 400 && answer.headers.location;
	if (target) what += ` to ${(target as string).replace(/\?.*/, '')}`;
	if (status > 0) what += ` (status ${status})`;
	if (said) what += `: ${said}`;
	if (!row && method) advice = adviceOn(method, said);
	if (waitMs > 0) {
		const seconds = Math.ceil(waitMs / 1000);
		advice = `It asks to wait ${seconds} seconds: run the workflow again after that`;
	}
	return { what, advice, more: row ? '' : CHECK };
}

function keyOf({ status, trouble, isJson, body }: Answer): string | number {
	if (trouble) return trouble;
	if (status < 300 && !isJson) return 'unreadable';
	// A web page is no verdict on key or values.
	const isPage = /^\s*<(!doctype|html)/i.test(`${body as string}`);
	return isPage && status < 500 && status !== 407 ? 'page' : status;
}

const SETTINGS = {
	GET: 'List Query',
	POST: 'Create Body',
	PATCH: 'Update Body',
	DELETE: 'List Response',
};

/** Of a refusal that may be about values, or about their names. */
function adviceOn(method: ServiceRequest['method'], said: string): string {
	const missing = missingIn(said);
	const setting = `'${SETTINGS[method]}' in the credential`;
	if (!missing || method === 'DELETE') {
		return `Check the fields of this item, whether the reservation is open, and ${setting}`;
	}
	if (method !== 'GET') return `Fill in '${missing}', or add it to ${setting}`;
	return `Enter { "${missing}": "{reservationId}" } as ${setting}`;
}

const LATER = 'Try again later';
const ADDRESS = 'Check the address in the credential';
const SCOPE = [
	"the API key's scope does not include this operation",
	'A new API key with the needed scope is required, as scopes are fixed when a key is generated',
] as const;
const GONE = [
	'there is no such reservation, service item or address',
	"Check the ID, and the address in the credential. For what was deleted, Delete has the option 'Ignore Missing'",
] as const;

/** Why, and what to do: by trouble, status, or its first digit. */
const REASONS: Partial<Record<string, readonly [string, string]>> = {
	unsent: ['n8n did not send the request', 'Look in n8n for the reason'],
	unreachable: ['the service cannot be reached', `${ADDRESS} and the network`],
	certificate: [
		"the service's certificate is not trusted",
		`${ADDRESS}, or start n8n with NODE_EXTRA_CA_CERTS`,
	],
	timeout: ['the service did not answer in time', LATER],
	lost: ['the connection broke off', `${ADDRESS} and the network`],
	stopped: ['the execution was stopped', 'Look at the reservation'],
	unreadable: ['the answer could not be read, as it is not JSON', ADDRESS],
	page: [
		'a web page came in place of an answer: a firewall, a sign-in page or a proxy answered',
		"Have n8n's address allowed by whoever runs the service",
	],
	3: [
		'the service redirects',
		'Put the final address into the credential, as redirects are not followed',
	],
	401: SCOPE,
	403: SCOPE,
	404: GONE,
	407: [
		'a proxy between n8n and the service asks for a login',
		'Give n8n the login of the proxy, in HTTPS_PROXY',
	],
	409: [
		'it conflicts with what the service holds',
		'Look at the reservation before the next try',
	],
	410: GONE,
	429: [
		'the service is receiving too many requests',
		"Try again later, with lower 'Requests at a Time' in the credential",
	],
	5: ['the service is not working properly', LATER],
};
