import type { Told } from '../n8n/userError';

/** With values to fill in in braces. */
export interface Words {
	what: string;
	advice: string;
	more?: string;
}

export interface Meaning extends Words {
	/** It may or may not have been carried out; absent: it was not. */
	outcome?: 'unclear';
	/**
	 * Absent: never. PATCH and DELETE twice are the same as once; a POST would
	 * make two charges.
	 */
	resend?: 'always' | 'notCreate';
	signal?: Signal;
}

/**
 * - `tokenRefused`: a new token may be accepted
 * - `throttled`: the service wants fewer requests
 * - `cannotSend`: it was not sent, and no other of this run can be
 */
export type Signal = 'tokenRefused' | 'throttled' | 'cannotSend';

export type RequestKind =
	'list' | 'get' | 'create' | 'update' | 'delete' | 'deleteIfThere';

/**
 * What the body of an answer with a status of success is:
 *
 * - `understood`: it shows a service item, or is empty, or says yes
 * - `unknown`: an answer to a change that has content, and none of that
 * - `refusal`: it says that it was not done, or that something went wrong
 * - `openRefusal`: the same of a create that may have made the item all the
 *   same
 * - `unreadable`: no JSON
 */
export type BodyKind =
	'understood' | 'unknown' | 'refusal' | 'openRefusal' | 'unreadable';

/** No two rows hold at the same time. */
interface Condition {
	on?: readonly RequestKind[];
	status: ReadonlySet<number>;
	body?: BodyKind;
}

export type Row = Condition & (Meaning | { outcome: 'done' });

const DELETIONS = ['delete', 'deleteIfThere'] as const;
const NOT_CREATE = ['list', 'get', 'update', ...DELETIONS] as const;

/** Statuses as in docs/service-api.md and as usually meant. */
const SUCCESS = statuses([200, 299]);
const NOT_HERE = statuses(301, 307, 308);
const INVALID = statuses(400, 422);
const GONE = statuses(404, 410);
/** 499: a gateway whose client, or upstream, has gone. */
const PASSING = statuses(408, 499, 502, 503, 504);
const NAMED = statuses(400, 401, 403, 404, 409, 410, 422, 429);

/** Single ones, and those from the first to the second. */
function statuses(...parts: Array<number | [number, number]>): Set<number> {
	const all = new Set<number>();
	for (const part of parts) {
		const [first, last] = typeof part === 'number' ? [part, part] : part;
		for (let status = first; status <= last; status++) all.add(status);
	}
	return all;
}

function without(
	all: Set<number>,
	...excepted: Array<Set<number>>
): Set<number> {
	return new Set(
		[...all].filter((status) => !excepted.some((each) => each.has(status))),
	);
}

/** See docs/service-api.md. */
const NEW_KEY =
	'The scopes of an API key are fixed when it is generated, so a new API key with the needed scope has to be generated and put into the credential.';
const REDIRECTED: Words = {
	what: '{subject}the service answered with a redirect (status {status}){said}',
	advice: 'Put the final address into the credential',
	more: 'Redirects are not followed, so that neither the token nor a charge goes to another address.',
};
const REFUSED: Words = {
	what: '{subject}the service refused it (status {status}){said}',
	advice: 'Check the fields of this item, and whether the reservation is open',
};

const NOT_WORKING: Words = {
	what: '{subject}the service is not working properly (status {status}){said}',
	advice: '{wait}',
};

/**
 * Every kind of answer to a request to /services, under the name that a failure
 * keeps.
 */
export const RESPONSES = {
	success: { status: SUCCESS, body: 'understood', outcome: 'done' },
	unreadable: {
		status: SUCCESS,
		body: 'unreadable',
		outcome: 'unclear',
		resend: 'notCreate',
		what: "{subject}the service's answer could not be read, as it is not complete JSON in UTF-8 (status {status}){said}",
		advice: 'Check the address in the credential',
	},
	refusedInBody: { status: SUCCESS, body: 'refusal', ...REFUSED },
	failedCreate: {
		status: SUCCESS,
		body: 'openRefusal',
		outcome: 'unclear',
		...REFUSED,
	},
	/** What is not understood is not success. */
	unknownAnswer: {
		on: ['create'],
		status: SUCCESS,
		body: 'unknown',
		outcome: 'unclear',
		what: "{subject}nothing in the service's answer (status {status}) shows a service item{said}",
		advice: "Look at the reservation, and at 'List Response' in the credential",
	},
	/**
	 * Changing or deleting makes no charge, and the next read shows it: it
	 * counts, with a hint.
	 */
	unknownAnswerToChange: {
		on: NOT_CREATE,
		status: SUCCESS,
		body: 'unknown',
		outcome: 'done',
	},

	redirect: { status: NOT_HERE, ...REDIRECTED },
	/**
	 * 302 and 303 may mean "done, see there" as well as "not here", and 300 or
	 * 304 to a create anything.
	 */
	unclearRedirect: {
		status: without(statuses([300, 399]), NOT_HERE),
		outcome: 'unclear',
		...REDIRECTED,
	},
	/** It has no values. */
	invalidDeletion: { on: DELETIONS, status: INVALID, ...REFUSED },
	invalid: {
		on: ['list', 'get', 'create', 'update'],
		status: INVALID,
		what: 'The service did not accept the values (status {status}){said}',
		advice: 'Check the fields of this item',
		more: "If the service expects other field names or formats, show them in the examples under 'Custom API Format' in the credential.",
	},
	unauthorized: {
		status: statuses(401),
		signal: 'tokenRefused',
		what: 'The service refused the access token right after a login{said}',
		advice:
			'If the API key lacks the scope for this operation, a new API key is required',
		more: `${NEW_KEY} If another program logs in to this account, that may have ended the token: run this again in a minute.`,
	},
	forbidden: {
		status: statuses(403),
		what: "The API key's scope does not include this operation{said}",
		advice: 'A new API key with the needed scope is required',
		more: NEW_KEY,
	},
	alreadyDeleted: { on: ['deleteIfThere'], status: GONE, outcome: 'done' },
	unknownReservation: {
		on: ['list', 'create'],
		status: GONE,
		what: 'The service does not know this reservation or address{said}',
		advice: 'Check the reservation ID, and the address in the credential',
	},
	notFound: {
		on: ['get', 'update', 'delete'],
		status: GONE,
		what: "Service item '{serviceId}' was not found{said}",
		advice: "Check 'Service Item'",
		more: "It may have been deleted, for which Delete has the option 'Ignore Missing', or belong to another account or environment.",
	},
	/**
	 * A charge may be there already: made by a gateway that sent the request
	 * twice, or by somebody else.
	 */
	conflict: {
		status: statuses(409),
		what: '{subject}it conflicts with what the service holds (status {status}){said}',
		advice: 'Look at the reservation before the next try',
		more: "The charge to create may be there, for which 'Prevent Duplicates' looks, or the reservation be closed for charges.",
	},
	throttled: {
		status: statuses(429),
		resend: 'always',
		signal: 'throttled',
		what: 'The service is receiving too many requests{said}',
		advice: '{wait}',
		more: "Set 'Requests at a Time' or 'Requests per Second' in the credential lower.",
	},
	/** It may come from a gateway that has not even looked at the token. */
	refused: {
		status: without(statuses([400, 499]), NAMED, PASSING),
		...REFUSED,
	},
	unavailable: {
		status: PASSING,
		outcome: 'unclear',
		resend: 'notCreate',
		...NOT_WORKING,
	},
	/** A status below 200 is no answer to a request at all. */
	serverError: {
		status: without(statuses([100, 199], [500, 599]), PASSING),
		outcome: 'unclear',
		...NOT_WORKING,
	},
} satisfies Record<string, Row>;

export type AnswerCase = keyof typeof RESPONSES;

export const TROUBLES = {
	/** Before there is a connection, nothing is sent. */
	unreachable: {
		resend: 'always',
		what: '{subject}the service cannot be reached',
		advice:
			'Check the address in the credential, the network, and whether the service is up, then try again',
	},
	badCertificate: {
		what: '{subject}no secure connection could be made ({code})',
		advice:
			"Check that the address in the credential is right and that the service's certificate is valid",
	},
	timeout: {
		outcome: 'unclear',
		resend: 'notCreate',
		what: '{subject}the service did not answer in time',
		advice: 'Try again later',
	},
	connectionLost: {
		outcome: 'unclear',
		resend: 'notCreate',
		what: '{subject}the connection broke off',
		advice:
			'Check the address in the credential and the network, then try again',
	},
} satisfies Record<string, Meaning>;

export type Trouble = keyof typeof TROUBLES;

const NO_TOKEN_NOW: Words = {
	what: 'The service could not issue an access token just now (status {status}){said}',
	advice: '{wait}',
};

/**
 * Why a request was not sent: as a rule the login before it brought no token.
 */
export const NOT_SENT = {
	...TROUBLES,
	/** Such as an engine that takes no credential like this one. */
	byN8n: {
		what: 'n8n did not send the request{said}',
		advice: 'Look in n8n for the reason: it is not in the service',
	},
	loginThrottled: { resend: 'always', signal: 'throttled', ...NO_TOKEN_NOW },
	loginUnavailable: { resend: 'always', ...NO_TOKEN_NOW },
	loginRefused: {
		what: 'The service refused the login{said}',
		advice: "Check 'Account ID' and 'API Key' in the credential",
		more: 'Both belong together and to the chosen environment. A key that was replaced has to be entered anew.',
	},
	loginWithoutToken: {
		what: 'No access token came back from the address in the credential (status {status}){said}',
		advice: 'Check the address, including its path, and the chosen environment',
		more: 'POST /token must answer with JSON that has success: true and a token. A redirect is not followed.',
	},
} satisfies Record<string, Meaning>;

export type NotSentCase = keyof typeof NOT_SENT;

export type Values = Record<string, string | undefined>;

export function fill({ what, advice, more }: Words, values: Values): Told {
	const filled = (text: string): string =>
		text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
	return { what: filled(what), advice: filled(advice), more };
}
