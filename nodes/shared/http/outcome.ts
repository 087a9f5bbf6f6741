import type { IN8nHttpFullResponse } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { ServiceAnswer } from '../format/items';
import { parseJson } from '../format/json';
import type { Mapper } from '../format/mapper';
import type { ServiceRequest } from './request';
import { isList } from './request';
import type { ResponseCase, Row } from './responses';
import { caseOf, RESPONSES } from './responses';
import type { BodyFailure } from './serviceWords';
import { failureInBody, isWebPage, withoutSecrets } from './serviceWords';
import { retryAfterOf } from './wait';

/** Anything shorter may also be part of a charge. */
const SHORTEST_SECRET_IN_DATA = 12;

export interface Answer extends ServiceAnswer {
	kind: 'answer';
	/** False when there is a body that is not JSON, or none where one was asked for. */
	isReadable: boolean;
	retryAfterMs?: number;
}

export interface NoAnswer {
	kind: 'noAnswer';
	/** What Node.js or axios calls it; blank where they do not say. */
	code: string;
	syscall: string;
}

/** The request was not sent, as there is no usable token or address. */
export interface NotSent {
	kind: 'notSent';
	message: string;
	description: string;
	login?: ResponseCase;
	retryAfterMs?: number;
}

export type Outcome = Answer | NoAnswer | NotSent;

export interface ResponseClass extends Pick<Row, 'means' | 'tells'> {
	case: ResponseCase;
	/** True where sending the same once more is both safe and of use. */
	mayResend: boolean;
	/** True when the service took the request on, whatever it thought of it. */
	isServed: boolean;
	retryAfterMs?: number;
	sign?: BodyFailure;
}

/**
 * @param asksForBody true for a request whose whole purpose is the body of the answer
 * @param secrets what some services repeat in an answer, which is given out
 */
export function answerOf(
	{ statusCode, headers, body }: IN8nHttpFullResponse,
	{ asksForBody, secrets }: { asksForBody: boolean; secrets: string[] },
): Answer {
	const told = secrets.filter((secret) => secret.length >= SHORTEST_SECRET_IN_DATA);
	const text = withoutSecrets(bodyText(body, headers).trim(), told);
	const parsed = parseJson(text);
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

/** Older services use other charsets than UTF-8, or name none that exists; a description read wrongly would not be recognized. */
function bodyText(data: unknown, headers: { [name: string]: unknown }): string {
	if (!(data instanceof Uint8Array)) return typeof data === 'string' ? data : '';
	const named = /charset="?([^\s;"]+)/i.exec(String(headers['content-type']))?.[1];
	for (const charset of [named, 'utf-8']) {
		try {
			return new TextDecoder(charset, { fatal: true }).decode(data);
		} catch {
			// There is no charset of that name, or the bytes are no text in it.
		}
	}
	return new TextDecoder('latin1').decode(data);
}

/**
 * Reads what n8n's request helper threw: its own error, with ours or that of axios as `cause` (not in n8n before 2.34).
 *
 * @param mayHaveLeft false when n8n has not come to the point of sending
 */
export function outcomeOfThrown(error: unknown, mayHaveLeft: boolean): NoAnswer | NotSent {
	const levels = levelsOf(error);
	const reason = levels.find((level) => level instanceof UserError);
	if (reason) {
		return { kind: 'notSent', message: reason.message, description: reason.description ?? '' };
	}
	// Neither a status nor a code of a database, such as 42P01.
	const isCode = (value: unknown): value is string =>
		typeof value === 'string' && /^[a-z]/i.test(value);
	const codes = levels.flatMap(({ code, httpCode }) => [code, httpCode]).filter(isCode);
	// axios' own codes tell less than that of the cause.
	const code = codes.find((each) => !each.startsWith('ERR_BAD')) ?? codes[0] ?? '';
	if (mayHaveLeft || /^(E[A-Z]|HPE_|UND_)|CERT/.test(code)) {
		const syscall = levels.map((level) => level.syscall).find(isCode) ?? '';
		return { kind: 'noAnswer', code, syscall };
	}
	// Such as an engine that takes no credential like this one.
	const words = error instanceof Error ? error.message : String(error);
	return {
		kind: 'notSent',
		message: `n8n did not send the request: ${words}`,
		description: 'Nothing was sent to the service. The reason is in n8n, not in the service.',
	};
}

interface ErrorLevel {
	code?: unknown;
	/** The status or code on an error of n8n; before 2.34 it keeps nothing else. */
	httpCode?: unknown;
	syscall?: unknown;
	cause?: unknown;
	errors?: unknown[];
}

/** n8n and axios wrap errors, and Node.js collects one per address. */
function levelsOf(error: unknown, depth = 0): ErrorLevel[] {
	if (!(error instanceof Error) || depth > 5) return [];
	const level: ErrorLevel = error;
	return [level, ...levelsOf(level.cause, depth + 1), ...levelsOf(level.errors?.[0], depth + 1)];
}

export function classify(request: ServiceRequest, outcome: Outcome, mapper: Mapper): ResponseClass {
	if (outcome.kind === 'notSent') return classOfLogin(outcome);
	const { method, idempotencyKey, mayBeGone } = request;
	const kind = isList(request) ? 'LIST' : method;
	const answer = outcome.kind === 'answer' ? outcome : undefined;
	const isSuccess = answer?.isReadable && answer.status >= 200 && answer.status < 300;
	const sign = isSuccess ? failureInBody(answer.body, request, mapper) : undefined;
	// Several results (RFC 4918), each with a status of its own.
	const isSeveral = answer?.status === 207 && method !== 'GET' && !mapper.holdsItem(answer.body);
	const failure = sign?.kind ?? (isSeveral ? 'failure' : '');
	const gone = mayBeGone ? 'mayBeGone' : '';
	const responseCase = caseOf(`${kind} ${replyOf(outcome)} ${failure} ${gone}`);
	const { means, resend, tells } = RESPONSES[responseCase];
	const mayResend =
		resend === 'always' ||
		(resend === 'notCreate' && method !== 'POST') ||
		// Under a key the service makes no second charge.
		(mapper.takesIdempotencyKey && idempotencyKey !== undefined && means === 'unclear');
	const isServed = answer !== undefined && answer.status < 500 && tells !== 'throttled';
	const { retryAfterMs } = answer ?? {};
	return { case: responseCase, means, tells, mayResend, isServed, retryAfterMs, sign };
}

/** An outcome in one line, see `caseOf`. */
export function replyOf(outcome: Answer | NoAnswer): string {
	if (outcome.kind === 'noAnswer') return `${outcome.code} ${outcome.syscall}`;
	const { status, body, isReadable } = outcome;
	return `${status} ${isReadable ? '' : isWebPage(body) ? 'page' : 'unreadable'}`;
}

/** After a failed login nothing is unclear: what needed the token was not sent. */
function classOfLogin({ login = 'notSent', retryAfterMs }: NotSent): ResponseClass {
	const { resend, tells } = RESPONSES[login];
	const mayResend = resend !== 'never';
	const told = mayResend ? tells : 'noLogin';
	return { case: login, means: 'refused', tells: told, mayResend, isServed: false, retryAfterMs };
}
