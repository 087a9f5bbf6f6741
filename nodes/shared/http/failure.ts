import { CHECK, settingName } from '../format/fields';
import type { Told } from '../n8n/userError';
import { masked, type Answer } from './reply';
import type { ServiceRequest } from './request';
import { missingIn, wordsIn } from './words';

/** A request that was not done, or may not have been. */
export class RequestFailure extends Error {
	/** Of all tries. */
	readonly outcome: 'refused' | 'unclear';
	readonly status: number;
	readonly told: Told;

	constructor(
		readonly request: ServiceRequest,
		readonly answer: Answer,
		secrets: string[] = [],
	) {
		super();
		const { method, mayHaveArrived } = request;
		this.outcome = mayHaveArrived ? 'unclear' : 'refused';
		this.status = answer.status;
		this.told = reasonOf(answer, method, secrets);
		this.told.what = `${subjectOf(request)}: ${this.told.what}`;
		// The one outcome that may cost a guest money.
		if (method !== 'POST' || !mayHaveArrived) return;
		this.told.advice = UNCLEAR;
		this.told.more = '';
	}
}

const UNCLEAR =
	"Look at the reservation (Get Many) before creating it again: it may still arrive. Unless 'Prevent Duplicates' is off, just run this again: it looks first";

/** What was not done, and the setting to look at. */
const METHODS = {
	GET: ['could not be read', 'listQuery'],
	POST: ['was not created', 'createBody'],
	PATCH: ['was not updated', 'updateBody'],
	DELETE: ['was not deleted', 'requestHeaders'],
} as const;

type Method = ServiceRequest['method'];

function subjectOf(request: ServiceRequest) {
	const { method, serviceId, reservationId, mayHaveArrived } = request;
	let item = method === 'GET' ? 'service items' : 'service item';
	if (serviceId) item = `service item '${serviceId}'`;
	if (!mayHaveArrived) return `The ${item} ${METHODS[method][0]}`;
	if (method === 'POST') {
		return `The ${item} may or may not have been created on reservation '${reservationId}'`;
	}
	return `The change of ${item} may or may not have been carried out, and can be run again`;
}

export function reasonOf(
	answer: Answer,
	method: Method,
	secrets: string[] = [],
): Told {
	const { kind, waitMs, headers } = answer;
	const said = masked(wordsIn(answer.body), secrets);
	const row = REASONS.find(([kinds]) => kinds.test(kind));
	let what = row?.[1] ?? 'the service did not accept it';
	const advice = row?.[2] ?? adviceOn(said, method);
	const status = /\d+/.exec(kind)?.[0];
	if (/\b3/.test(kind) && headers.location) {
		what += ` to ${(headers.location as string).replace(/\?.*/, '')}`;
	}
	if (status) what += ` (status ${status})`;
	if (said) what += `: ${said}`;
	if (kind.startsWith('login')) what = `No access token came: ${what}`;
	if (waitMs > 0) {
		what += `. It asks to wait ${Math.ceil(waitMs / 1000)} seconds`;
	}
	return { what, advice, more: row ? '' : CHECK };
}

function adviceOn(said: string, method: Method) {
	const setting = settingName(METHODS[method][1]);
	const missing = missingIn(said);
	if (!missing) {
		return `Check the fields of this item, and ${setting}`;
	}
	if (method !== 'GET') return `Fill in '${missing}', or add it to ${setting}`;
	return `Enter { "${missing}": "{reservationId}" } as ${setting}`;
}

const LATER = 'Try again later';
const ADDRESS = 'Check the address in the credential';
const NETWORK = `${ADDRESS} and the network`;

/** The first row that fits the kind: why, and what to do. */
const REASONS: Array<[RegExp, string, string]> = [
	[/unsent|stopped/, 'n8n stopped it', 'Look in n8n for the reason'],
	[/unreachable/, 'the service cannot be reached', NETWORK],
	[/lost/, 'the connection broke off', NETWORK],
	[/timeout|408/, 'the service did not answer in time', LATER],
	[/\b5/, 'the service is not working properly', LATER],
	[
		/certificate/,
		"the service's certificate is not trusted",
		`${ADDRESS}, or start n8n with NODE_EXTRA_CA_CERTS`,
	],
	[
		/\b3/,
		'the service redirects',
		'Enter the final address: redirects are not followed',
	],
	[/407/, 'a proxy asks for a login', 'Give n8n its login, in HTTPS_PROXY'],
	[
		/429/,
		'the service is receiving too many requests',
		`${LATER}, with lower 'Requests at a Time' in the credential`,
	],
	[
		/page/,
		'the answer is not JSON, but perhaps the web page of a firewall, a sign-in or a proxy',
		`Have n8n's address allowed by whoever runs the service. ${ADDRESS}, too`,
	],
	[
		/404|410/,
		'there is no such reservation, service item or address',
		'Check the ID, and the address in the credential',
	],
	[
		/login/,
		'the service refused the login',
		"Check 'Account ID' and 'API Key' in the credential, and its address: they belong together",
	],
	[
		/401|403/,
		"the API key's scope does not include this operation",
		'Have a new API key with the needed scope: scopes are fixed when a key is generated',
	],
];
