import { CHECK, settingName } from '../format/fields';
import { ApiError, type Told } from '../n8n/userError';
import { kindOf } from './outcome';
import type { Answer } from './reply';
import type { ServiceRequest } from './request';
import { missingIn } from './words';

/** A request that was not done, or may not have been. */
export class RequestFailure extends ApiError {
	/** Of this and all tries before. */
	readonly outcome: 'refused' | 'unclear';
	/** 2xx: it cannot be read; 0: a login's, or none. */
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
		super('The request did not succeed');
		this.outcome = request.mayHaveArrived ? 'unclear' : 'refused';
		this.status = answer.isLogin ? 0 : answer.status;
		this.isJson = answer.isJson;
		this.isOwnTimeout = answer.trouble === 'timeout';
		this.told = reasonOf(answer, said, request.method);
		this.told.what = `${subjectOf(request)}: ${this.told.what}`;
		// The one outcome that may cost a guest money.
		if (request.method === 'POST' && request.mayHaveArrived) {
			this.told.advice = request.isProtected ? RUN_AGAIN : LOOK_FIRST;
			this.told.more = '';
		}
	}
}

const RUN_AGAIN =
	'Run this again: it looks first, and recognizes what is there. It may still arrive';
const LOOK_FIRST =
	"Look at the reservation before creating it again (Get Many): it is not sent again, so that nobody is charged twice. 'Prevent Duplicates' looks by itself";

const REFUSED = {
	GET: 'could not be read',
	POST: 'was not created',
	PATCH: 'was not updated',
	DELETE: 'was not deleted',
};

function subjectOf(request: ServiceRequest): string {
	const { method, serviceId, reservationId, mayHaveArrived } = request;
	let item = method === 'GET' ? 'service items' : 'service item';
	if (serviceId) item = `service item '${serviceId}'`;
	if (!mayHaveArrived) return `The ${item} ${REFUSED[method]}`;
	if (method === 'POST') {
		return `The ${item} may or may not have been created on reservation '${reservationId}'`;
	}
	const change = method === 'PATCH' ? 'update' : 'deletion';
	return `The ${change} of ${item} may or may not have been carried out, and can be run again`;
}

export function reasonOf(
	answer: Answer,
	said: string,
	method: ServiceRequest['method'],
): Told {
	const { status, waitMs, headers } = answer;
	const kind = kindOf(answer);
	const row = REASONS.find(([kinds]) => kinds.test(kind));
	let what = row?.[1] ?? 'the service did not accept it';
	let advice = row?.[2] ?? adviceOn(said, method);
	if (kind.startsWith('3') && headers.location) {
		what += ` to ${(headers.location as string).replace(/\?.*/, '')}`;
	}
	if (status > 0) what += ` (status ${status})`;
	if (said) what += `: ${said}`;
	if (answer.isLogin) what = `No access token came: ${what}`;
	if (waitMs > 0) {
		const seconds = Math.ceil(waitMs / 1000);
		advice = `It asks to wait ${seconds} seconds: run the workflow again after that`;
	}
	return { what, advice, more: row ? '' : CHECK };
}

function adviceOn(said: string, method: ServiceRequest['method']): string {
	const setting = settingName(SETTINGS[method]);
	const missing = missingIn(said);
	if (!missing || method === 'DELETE') {
		return `Check the fields of this item, whether the reservation is open, and ${setting}`;
	}
	if (method !== 'GET') return `Fill in '${missing}', or add it to ${setting}`;
	return `Enter { "${missing}": "{reservationId}" } as ${setting}`;
}

const SETTINGS = {
	GET: 'listQuery',
	POST: 'createBody',
	PATCH: 'updateBody',
	DELETE: 'listResponse',
} as const;

const LATER = 'Try again later';
const ADDRESS = 'Check the address in the credential';

/** The first row that fits the kind: why, and what to do. */
const REASONS: Array<[RegExp, string, string]> = [
	[/unsent/, 'n8n did not send the request', 'Look in n8n for the reason'],
	[/stopped/, 'the execution was stopped', 'Look at the reservation'],
	[
		/unreachable/,
		'the service cannot be reached',
		`${ADDRESS} and the network`,
	],
	[/lost/, 'the connection broke off', `${ADDRESS} and the network`],
	[/timeout|408/, 'the service did not answer in time', LATER],
	[/^5/, 'the service is not working properly', LATER],
	[
		/certificate/,
		"the service's certificate is not trusted",
		`${ADDRESS}, or start n8n with NODE_EXTRA_CA_CERTS`,
	],
	[
		/^3/,
		'the service redirects',
		'Put the final address into the credential, as redirects are not followed',
	],
	[
		/407/,
		'a proxy between n8n and the service asks for a login',
		'Give n8n the login of the proxy, in HTTPS_PROXY',
	],
	[
		/page/,
		'the answer is not JSON: it may be the web page of a firewall, a sign-in or a proxy',
		"Have n8n's address allowed by whoever runs the service, and check the address in the credential",
	],
	[
		/404|410/,
		'there is no such reservation, service item or address',
		"Check the ID, and the address in the credential. For what was deleted, Delete has the option 'Ignore Missing'",
	],
	[
		/429/,
		'the service is receiving too many requests',
		`${LATER}, with lower 'Requests at a Time' in the credential`,
	],
	[
		/login/,
		'the service refused the login',
		"Check 'Account ID' and 'API Key' in the credential: they belong together, to this address and environment",
	],
	[
		/401|403/,
		"the API key's scope does not include this operation",
		'A new API key with the needed scope is required, as scopes are fixed when a key is generated',
	],
];
