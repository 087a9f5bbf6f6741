import type { IN8nHttpFullResponse } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { ServiceAnswer } from '../format/json';
import { parseJson } from '../format/json';
import type { Told } from '../n8n/userError';
import { toldBy } from '../n8n/userError';
import type { NotSentCase, Trouble, Values } from './responses';
import { fill, NOT_SENT } from './responses';
import { retryAfterOf } from './wait';
import { withoutSecrets } from './words';

export interface Answer extends ServiceAnswer {
	kind: 'answer';
	/**
	 * False when there is a body that is not JSON in UTF-8, or none where one was
	 * asked for.
	 */
	isReadable: boolean;
	retryAfterMs?: number;
	/**
	 * What to tell of an answer that counts as done although its content was not
	 * understood.
	 */
	hint?: string;
}

interface NoAnswer {
	kind: 'noAnswer';
	trouble: Trouble;
	/** What Node.js or axios calls it; empty where they do not say. */
	code: string;
}

export interface NotSent {
	kind: 'notSent';
	case: NotSentCase;
	told: Told;
	retryAfterMs?: number;
}

export type Reply = Answer | NoAnswer | NotSent;

/** Anything shorter may also be part of a charge. */
const SHORTEST_SECRET_IN_DATA = 12;

export const RAW_ANSWER = {
	// Read as bytes: n8n takes all for UTF-8, and hands out a body that is not
	// JSON without saying so.
	encoding: 'arraybuffer',
	returnFullResponse: true,
	// Statuses are looked up in one place, a 401 included: n8n before 2.9 cannot
	// except it.
	ignoreHttpStatusErrors: true,
	// A redirect would turn a POST into a GET, or take the token or the key to
	// another address.
	disableFollowRedirect: true,
} as const;

/** @param secrets what some services repeat in an answer, which is given out */
export function answerOf(
	{ statusCode, headers, body }: IN8nHttpFullResponse,
	{ asksForBody, secrets }: { asksForBody: boolean; secrets: string[] },
): Answer {
	const told = secrets.filter(
		(secret) => secret.length >= SHORTEST_SECRET_IN_DATA,
	);
	const decoded = decode(body);
	const text = withoutSecrets(decoded.text.trim(), told);
	const parsed = decoded.isWhole ? parseJson(text) : undefined;
	const isMissing = asksForBody && statusCode === 200 && text === '';
	return {
		kind: 'answer',
		status: statusCode,
		headers,
		body: parsed === undefined && text !== '' ? text : parsed,
		isReadable: !isMissing && (text === '' || parsed !== undefined),
		retryAfterMs: retryAfterOf(headers),
	};
}

/**
 * JSON is UTF-8 (RFC 8259). A description read wrongly would not be recognized,
 * and the charge made again.
 */
function decode(data: unknown): { text: string; isWhole: boolean } {
	if (!(data instanceof Uint8Array)) {
		return { text: typeof data === 'string' ? data : '', isWhole: true };
	}
	try {
		return {
			text: new TextDecoder('utf-8', { fatal: true }).decode(data),
			isWhole: true,
		};
	} catch {
		return { text: new TextDecoder('utf-8').decode(data), isWhole: false };
	}
}

/**
 * @param error of n8n's request helper, with ours or that of axios as `cause`
 * (not in n8n before 2.34)
 * @param mayHaveLeft false when n8n has not come to the point of sending
 */
export function replyOfThrown(
	error: unknown,
	mayHaveLeft: boolean,
): NoAnswer | NotSent {
	const levels = levelsOf(error);
	const reason = levels.find((level) => level instanceof UserError);
	if (reason) return { kind: 'notSent', case: 'byN8n', told: toldBy(reason) };
	// Neither a status nor a code of a database, such as 42P01.
	const isCode = (value: unknown): value is string =>
		typeof value === 'string' && /^[a-z]/i.test(value);
	const codes = levels
		.flatMap(({ code, httpCode }) => [code, httpCode])
		.filter(isCode);
	// axios' own codes tell less than that of the cause.
	const code =
		codes.find((each) => !each.startsWith('ERR_BAD')) ?? codes[0] ?? '';
	if (mayHaveLeft || /^(E[A-Z]|HPE_|UND_)|CERT/.test(code)) {
		const syscall = levels.map((level) => level.syscall).find(isCode) ?? '';
		return { kind: 'noAnswer', trouble: troubleOf(code, syscall), code };
	}
	const said = `: ${error instanceof Error ? error.message : String(error)}`;
	return {
		kind: 'notSent',
		case: 'byN8n',
		told: fill(NOT_SENT.byN8n, { said }),
	};
}

interface ErrorLevel {
	code?: unknown;
	/**
	 * The status or code on an error of n8n; before 2.34 it keeps nothing else.
	 */
	httpCode?: unknown;
	syscall?: unknown;
	cause?: unknown;
	errors?: unknown[];
}

/** Node.js collects one per address. */
function levelsOf(error: unknown, depth = 0): ErrorLevel[] {
	if (!(error instanceof Error) || depth > 5) return [];
	const level: ErrorLevel = error;
	return [
		level,
		...levelsOf(level.cause, depth + 1),
		...levelsOf(level.errors?.[0], depth + 1),
	];
}

const TIMEOUTS = [
	'ETIMEDOUT',
	'ECONNABORTED',
	'ESOCKETTIMEDOUT',
	'ERR_TIMEOUT',
];
const UNREACHABLE = /^(ENOTFOUND|EAI_.*|ECONNREFUSED)$/;
const CERTIFICATE =
	/CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|WRONG_VERSION_NUMBER/;

/**
 * Codes as documented by Node.js (errno, DNS, TLS). What is not certainly
 * unsent may have arrived.
 */
function troubleOf(code: string, syscall: string): Trouble {
	if (CERTIFICATE.test(code)) return 'badCertificate';
	const isUnconnected = syscall === 'connect' || syscall === 'getaddrinfo';
	if (isUnconnected || UNREACHABLE.test(code)) return 'unreachable';
	return TIMEOUTS.includes(code) ? 'timeout' : 'connectionLost';
}

/** @param said the service's own words */
export function valuesOf(
	reply: Answer | NoAnswer,
	said: string | undefined,
): Values {
	if (reply.kind === 'noAnswer') return { code: reply.code };
	const { status, retryAfterMs } = reply;
	return {
		status: String(status),
		said: said && `: ${said}`,
		wait: waitAdvice(retryAfterMs),
	};
}

function waitAdvice(ms: number | undefined): string {
	if (!ms) return 'Try again later';
	return `It asks to wait ${Math.ceil(ms / 1000)} seconds: run the workflow again after that`;
}
