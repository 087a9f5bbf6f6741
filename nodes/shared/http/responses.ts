export type RequestKind = 'login' | 'list' | 'get' | 'create' | 'update' | 'delete';

/**
 * What the body of an answer with a status of success is:
 *
 * - `understood`: it shows a service item, or is empty, or says yes
 * - `unknown`: an answer to a change that has content, and none of that
 * - `refusal`, `failure`: it says that it was not done, or that something went wrong
 * - `page`, `unreadable`: a web page, or no JSON
 */
export type BodyKind = 'understood' | 'unknown' | 'refusal' | 'failure' | 'page' | 'unreadable';

/** What kept an answer from coming. */
export type Trouble =
	| 'hostNotFound'
	| 'badCertificate'
	| 'brokenTls'
	| 'connectionRefused'
	| 'unreachable'
	| 'timeout'
	| 'connectionLost';

interface Words {
	/** What happened; `failureText` fills in what stands in braces. */
	what: string;
	advice: string;
	/** Absent: what running the workflow again would do. */
	more?: string;
}

/** One kind of answer, or of the lack of one: when it holds, and what it means. No two rows hold at the same time. */
export type Row = Words & {
	/** Absent: every request to /services. */
	on?: readonly RequestKind[];
	status?: ReadonlySet<number>;
	/** Absent: whatever it is. */
	body?: readonly BodyKind[];
	/** Whether the service item to delete may be gone already; absent: either. */
	mayBeGone?: boolean;
	trouble?: Trouble;
	/** `unclear`: it may or may not have been carried out. */
	outcome: 'done' | 'refused' | 'unclear';
	/** PATCH and DELETE twice are the same as once; a POST would make two charges. */
	resend: 'always' | 'notCreate' | 'never';
	/**
	 * - `allowed`: the key has the scope
	 * - `tokenRefused`: a new token may be accepted
	 * - `throttled`: the service wants fewer requests
	 * - `noLogin`: no other request of this run can succeed either
	 * - `late`: the service may still carry it out
	 */
	signal?: 'allowed' | 'tokenRefused' | 'throttled' | 'noLogin' | 'late';
};

const LOGIN = ['login'] as const;
const LIST = ['list'] as const;
const CREATE = ['create'] as const;
const DELETE = ['delete'] as const;
const EVERY = ['login', 'list', 'get', 'create', 'update', 'delete'] as const;

/** Statuses as in docs/service-api.md and as usually meant. */
const SUCCESS = statuses([200, 299]);
const NOT_HERE = statuses(301, 307, 308);
const TOO_LATE = statuses(408, 499, 504);
const DOWN = statuses(502, 503);
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

function without(all: Set<number>, ...excepted: Array<Set<number>>): Set<number> {
	return new Set([...all].filter((status) => !excepted.some((each) => each.has(status))));
}

/** See docs/service-api.md. */
const NEW_KEY =
	'The scopes of an API key are fixed when it is generated, so a new API key with the needed scope has to be generated and put into the credential.';
const NOTHING_SENT = 'Nothing was sent to the service.';
const SERVICE_BUSY = 'The service is busy or not available. Nothing else was sent.';
const UNTRUE =
	'The service says in its answer that it did not succeed, although the status is {status}.';
const REDIRECTED: Words = {
	what: '{subject}the service answered with a redirect (status {status}){said}',
	advice: "Put the final address into 'Base URL' in the credential",
	more: 'Redirects are not followed, so that neither the token nor a charge goes to another address.',
};
const REFUSED: Words = {
	what: '{subject}the service refused it{said}',
	advice: 'Check the fields of this item',
	more: UNTRUE,
};
const NO_TOKEN_NOW: Words = {
	what: 'The service could not issue an access token just now{why}',
	advice: '{wait}',
	more: SERVICE_BUSY,
};
const LOGIN_REFUSED: Words = {
	what: 'The service refused the login{why}',
	advice: "Check 'Account ID' and 'API Key' in the credential",
	more: 'Check that both belong together and to the chosen environment. A key that was replaced or withdrawn has to be entered anew.',
};
const NOT_WORKING: Words = {
	what: '{subject}the service is not working properly (status {status}){said}',
	advice: '{wait}',
};
const NO_WORDS: Words = { what: '', advice: '' };

/** Every kind of reply, under the name that a failure keeps. */
export const RESPONSES = {
	// POST /token brought no token: nothing else was sent yet.
	loginThrottled: {
		on: LOGIN,
		status: statuses(429),
		outcome: 'refused',
		resend: 'always',
		signal: 'throttled',
		...NO_TOKEN_NOW,
	},
	loginUnavailable: {
		on: LOGIN,
		status: statuses([500, 599]),
		outcome: 'refused',
		resend: 'always',
		...NO_TOKEN_NOW,
	},
	loginRedirected: {
		on: LOGIN,
		status: statuses([300, 399]),
		outcome: 'refused',
		resend: 'never',
		signal: 'noLogin',
		what: 'The service answered the login with a redirect (status {status})',
		advice: "Put the final address into '{addressField}' in the credential",
		more: 'Redirects are not followed, so that the API key goes to no other address.',
	},
	loginRefused: {
		on: LOGIN,
		status: statuses(400, 401, 403, 422),
		outcome: 'refused',
		resend: 'never',
		signal: 'noLogin',
		...LOGIN_REFUSED,
	},
	loginRefusedInBody: {
		on: LOGIN,
		status: statuses([100, 299], 402, [404, 421], [423, 428], [430, 499]),
		body: ['refusal'],
		outcome: 'refused',
		resend: 'never',
		signal: 'noLogin',
		...LOGIN_REFUSED,
	},
	loginWithoutToken: {
		on: LOGIN,
		status: statuses([100, 299], 402, [404, 421], [423, 428], [430, 499]),
		body: ['understood', 'page', 'unreadable'],
		outcome: 'refused',
		resend: 'never',
		signal: 'noLogin',
		what: 'No access token came back from the address in the credential{why}',
		advice: "Check '{addressField}', including its path",
		more: 'POST /token must answer with JSON that has success: true and a token. Check the address and the chosen environment.',
	},

	// A status of success
	success: {
		status: SUCCESS,
		body: ['understood'],
		outcome: 'done',
		resend: 'never',
		signal: 'allowed',
		...NO_WORDS,
	},
	webPage: {
		status: SUCCESS,
		body: ['page'],
		outcome: 'unclear',
		resend: 'notCreate',
		signal: 'allowed',
		what: "{subject}a web page came in place of the service's answer (status {status})",
		advice:
			"Check 'Base URL' in the credential, and whether this n8n can reach the service without a sign-in",
	},
	unreadable: {
		status: SUCCESS,
		body: ['unreadable'],
		outcome: 'unclear',
		resend: 'notCreate',
		signal: 'allowed',
		what: "{subject}the service's answer could not be read, as it is not complete JSON in UTF-8 (status {status})",
		advice: "Check 'Base URL' in the credential if this happens every time",
	},
	untrustedList: {
		on: LIST,
		status: SUCCESS,
		body: ['refusal', 'failure'],
		outcome: 'refused',
		resend: 'never',
		signal: 'allowed',
		what: 'The service did not give the list but said: {sign}',
		advice: 'Try again later, as its answer cannot be trusted',
		more: 'Charges that are on the reservation may be missing from it, and would be created again. Nothing was done with the list.',
	},
	/** Not `refused`: the charge may be there, and would be made again. */
	failedCreate: {
		on: CREATE,
		status: SUCCESS,
		body: ['failure'],
		outcome: 'unclear',
		resend: 'never',
		signal: 'allowed',
		...REFUSED,
	},
	refusedCreate: {
		on: CREATE,
		status: SUCCESS,
		body: ['refusal'],
		outcome: 'refused',
		resend: 'never',
		signal: 'allowed',
		...REFUSED,
	},
	refusedInBody: {
		on: ['get', 'update', 'delete'],
		status: SUCCESS,
		body: ['refusal', 'failure'],
		outcome: 'refused',
		resend: 'never',
		signal: 'allowed',
		...REFUSED,
	},
	/** What is not understood is not success. */
	unknownAnswer: {
		on: CREATE,
		status: SUCCESS,
		body: ['unknown'],
		outcome: 'unclear',
		resend: 'never',
		signal: 'allowed',
		what: "{subject}nothing in the service's answer (status {status}) shows a service item{said}",
		advice: "Look at the reservation, and at 'List Response' in the credential",
	},
	/** Changing or deleting makes no charge, and the next read shows it: it counts, with a hint. */
	unknownAnswerToChange: {
		on: ['list', 'get', 'update', 'delete'],
		status: SUCCESS,
		body: ['unknown'],
		outcome: 'done',
		resend: 'never',
		signal: 'allowed',
		...NO_WORDS,
	},

	// Any other status
	redirect: {
		status: NOT_HERE,
		outcome: 'refused',
		resend: 'never',
		...REDIRECTED,
	},
	/** 302 and 303 may mean "done, see there" as well as "not here", and 300 or 304 to a create anything. */
	unclearRedirect: {
		status: without(statuses([300, 399]), NOT_HERE),
		outcome: 'unclear',
		resend: 'never',
		...REDIRECTED,
	},
	invalid: {
		status: statuses(400, 422),
		outcome: 'refused',
		resend: 'never',
		signal: 'allowed',
		what: 'The service did not accept the values{why}',
		advice: 'Check {input}',
		more: "If the service expects other field names or formats, show them in the examples under 'Custom API Format' in the credential.",
	},
	unauthorized: {
		status: statuses(401),
		outcome: 'refused',
		resend: 'never',
		signal: 'tokenRefused',
		what: 'The service refused the access token even after a new login{said}',
		advice: 'If the API key lacks the scope for this operation, a new API key is required',
		more: `${NEW_KEY} Also check 'Account ID', 'API Key' and the environment.`,
	},
	forbidden: {
		status: statuses(403),
		outcome: 'refused',
		resend: 'never',
		what: "The API key's scope does not include this operation{said}",
		advice: 'A new API key with the needed scope is required',
		more: NEW_KEY,
	},
	alreadyDeleted: {
		on: DELETE,
		status: statuses(404, 410),
		mayBeGone: true,
		outcome: 'done',
		resend: 'never',
		...NO_WORDS,
	},
	unknownReservation: {
		on: ['list', 'create'],
		status: statuses(404, 410),
		outcome: 'refused',
		resend: 'never',
		signal: 'allowed',
		what: 'The service does not know this reservation or address{said}',
		advice: "Check 'Reservation ID', and 'Base URL' in the credential",
		more: 'The address must be the one to which /services is appended.',
	},
	notFound: {
		on: ['get', 'update'],
		status: statuses(404, 410),
		outcome: 'refused',
		resend: 'never',
		signal: 'allowed',
		...notFoundWords(),
	},
	notFoundToDelete: {
		on: DELETE,
		status: statuses(404, 410),
		mayBeGone: false,
		outcome: 'refused',
		resend: 'never',
		signal: 'allowed',
		...notFoundWords(),
		advice:
			"Check 'Service Item', or turn on the option 'Ignore Missing' if it may have been deleted before",
	},
	/** A charge may be there already: made by a gateway that sent the request twice, or by somebody else. */
	conflict: {
		status: statuses(409),
		outcome: 'refused',
		resend: 'never',
		signal: 'allowed',
		what: '{subject}it conflicts with what the service holds{why}',
		advice: 'Look at the reservation before the next try: it may have this already',
		more: "With 'Prevent Duplicates' the node looks, and a charge that is there counts as made. The reservation may also be closed for charges.",
	},
	throttled: {
		status: statuses(429),
		outcome: 'refused',
		resend: 'always',
		signal: 'throttled',
		what: 'The service is receiving too many requests{said}',
		advice: '{wait}',
		more: "Set 'Requests at a Time' or 'Requests per Second' in the credential lower. The service refused this request before doing anything.",
	},
	/** 499: a gateway whose client, or upstream, has gone. */
	answerTimeout: {
		status: TOO_LATE,
		outcome: 'unclear',
		resend: 'notCreate',
		signal: 'late',
		what: '{subject}the service did not answer in time (status {status}){said}',
		advice: '{wait}',
	},
	/** It may come from a gateway that has not even looked at the token. */
	refused: {
		status: without(statuses([400, 499]), NAMED, TOO_LATE),
		outcome: 'refused',
		resend: 'never',
		what: '{subject}the service refused it (status {status}){said}',
		advice: 'Check the fields of this item, and whether its reservation is open',
		more: "Check the values, and 'Base URL' and the API format in the credential.",
	},
	unavailable: {
		status: DOWN,
		outcome: 'unclear',
		resend: 'notCreate',
		...NOT_WORKING,
	},
	/** A status below 200 is no answer to a request at all. */
	serverError: {
		status: without(statuses([100, 199], [500, 599]), DOWN, TOO_LATE),
		outcome: 'unclear',
		resend: 'never',
		...NOT_WORKING,
	},

	// No answer
	hostNotFound: {
		on: EVERY,
		trouble: 'hostNotFound',
		outcome: 'refused',
		resend: 'always',
		what: '{subject}the host name in the address was not found',
		advice: "Check the address in the Reservation Service credential, and this machine's network",
		more: NOTHING_SENT,
	},
	badCertificate: {
		on: EVERY,
		trouble: 'badCertificate',
		outcome: 'refused',
		resend: 'never',
		what: '{subject}no secure connection could be made ({code})',
		advice:
			"Check that the address in the credential is right and that the service's certificate is valid",
		more: NOTHING_SENT,
	},
	/** As a rule the other side speaks no TLS at all, but it may also come up later on. */
	brokenTls: {
		on: EVERY,
		trouble: 'brokenTls',
		outcome: 'unclear',
		resend: 'never',
		what: '{subject}no secure connection could be made ({code})',
		advice: 'Check that the address in the credential is right, including https and its port',
	},
	connectionRefused: {
		on: EVERY,
		trouble: 'connectionRefused',
		outcome: 'refused',
		resend: 'always',
		what: '{subject}the service refused the connection',
		advice:
			'Check address and port in the Reservation Service credential, or try again when the service is up',
		more: NOTHING_SENT,
	},
	unreachable: {
		on: EVERY,
		trouble: 'unreachable',
		outcome: 'refused',
		resend: 'always',
		what: '{subject}the service cannot be reached',
		advice: 'Check the network between n8n and the service, then try again',
		more: NOTHING_SENT,
	},
	timeout: {
		on: EVERY,
		trouble: 'timeout',
		outcome: 'unclear',
		resend: 'notCreate',
		signal: 'late',
		what: '{subject}the service did not answer in time',
		advice: 'Try again later{orLonger}',
	},
	connectionLost: {
		on: EVERY,
		trouble: 'connectionLost',
		outcome: 'unclear',
		resend: 'notCreate',
		what: '{subject}the connection broke off',
		advice: 'Check the network between n8n and the service, then try again',
	},
	/** The reply itself has the words. */
	notSent: {
		on: [],
		outcome: 'refused',
		resend: 'never',
		signal: 'noLogin',
		...NO_WORDS,
	},
} satisfies Record<string, Row>;

export type ResponseCase = keyof typeof RESPONSES;

/** What can become of a login. */
export type LoginCase = Extract<ResponseCase, `login${string}`> | Trouble;

function notFoundWords(): Words {
	return {
		what: "Service item '{serviceId}' was not found{said}",
		advice: "Check 'Service Item', or run this again if it was deleted meanwhile",
		more: 'It may also belong to another account or environment. Choose it from the list, or list the service items of the reservation with Get Many.',
	};
}

/** What is known when a reply is looked up in the table. */
export interface Circumstances {
	on: RequestKind;
	status?: number;
	body?: BodyKind;
	mayBeGone?: boolean;
	trouble?: Trouble;
}

export function caseOf(circumstances: Circumstances): ResponseCase {
	const cases = Object.keys(RESPONSES) as ResponseCase[];
	// Statuses there are none of are as good as those of a server that does not work.
	return cases.find((each) => holds(RESPONSES[each], circumstances)) ?? 'serverError';
}

export function holds(row: Row, { on, status, body, mayBeGone, trouble }: Circumstances): boolean {
	const isAbout = row.on ? row.on.includes(on) : on !== 'login';
	if (!isAbout || row.trouble !== trouble) return false;
	if (row.status ? !row.status.has(status ?? NaN) : status !== undefined) return false;
	if (row.body && !(body && row.body.includes(body))) return false;
	return row.mayBeGone === undefined || row.mayBeGone === (mayBeGone ?? false);
}
