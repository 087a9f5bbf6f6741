import type { IN8nHttpFullResponse } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { parseJson } from '../format/json';
import type { ResponseCase } from './responses';
import { retryAfterOf } from './wait';

/** Anything shorter may also be part of a charge. */
const SHORTEST_SECRET_IN_DATA = 12;

/** The service answered. */
export interface Answer {
	kind: 'answer';
	status: number;
	headers: { [name: string]: unknown };
	/** The parsed JSON, the bare text if it is none, or undefined if empty. */
	body: unknown;
	/** False when there is a body that is not JSON, or none where one was asked for. */
	isReadable: boolean;
	/** How long the service asks to wait before the next request, in milliseconds, if it does. */
	retryAfterMs?: number;
}

/** No answer arrived. */
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
	/** What became of the login, if that is why. */
	login?: ResponseCase;
	retryAfterMs?: number;
}

/** What became of one request. */
export type Outcome = Answer | NoAnswer | NotSent;

/**
 * Reads what n8n's request helper returned.
 *
 * @param asksForBody true for a request whose whole purpose is the body of the answer
 * @param secrets what some services repeat in an answer, which is given out
 */
export function answerOf(
	{ statusCode, headers, body }: IN8nHttpFullResponse,
	{ asksForBody, secrets }: { asksForBody: boolean; secrets: string[] },
): Answer {
	const text = secrets
		.filter((secret) => secret.length >= SHORTEST_SECRET_IN_DATA)
		.reduce((clean, secret) => clean.replaceAll(secret, '***'), bodyText(body, headers).trim());
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

/**
 * Reads what n8n's request helper threw: its own error, with ours or that of axios as `cause` (not in n8n before 2.34).
 *
 * @param mayHaveLeft false when n8n has not come to the point of sending
 */
export function outcomeOfThrown(error: unknown, mayHaveLeft: boolean): NoAnswer | NotSent {
	const reason = levelsOf(error).find((level) => level instanceof UserError);
	if (reason) return notSent(reason);
	const lost = noAnswerOf(error);
	if (mayHaveLeft || /^(E[A-Z]|HPE_|UND_)|CERT/.test(lost.code)) return lost;
	// n8n has reasons of its own not to send a request, such as an engine that takes no credential like this one.
	const words = error instanceof Error ? error.message : String(error);
	return {
		kind: 'notSent',
		message: `n8n did not send the request: ${words}`,
		description: 'Nothing was sent to the service. The reason is in n8n, not in the service.',
	};
}

/** Why a request was not sent, in the words of the error. */
export function notSent({ message, description }: UserError): NotSent {
	return { kind: 'notSent', message, description: description ?? '' };
}

/**
 * JSON is UTF-8 (RFC 8259), but older services write it in another charset, of which n8n would make other letters: a charge
 * would no longer be recognized by its description.
 *
 * @param data bytes as they came; text is taken as it is
 */
function bodyText(data: unknown, headers: { [name: string]: unknown }): string {
	if (!(data instanceof Uint8Array)) return typeof data === 'string' ? data : '';
	const named = /charset="?([^\s;"]+)/i.exec(String(headers['content-type']))?.[1] ?? 'utf-8';
	for (const charset of [named, 'utf-8']) {
		try {
			return new TextDecoder(charset, { fatal: true }).decode(data);
		} catch {
			// There is no charset of that name, or the bytes are no text in it.
		}
	}
	return new TextDecoder('latin1').decode(data);
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
	const textsAt = (...names: Array<keyof ErrorLevel>): string[] =>
		levels
			.flatMap((level) => names.map((name) => level[name]))
			.filter((text) => typeof text === 'string');
	const codes = textsAt('code', 'httpCode').filter((code) => !/^\d*$/.test(code));
	// axios' own codes tell less than that of the cause.
	const code = codes.find((each) => !each.startsWith('ERR_BAD')) ?? codes[0] ?? '';
	return { kind: 'noAnswer', code, syscall: textsAt('syscall')[0] ?? '' };
}

function levelsOf(error: unknown, depth = 0): ErrorLevel[] {
	if (!(error instanceof Error) || depth > 5) return [];
	const level: ErrorLevel = error;
	return [level, ...levelsOf(level.cause, depth + 1), ...levelsOf(level.errors?.[0], depth + 1)];
}
