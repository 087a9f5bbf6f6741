/** What became of a request that got no answer. */
export interface ConnectionOutcome {
	/** True when the request certainly never reached the service. */
	isUnsent: boolean;
	/** True when the same request may get through a little later. */
	isPassing: boolean;
	/** True when the service took too long. */
	isTimeout: boolean;
	/** What happened, as half a sentence. */
	happened: string;
	/** What the user can do, as a sentence without its full stop. */
	remedy: string;
}

interface SystemError {
	code: string;
	syscall: string;
}

interface ConnectionCase extends Pick<ConnectionOutcome, 'isUnsent' | 'isPassing' | 'remedy'> {
	applies: (error: SystemError) => boolean;
	happened: string | ((error: SystemError) => string);
}

/** The cases by their codes in Node.js (its documentation of errno, DNS and TLS), the first that applies counts. */
const CASES: ConnectionCase[] = [
	{
		applies: ({ code }) => /^(ENOTFOUND|EAI_)/.test(code),
		isUnsent: true,
		isPassing: true,
		happened: 'the host name in the address was not found',
		remedy: `Check the address in the Reservation Service credential, and this machine's network`,
	},
	{
		applies: ({ code }) =>
			/CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|WRONG_VERSION_NUMBER/.test(code),
		isUnsent: true,
		isPassing: false,
		happened: ({ code }) => `no secure connection could be made (${code})`,
		remedy: `Check that the address in the credential is right and that the service's certificate is valid`,
	},
	{
		// As a rule the other side speaks no TLS at all, but it may also come up later on.
		applies: ({ code }) => code === 'EPROTO',
		isUnsent: false,
		isPassing: false,
		happened: ({ code }) => `no secure connection could be made (${code})`,
		remedy: 'Check that the address in the credential is right, including https and its port',
	},
	{
		applies: ({ code }) => code === 'ECONNREFUSED',
		isUnsent: true,
		isPassing: true,
		happened: 'the service refused the connection',
		remedy:
			'Check address and port in the Reservation Service credential, or try again when the service is up',
	},
	{
		applies: (error) => error.syscall === 'connect' && isTimeout(error),
		isUnsent: true,
		isPassing: true,
		happened: 'the service did not answer in time',
		remedy: 'Try again later',
	},
	{
		applies: ({ syscall }) => /^(connect|getaddrinfo)$/.test(syscall),
		isUnsent: true,
		isPassing: true,
		happened: 'the service cannot be reached',
		remedy: 'Check the network between n8n and the service, then try again',
	},
	{
		applies: isTimeout,
		isUnsent: false,
		isPassing: true,
		happened: 'the service did not answer in time',
		remedy: 'Try again later',
	},
];

/** Whatever is not known for certain to be unsent may have arrived. */
const BROKEN_OFF: Omit<ConnectionCase, 'applies'> = {
	isUnsent: false,
	isPassing: true,
	happened: 'the connection broke off',
	remedy: 'Check the network between n8n and the service, then try again',
};

/** Reads what went wrong with a connection out of what n8n's request helper threw. */
export function connectionOutcomeOf(error: unknown): ConnectionOutcome {
	const systemError = systemErrorIn(error);
	const { isUnsent, isPassing, happened, remedy } =
		CASES.find(({ applies }) => applies(systemError)) ?? BROKEN_OFF;
	return {
		isUnsent,
		isPassing,
		isTimeout: isTimeout(systemError),
		happened: typeof happened === 'string' ? happened : happened(systemError),
		remedy,
	};
}

function isTimeout({ code }: SystemError): boolean {
	return /^(ETIMEDOUT|ECONNABORTED|ESOCKETTIMEDOUT|ERR_TIMEOUT)$/.test(code);
}

/** True for what Node.js or axios throw when something is wrong with a connection: they give it a code. */
export function isOfConnection(error: unknown): boolean {
	return /^(E[A-Z]|HPE_|UND_)|CERT/.test(systemErrorIn(error).code);
}

/**
 * Code and system call, wherever they are: n8n and axios wrap errors, and Node.js collects one per address. n8n 1.100 to 2.33
 * keep the code alone, as `httpCode`.
 */
function systemErrorIn(error: unknown): SystemError {
	const levels = levelsOf(error);
	const codes = levels
		.flatMap(({ code, httpCode }) => [code, httpCode])
		.filter((code) => typeof code === 'string')
		.filter((code) => !/^\d*$/.test(code));
	const syscalls = levels.map(({ syscall }) => syscall).filter((call) => typeof call === 'string');
	return {
		code: codes.find((code) => !code.startsWith('ERR_BAD')) ?? codes[0] ?? '',
		syscall: syscalls[0] ?? '',
	};
}

interface ErrorLevel {
	code?: unknown;
	/** The status or code on an error of n8n. */
	httpCode?: unknown;
	syscall?: unknown;
	cause?: unknown;
	errors?: unknown[];
}

function levelsOf(error: unknown, depth = 0): ErrorLevel[] {
	if (!(error instanceof Error) || depth > 5) return [];
	const level: ErrorLevel = error;
	return [level, ...levelsOf(level.cause, depth + 1), ...levelsOf(level.errors?.[0], depth + 1)];
}
