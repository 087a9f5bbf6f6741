/** What an answer, or the lack of one, means. */
export interface Row {
	/** What came back, in one line, see `caseOf`. */
	when: RegExp;
	/** `unclear`: it may or may not have been carried out. */
	means: 'done' | 'refused' | 'unclear';
	/** PATCH and DELETE twice are the same as once; a POST would make two charges. */
	resend: 'always' | 'notCreate' | 'never';
	/**
	 * - `allowed`: the key has the scope
	 * - `tokenRefused`: a new token may be accepted
	 * - `throttled`: the service wants fewer requests
	 * - `noLogin`: no other request of this run can succeed either
	 * - `late`: the service may still carry it out
	 */
	tells?: 'allowed' | 'tokenRefused' | 'throttled' | 'noLogin' | 'late';
	/** What happened, and a sentence with what to do; `rowText` fills in what stands in braces. */
	words: string;
	/** More about it; absent: what running the workflow again would do. */
	more?: string;
}

type RowClass = Pick<Row, 'means' | 'resend' | 'tells'>;

const done: RowClass = { means: 'done', resend: 'never', tells: 'allowed' };
const refused: RowClass = { means: 'refused', resend: 'never' };
const disallowed: RowClass = { ...refused, tells: 'allowed' };
const noLogin: RowClass = { ...refused, tells: 'noLogin' };
const notYet: RowClass = { means: 'refused', resend: 'always' };
const throttled: RowClass = { ...notYet, tells: 'throttled' };
const unclear: RowClass = { means: 'unclear', resend: 'never' };
const unclearForNow: RowClass = { means: 'unclear', resend: 'notCreate' };
const unreadable: RowClass = { ...unclearForNow, tells: 'allowed' };
const late: RowClass = { ...unclearForNow, tells: 'late' };

const row = (when: RegExp, rowClass: RowClass, words: string, more?: string): Row => ({
	when,
	...rowClass,
	words,
	more,
});

/** See docs/service-api.md. */
const NEW_KEY =
	'The scopes of an API key are fixed when it is generated, so a new API key with the needed scope has to be generated and put into the credential.';
const NOTHING_SENT = 'Nothing was sent to the service.';
const SERVICE_BUSY = 'The service is busy or not available. Nothing else was sent.';
const UNTRUE =
	'The service says in its answer that it did not succeed, although the status is {status}.';
const NOT_FOLLOWED =
	'Redirects are not followed, so that neither the token nor a charge goes to another address.';
const REDIRECTED = `{subject}: the service answered with a redirect (status {status}){said}. Put the final address into 'Base URL' in the credential`;
const REFUSED = '{subject}: the service refused it{said}. Check the fields of this item';
const NO_TOKEN_NOW = 'The service could not issue an access token just now{why}. {wait}';
const NOT_WORKING =
	'{subject}: the service is not working properly (status {status}){said}. {wait}';

/**
 * How every outcome is classified: by the first row whose pattern it matches. Statuses as in docs/service-api.md and as
 * usually meant, codes as documented by Node.js (errno, DNS, TLS).
 */
export const RESPONSES = {
	// POST /token brought no token: nothing else was sent yet.
	loginThrottled: row(/^LOGIN 429/, throttled, NO_TOKEN_NOW, SERVICE_BUSY),
	loginUnavailable: row(/^LOGIN 5/, notYet, NO_TOKEN_NOW, SERVICE_BUSY),
	loginRedirected: row(
		/^LOGIN 3/,
		noLogin,
		`The service answered the login with a redirect (status {status}). Put the final address into '{addressField}' in the credential`,
		'Redirects are not followed, so that the API key goes to no other address.',
	),
	loginRefused: row(
		/^LOGIN (400|401|403|422|(?!404|405).* refusal)/,
		noLogin,
		`The service refused the login{why}. Check 'Account ID' and 'API Key' in the credential`,
		'Check that both belong together and to the chosen environment. A key that was replaced or withdrawn has to be entered anew.',
	),
	loginWithoutToken: row(
		/^LOGIN \d/,
		noLogin,
		`No access token came back from the address in the credential{why}. Check '{addressField}', including its path`,
		'POST /token must answer with JSON that has success: true and a token. Check the address and the chosen environment.',
	),

	// A status of success
	webPage: row(
		/ 2.* page/,
		unreadable,
		`{subject}: a web page came in place of the service's answer (status {status}). Check 'Base URL' in the credential, and whether this n8n can reach the service without a sign-in`,
	),
	unreadable: row(
		/ 2.* unreadable/,
		unreadable,
		`{subject}: the service's answer could not be read, as it is not complete JSON (status {status}). Check 'Base URL' in the credential if this happens every time`,
	),
	untrustedList: row(
		/^LIST 2.* (refusal|failure)/,
		disallowed,
		'The service did not give the list but said: {sign}. Try again later, as its answer cannot be trusted',
		'Charges that are on the reservation may be missing from it, and would be created again. Nothing was done with the list.',
	),
	/** Not `refused`: the charge may be there, and would be made again. */
	failedCreate: row(/^POST 2.* failure/, { ...unclear, tells: 'allowed' }, REFUSED, UNTRUE),
	refusedInBody: row(/ 2.* (refusal|failure)/, disallowed, REFUSED, UNTRUE),
	success: row(/ 2/, done, ''),

	// Any other status
	redirect: row(/ 30[178]/, refused, REDIRECTED, NOT_FOLLOWED),
	/** 302 and 303 may mean "done, see there" as well as "not here", and 300 or 304 to a create anything. */
	unclearRedirect: row(/ 3/, unclear, REDIRECTED, NOT_FOLLOWED),
	invalid: row(
		/ (400|422)/,
		disallowed,
		'The service did not accept the values{why}. Check {input}',
		`If the service expects other field names or formats, show them in the examples under 'Custom API Format' in the credential.`,
	),
	unauthorized: row(
		/ 401/,
		{ ...refused, tells: 'tokenRefused' },
		'The service refused the access token even after a new login{said}. If the API key lacks the scope for this operation, a new API key is required',
		`${NEW_KEY} Also check 'Account ID', 'API Key' and the environment.`,
	),
	forbidden: row(
		/ 403/,
		refused,
		`The API key's scope does not include this operation{said}. A new API key with the needed scope is required`,
		NEW_KEY,
	),
	alreadyDeleted: row(/^DELETE (404|410).* mayBeGone/, done, ''),
	unknownReservation: row(
		/^(LIST|POST) (404|410)/,
		disallowed,
		`The service does not know this reservation or address{said}. Check 'Reservation ID', and 'Base URL' in the credential`,
		'The address must be the one to which /services is appended.',
	),
	notFound: row(
		/ (404|410)/,
		disallowed,
		`Service item '{serviceId}' was not found{said}. Check 'Service Item', or run this again if it was deleted meanwhile`,
		'It may also belong to another account or environment. Choose it from the list, or list the service items of the reservation with Get Many.',
	),
	/** A charge may be there already: made by a gateway that sent the request twice, or by somebody else. */
	conflict: row(
		/ 409/,
		disallowed,
		'{subject}, as it conflicts with what the service holds{why}. Look at the reservation before the next try: it may have this already',
		`With 'Prevent Duplicates' the node looks, and a charge that is there counts as made. The reservation may also be closed for charges.`,
	),
	throttled: row(
		/ 429/,
		throttled,
		'The service is receiving too many requests{said}. {wait}',
		`Set 'Requests at a Time' or 'Requests per Second' in the credential lower. The service refused this request before doing anything.`,
	),
	/** 499: a gateway whose client, or upstream, has gone. */
	answerTimeout: row(
		/ (408|499|504)/,
		late,
		'{subject}: the service did not answer in time (status {status}){said}. {wait}',
	),
	/** It may come from a gateway that has not even looked at the token. */
	refused: row(
		/ 4/,
		refused,
		'{subject}: the service refused it (status {status}){said}. Check the fields of this item, and whether its reservation is open',
		`Check the values, and 'Base URL' and the API format in the credential.`,
	),
	unavailable: row(/ 50[23]/, unclearForNow, NOT_WORKING),
	/** A status below 200 is no answer to a request at all. */
	serverError: row(/ \d/, unclear, NOT_WORKING),

	// No answer
	hostNotFound: row(
		/ (ENOTFOUND|EAI_)/,
		notYet,
		`{subject}: the host name in the address was not found. Check the address in the Reservation Service credential, and this machine's network`,
		NOTHING_SENT,
	),
	badCertificate: row(
		/CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|WRONG_VERSION_NUMBER/,
		refused,
		`{subject}: no secure connection could be made ({code}). Check that the address in the credential is right and that the service's certificate is valid`,
		NOTHING_SENT,
	),
	/** As a rule the other side speaks no TLS at all, but it may also come up later on. */
	brokenTls: row(
		/ EPROTO\b/,
		unclear,
		'{subject}: no secure connection could be made ({code}). Check that the address in the credential is right, including https and its port',
	),
	connectionRefused: row(
		/ ECONNREFUSED\b/,
		notYet,
		'{subject}: the service refused the connection. Check address and port in the Reservation Service credential, or try again when the service is up',
		NOTHING_SENT,
	),
	unreachable: row(
		/ (connect|getaddrinfo)\b/,
		notYet,
		'{subject}: the service cannot be reached. Check the network between n8n and the service, then try again',
		NOTHING_SENT,
	),
	timeout: row(
		/ (ETIMEDOUT|ECONNABORTED|ESOCKETTIMEDOUT|ERR_TIMEOUT)\b/,
		late,
		'{subject}: the service did not answer in time. Try again later{orLonger}',
	),
	/** The outcome has the words. */
	notSent: row(/^notSent$/, noLogin, ''),
	/** What is not certainly unsent may have arrived. */
	connectionLost: row(
		/./,
		unclearForNow,
		'{subject}: the connection broke off. Check the network between n8n and the service, then try again',
	),
};

export type ResponseCase = keyof typeof RESPONSES;

/**
 * @param reply the method, LIST or LOGIN, and what came back: the status with what else is known, as in `POST 200 failure`,
 * or code and system call of the connection error, as in `GET ECONNREFUSED connect`
 */
export function caseOf(reply: string): ResponseCase {
	const cases = Object.keys(RESPONSES) as ResponseCase[];
	return cases.find((each) => RESPONSES[each].when.test(reply)) ?? 'connectionLost';
}
