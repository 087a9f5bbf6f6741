/** Node.js codes of what goes wrong before a request leaves this machine (documentation of Node.js, errno and TLS). */
const NOT_SENT =
	/^(ECONNREFUSED|ENOTFOUND|EAI_\w+|EHOSTUNREACH|ENETUNREACH|ENETDOWN|EHOSTDOWN|EADDRNOTAVAIL)$/;
const UNTRUSTED = /CERT|SELF_SIGNED|ERR_TLS|ERR_SSL|EPROTO|UNABLE_TO_(GET|VERIFY)/;
const TIMED_OUT = /^(ETIMEDOUT|ECONNABORTED|ESOCKETTIMEDOUT|ERR_TIMEOUT)$/;

/** What became of a request that got no answer. */
export interface ConnectionOutcome {
	/** True when the request certainly never reached the service. */
	isUnsent: boolean;
	/** True when the same request may get through a little later. */
	isPassing: boolean;
	/** What happened, as half a sentence. */
	happened: string;
	/** What the user can do. */
	remedy: string;
}

/**
 * Reads what went wrong with a connection out of what n8n's request helper threw.
 * Whatever is not known for certain to be unsent counts as possibly sent.
 */
export function connectionOutcomeOf(error: unknown): ConnectionOutcome {
	const { code, syscall } = systemErrorIn(error);
	const isUnsent = NOT_SENT.test(code) || UNTRUSTED.test(code) || syscall === 'connect';
	if (/^(ENOTFOUND|EAI_)/.test(code)) {
		return {
			isUnsent,
			isPassing: true,
			happened: 'the host name in the address was not found',
			remedy: `Check the address in the Reservation Service credential, and this machine's network.`,
		};
	}
	if (UNTRUSTED.test(code)) {
		return {
			isUnsent,
			isPassing: false,
			happened: `no secure connection could be made (${code})`,
			remedy: `Check that the address in the credential is right and that the service's certificate is valid.`,
		};
	}
	if (code === 'ECONNREFUSED') {
		return {
			isUnsent,
			isPassing: true,
			happened: 'the service refused the connection',
			remedy:
				'Check address and port in the Reservation Service credential, or try again when the service is up.',
		};
	}
	if (TIMED_OUT.test(code)) {
		return {
			isUnsent,
			isPassing: true,
			happened: 'the service did not answer in time',
			remedy: `Try again later, or give it longer with the option 'Timeout'.`,
		};
	}
	return {
		isUnsent,
		isPassing: true,
		happened: isUnsent ? 'the service cannot be reached' : 'the connection broke off',
		remedy: 'Check the network between n8n and the service, then try again.',
	};
}

/** The innermost cause that has a code, as n8n and axios wrap one another. */
function systemErrorIn(error: unknown): { code: string; syscall?: string } {
	let found: { code: string; syscall?: string } = { code: '' };
	for (let level = error, depth = 0; level instanceof Error && depth < 5; depth++) {
		const { code, syscall, cause } = level as Error & { code?: unknown; syscall?: unknown };
		if (typeof code === 'string') {
			found = { code, ...(typeof syscall === 'string' && { syscall }) };
			if (!code.startsWith('ERR_BAD')) break;
		}
		level = cause;
	}
	return found;
}
