/** What to tell of a reply; `filledWords` fills in what stands in braces. */
export interface Words {
	/** What happened. */
	what: string;
	advice: string;
	/** Absent: what running the workflow again would do. */
	more?: string;
}

/** What a reply that is no success means. */
export interface Meaning extends Words {
	/** It may or may not have been carried out; absent: it was not. */
	outcome?: 'unclear';
	/** Absent: never. PATCH and DELETE twice are the same as once; a POST would make two charges. */
	resend?: 'always' | 'notCreate';
	signal?: Signal;
}

/**
 * - `tokenRefused`: a new token may be accepted
 * - `throttled`: the service wants fewer requests
 * - `noLogin`: no other request of this run can succeed either
 */
export type Signal = 'tokenRefused' | 'throttled' | 'noLogin';

/** What kept an answer from coming. */
export type Trouble =
	| 'hostNotFound'
	| 'badCertificate'
	| 'brokenTls'
	| 'connectionRefused'
	| 'unreachable'
	| 'timeout'
	| 'connectionLost';

const NOTHING_SENT = 'Nothing was sent to the service.';

export const TROUBLES: Record<Trouble, Meaning> = {
	hostNotFound: {
		resend: 'always',
		what: '{subject}the host name in the address was not found',
		advice: "Check the address in the Reservation Service credential, and this machine's network",
		more: NOTHING_SENT,
	},
	badCertificate: {
		what: '{subject}no secure connection could be made ({code})',
		advice:
			"Check that the address in the credential is right and that the service's certificate is valid",
		more: NOTHING_SENT,
	},
	/** As a rule the other side speaks no TLS at all, but it may also come up later on. */
	brokenTls: {
		outcome: 'unclear',
		what: '{subject}no secure connection could be made ({code})',
		advice: 'Check that the address in the credential is right, including https and its port',
	},
	connectionRefused: {
		resend: 'always',
		what: '{subject}the service refused the connection',
		advice:
			'Check address and port in the Reservation Service credential, or try again when the service is up',
		more: NOTHING_SENT,
	},
	/** Before there is a connection, nothing is sent. */
	unreachable: {
		resend: 'always',
		what: '{subject}the service cannot be reached',
		advice: 'Check the network between n8n and the service, then try again',
		more: NOTHING_SENT,
	},
	timeout: {
		outcome: 'unclear',
		resend: 'notCreate',
		what: '{subject}the service did not answer in time',
		advice: 'Try again later{orLonger}',
	},
	connectionLost: {
		outcome: 'unclear',
		resend: 'notCreate',
		what: '{subject}the connection broke off',
		advice: 'Check the network between n8n and the service, then try again',
	},
};

const TIMEOUTS = ['ETIMEDOUT', 'ECONNABORTED', 'ESOCKETTIMEDOUT', 'ERR_TIMEOUT'];
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|WRONG_VERSION_NUMBER/;

/** Codes as documented by Node.js (errno, DNS, TLS). What is not certainly unsent may have arrived. */
export function troubleOf(code: string, syscall: string): Trouble {
	if (code === 'ENOTFOUND' || code.startsWith('EAI_')) return 'hostNotFound';
	if (CERTIFICATE.test(code)) return 'badCertificate';
	if (code === 'EPROTO') return 'brokenTls';
	if (code === 'ECONNREFUSED') return 'connectionRefused';
	if (syscall === 'connect' || syscall === 'getaddrinfo') return 'unreachable';
	return TIMEOUTS.includes(code) ? 'timeout' : 'connectionLost';
}

/** What POST /token answers when it brings no token: nothing else was sent yet. */
type LoginAnswer =
	'loginThrottled' | 'loginUnavailable' | 'loginRedirected' | 'loginRefused' | 'loginWithoutToken';

const NO_TOKEN_NOW: Words = {
	what: 'The service could not issue an access token just now{why}',
	advice: '{wait}',
	more: 'The service is busy or not available. Nothing else was sent.',
};

/** What can become of a login. */
export type LoginCase = LoginAnswer | Trouble;

export const LOGINS: Record<LoginCase, Meaning> = {
	...TROUBLES,
	loginThrottled: { resend: 'always', signal: 'throttled', ...NO_TOKEN_NOW },
	loginUnavailable: { resend: 'always', ...NO_TOKEN_NOW },
	loginRedirected: {
		what: 'The service answered the login with a redirect (status {status})',
		advice: "Put the final address into '{addressField}' in the credential",
		more: 'Redirects are not followed, so that the API key goes to no other address.',
	},
	loginRefused: {
		what: 'The service refused the login{why}',
		advice: "Check 'Account ID' and 'API Key' in the credential",
		more: 'Check that both belong together and to the chosen environment. A key that was replaced or withdrawn has to be entered anew.',
	},
	loginWithoutToken: {
		what: 'No access token came back from the address in the credential{why}',
		advice: "Check '{addressField}', including its path",
		more: 'POST /token must answer with JSON that has success: true and a token. Check the address and the chosen environment.',
	},
};

const REFUSED = [400, 401, 403, 422];
const NOT_HERE = [404, 405];

/** @param saysNo true for `success: false` */
export function loginAnswerOf(status: number, saysNo: boolean): LoginAnswer {
	if (status === 429) return 'loginThrottled';
	if (status >= 500) return 'loginUnavailable';
	if (status >= 300 && status < 400) return 'loginRedirected';
	if (REFUSED.includes(status)) return 'loginRefused';
	// A wrong path may be answered with `success: false`, too.
	return saysNo && !NOT_HERE.includes(status) ? 'loginRefused' : 'loginWithoutToken';
}
