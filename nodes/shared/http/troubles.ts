import type { Meaning } from './meaning';

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
