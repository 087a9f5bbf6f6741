import type { IN8nHttpFullResponse } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { parseJson } from '../wire/json';
import type { ResponseCase } from './responses';

/** Anything shorter may also be part of a charge. */
const SHORTEST_SECRET_IN_DATA = 12;

/** The service answered; `body` is the parsed JSON, the bare text if it is none, or undefined if empty. */
export interface Answer {
	kind: 'answer';
	status: number;
	headers: { [name: string]: unknown };
	body: unknown;
	/** False when there is a body that is not JSON, or none where one was asked for. */
	isReadable: boolean;
}

/** No answer arrived. */
export interface NoAnswer {
	kind: 'noAnswer';
	/** The code of Node.js or axios for what went wrong, and its system call where it is known. */
	code: string;
	syscall: string;
}

/** The request was not sent, as there is no usable token or address. */
export interface NotSent {
	kind: 'notSent';
	message: string;
	description: string;
	/** What became of the login, if that is why. */
	login?: ResponseCase;
	/** How long the service asked to wait before the next login, in milliseconds, if it did. */
	retryAfterMs?: number;
}

/** What became of one request. */
export type Outcome = Answer | NoAnswer | NotSent;

/** POST /token did not bring a token. Nothing else was sent, so what needed the token has certainly not happened. */
export class LoginError extends UserError {
	constructor(
		message: string,
		description: string,
		readonly login: ResponseCase,
		readonly retryAfterMs?: number,
	) {
		super(message, { description });
	}
}

/** How to read an answer. */
interface Reading {
	/** True for a request whose whole purpose is the body of the answer. */
	asksForBody: boolean;
	/** Token and key: bodies are given out, and some services repeat the headers of the request in them. */
	secrets: string[];
}

/** Reads what n8n's request helper returned. */
export function answerOf(response: IN8nHttpFullResponse, reading: Reading): Answer {
	return answerFrom(response.statusCode, response.headers, response.body, reading);
}

/**
 * Reads what n8n's request helper threw: its own error, with ours or axios' as `cause` (not in n8n 1.100 to 2.33).
 *
 * @param mayHaveLeft false when n8n has not come to the point of sending
 */
export function outcomeOfThrown(error: unknown, reading: Reading, mayHaveLeft: boolean): Outcome {
	const cause = error instanceof Error ? error.cause : undefined;
	for (const level of [error, cause]) if (level instanceof UserError) return notSent(level);
	const response = (cause as { response?: AxiosResponse } | undefined)?.response;
	// A status below 400 here means that the connection ended in the middle of the answer.
	if (response?.status !== undefined && response.status >= 400) {
		return answerFrom(response.status, response.headers ?? {}, response.data, reading);
	}
	const lost = noAnswerOf(error);
	if (mayHaveLeft || /^(E[A-Z]|HPE_|UND_)|CERT/.test(lost.code)) return lost;
	// n8n has reasons of its own not to send a request, such as an engine that takes no credential like this one.
	return {
		kind: 'notSent',
		message: `n8n did not send the request: ${error instanceof Error ? error.message : String(error)}`,
		description: 'Nothing was sent to the service. The reason is in n8n, not in the service.',
	};
}

/** Why a request was not sent, in the words of the error. */
export function notSent(reason: UserError): NotSent {
	return {
		kind: 'notSent',
		message: reason.message,
		description: reason.description ?? '',
		...(reason instanceof LoginError && {
			login: reason.login,
			retryAfterMs: reason.retryAfterMs,
		}),
	};
}

interface AxiosResponse {
	status?: number;
	headers?: { [name: string]: unknown };
	data?: unknown;
}

function answerFrom(
	status: number,
	headers: { [name: string]: unknown },
	data: unknown,
	{ asksForBody, secrets }: Reading,
): Answer {
	const text = secrets
		.filter((secret) => secret.length >= SHORTEST_SECRET_IN_DATA)
		.reduce((clean, secret) => clean.replaceAll(secret, '***'), bodyText(data, headers).trim());
	const parsed = parseJson(text);
	const isMissing = asksForBody && status === 200 && text === '';
	return {
		kind: 'answer',
		status,
		headers,
		body: parsed === undefined && text !== '' ? text : parsed,
		isReadable: !isMissing && (text === '' || parsed !== undefined),
	};
}

/**
 * The text of an answer's body. JSON is UTF-8 (RFC 8259), but older services write it in another charset, of which n8n would
 * make other letters: a charge would no longer be recognized by its description.
 *
 * @param data bytes as they came; text is taken as it is
 */
function bodyText(data: unknown, headers: { [name: string]: unknown }): string {
	if (!(data instanceof Uint8Array)) return typeof data === 'string' ? data : '';
	const named = /charset="?([^\s;"]+)/i.exec(String(headers['content-type']))?.[1];
	return (
		decoded(data, named ?? 'utf-8') ??
		decoded(data, 'utf-8') ??
		new TextDecoder('latin1').decode(data)
	);
}

/** Undefined where the bytes are no text in this charset, or there is none of that name. */
function decoded(data: Uint8Array, charset: string): string | undefined {
	try {
		return new TextDecoder(charset, { fatal: true }).decode(data);
	} catch {
		return undefined;
	}
}

interface ErrorLevel {
	code?: unknown;
	/** The status or code on an error of n8n; 1.100 to 2.33 keep nothing else. */
	httpCode?: unknown;
	syscall?: unknown;
	cause?: unknown;
	errors?: unknown[];
}

/** Code and system call, wherever they are: n8n and axios wrap errors, and Node.js collects one per address. */
export function noAnswerOf(error: unknown): NoAnswer {
	const levels = levelsOf(error);
	const codes = levels
		.flatMap(({ code, httpCode }) => [code, httpCode])
		.filter((code) => typeof code === 'string')
		.filter((code) => !/^\d*$/.test(code));
	const syscalls = levels.map(({ syscall }) => syscall).filter((call) => typeof call === 'string');
	return {
		kind: 'noAnswer',
		// axios' own codes tell less than that of the cause.
		code: codes.find((code) => !code.startsWith('ERR_BAD')) ?? codes[0] ?? '',
		syscall: syscalls[0] ?? '',
	};
}

function levelsOf(error: unknown, depth = 0): ErrorLevel[] {
	if (!(error instanceof Error) || depth > 5) return [];
	const level: ErrorLevel = error;
	return [level, ...levelsOf(level.cause, depth + 1), ...levelsOf(level.errors?.[0], depth + 1)];
}
