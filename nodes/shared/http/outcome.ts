import { valueAt } from '../format/json';
import type { Told } from '../n8n/userError';
import type { Answer, NoAnswer, Reply } from './reply';
import type { ServiceRequest } from './request';
import { isWebPage } from './words';

/** What a reply means for its request. */
export interface Outcome {
	/** `refused`: certainly not carried out; `unclear`: it may have been. */
	is: 'done' | 'refused' | 'unclear';
	/** It may be sent again without harm. */
	mayResend: boolean;
	/** Why; goes on after what happened to the request. */
	told: Told;
}

/** @param said the service's own words, behind a colon; or nothing */
export function outcomeOf(
	request: ServiceRequest,
	reply: Reply,
	said: string,
): Outcome {
	const told = toldOf(reply, said);
	const is = stateOf(request, reply);
	const { method, idempotencyKey } = request;
	if (is !== 'unclear') {
		const isUnsent = 'trouble' in reply && reply.trouble === 'unreachable';
		const isThrottled = 'status' in reply && reply.status === 429;
		return { is, mayResend: isUnsent || isThrottled, told };
	}
	// PATCH and DELETE twice are the same as once; a POST would charge twice, but
	// under a key that the service knows again.
	const mayResend = method !== 'POST' || idempotencyKey !== undefined;
	return { is: method === 'GET' ? 'refused' : is, mayResend, told };
}

function stateOf(request: ServiceRequest, reply: Reply): Outcome['is'] {
	const { method, mayBeGone, mayHaveArrived } = request;
	if ('trouble' in reply) {
		const isOpen = reply.trouble === 'timeout' || reply.trouble === 'lost';
		return isOpen ? 'unclear' : 'refused';
	}
	const { status, body, isJson } = reply;
	if (status === 404 || status === 410) {
		const isDone = method === 'DELETE' && (mayBeGone || mayHaveArrived);
		return isDone ? 'done' : 'refused';
	}
	if (status === 408 || status >= 500) return 'unclear';
	if (status >= 400) return 'refused';
	// A 302 or 303 may mean "done, see there".
	const openCreate = method === 'POST' ? 'unclear' : 'refused';
	if (status >= 300) return openCreate;
	if (!isJson) return 'unclear';
	// docs/service-api.md: `success` is true when it succeeded.
	if (valueAt(body, ['success']) === false) return 'refused';
	const errors = [valueAt(body, ['error']), valueAt(body, ['errors'])];
	const isNothing = /^(""|\{\}|\[\]|false|null|0)?$/;
	const isFine = errors.every((each) =>
		isNothing.test(JSON.stringify(each) ?? ''),
	);
	return isFine ? 'done' : openCreate;
}

function toldOf(reply: Reply, said: string): Told {
	if ('trouble' in reply) {
		const [what, advice] = TROUBLES[reply.trouble];
		return { what: `${what}${reply.said}`, advice };
	}
	const { status, headers, waitMs } = reply;
	const [what, usual, more] = rowOf(reply);
	const target = status < 400 && headers.location;
	const where = target ? ` to ${(target as string).replace(/\?.*/, '')}` : '';
	const advice =
		waitMs > 0
			? `It asks to wait ${Math.ceil(waitMs / 1000)} seconds: run the workflow again after that`
			: usual;
	return { what: `${what}${where} (status ${status})${said}`, advice, more };
}

/** What is the matter, what to do, and more about it. */
type Row = [what: string, advice: string, more?: string];

function rowOf({ status, body, isJson }: Answer): Row {
	if (status < 300) return isJson ? REFUSED : UNREADABLE;
	const isPage = isWebPage(body) && status >= 400 && status < 500;
	// A web page is no verdict on key or values.
	if (isPage && status !== 407) return FIREWALL;
	return STATUSES[status] ?? STATUSES[Math.floor(status / 100)] ?? REFUSED;
}

const ADDRESS = 'Check the address in the credential';
/** See docs/service-api.md. */
const NEW_KEY =
	'The scopes of an API key are fixed when it is generated, so a new API key with the needed scope has to be generated and put into the credential.';

const REFUSED: Row = [
	'the service refused it',
	'Check the fields of this item, and whether the reservation is open',
];
const INVALID: Row = [
	'the service did not accept the values',
	'Check the fields of this item',
	'If the service expects other field names or formats, run Check API Format (Resource → Setup): it says what to enter in the credential.',
];
const GONE: Row = [
	'there is no such reservation or service item',
	'Check the ID, and the address in the credential',
	"A service item may have been deleted, for which Delete has the option 'Ignore Missing', or belong to another account or environment.",
];
const FIREWALL: Row = [
	'a web page came in place of an answer: a firewall, a sign-in page or a proxy answered',
	"Have n8n's address allowed by whoever runs the service",
];
const UNREADABLE: Row = [
	"the service's answer could not be read, as it is not JSON",
	ADDRESS,
];

/** By status, or its first digit. */
const STATUSES: Record<number, Row> = {
	3: [
		'the service redirects',
		'Put the final address into the credential',
		'Redirects are not followed, so that neither the token nor a charge goes to another address.',
	],
	400: INVALID,
	401: [
		'the service refused the access token right after a login',
		'If the API key lacks the scope for this operation, a new API key is required',
		NEW_KEY,
	],
	403: [
		"the API key's scope does not include this operation",
		'A new API key with the needed scope is required',
		NEW_KEY,
	],
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
	422: INVALID,
	429: [
		'the service is receiving too many requests',
		'Try again later',
		"Set 'Requests at a Time' in the credential lower.",
	],
	5: ['the service is not working properly', 'Try again later'],
};

const TROUBLES: Record<NoAnswer['trouble'], Row> = {
	byN8n: ['n8n did not send the request', 'Look in n8n for the reason'],
	unreachable: [
		'the service cannot be reached',
		`${ADDRESS}, the network, and whether the service is up, then try again`,
	],
	certificate: [
		"the service's certificate is not trusted",
		`${ADDRESS} and the certificate; for one of your own organization, start n8n with NODE_EXTRA_CA_CERTS`,
	],
	timeout: ['the service did not answer in time', 'Try again later'],
	lost: [
		'the connection broke off',
		`${ADDRESS} and the network, then try again`,
	],
};
