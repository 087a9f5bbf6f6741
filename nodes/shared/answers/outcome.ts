import type { IN8nHttpFullResponse } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import { parseJson } from '../format/json';
import type { ConnectionOutcome } from './connection';
import { bodyText } from './bodyText';
import { connectionOutcomeOf, isOfConnection } from './connection';

/** Anything shorter may also be part of a charge. */
const SHORTEST_TOKEN = 12;

/** The service answered; `body` is the parsed JSON, the bare text if it is none, or undefined if empty. */
export interface Answer {
	kind: 'answer';
	status: number;
	headers: Record<string, unknown>;
	body: unknown;
	/** False when there is a body that is not JSON, or none where one was asked for. */
	isReadable: boolean;
}

/** What became of one request. */
export type Outcome =
	| Answer
	/** No answer arrived. */
	| ({ kind: 'noAnswer' } & ConnectionOutcome)
	/** The request was not sent, as there is no usable token or address. */
	| { kind: 'notSent'; reason: UserError };

/**
 * Reads the outcome from what n8n's request helper returned.
 *
 * @param asksForBody true for a request whose whole purpose is the body of the answer
 * @param token what the request was sent with: bodies are given out, and some services repeat the headers of the request in them
 */
export function outcomeOfResponse(
	response: IN8nHttpFullResponse,
	asksForBody = false,
	token = '',
): Answer {
	const answer = answerFrom(response.statusCode, response.headers, response.body, token);
	const isHollow = asksForBody && answer.status === 200 && answer.body === undefined;
	return isHollow ? { ...answer, isReadable: false } : answer;
}

/**
 * Reads the outcome from what n8n's request helper threw: its own error, with ours or axios' as `cause` (not in 1.100 to 2.33).
 *
 * @param mayHaveLeft false when n8n has not come to the point of sending
 */
export function outcomeOfThrown(error: unknown, mayHaveLeft = true): Outcome {
	const cause = error instanceof Error ? error.cause : undefined;
	for (const level of [error, cause]) {
		if (level instanceof UserError) return { kind: 'notSent', reason: level };
	}
	const response = (cause as { response?: AxiosResponse } | undefined)?.response;
	// A status below 400 here means that the connection ended in the middle of the answer.
	if (response?.status !== undefined && response.status >= 400) {
		return answerFrom(response.status, response.headers ?? {}, response.data);
	}
	if (!mayHaveLeft && !isOfConnection(error))
		return { kind: 'notSent', reason: refusalByN8n(error) };
	return { kind: 'noAnswer', ...connectionOutcomeOf(error) };
}

/** n8n has reasons of its own not to send a request, such as an engine that takes no credential like this one. */
function refusalByN8n(error: unknown): UserError {
	const words = error instanceof Error ? error.message : String(error);
	return userError(
		`n8n did not send the request: ${words}`,
		'Nothing was sent to the service. The reason is in n8n, not in the service.',
	);
}

interface AxiosResponse {
	status?: number;
	headers?: Record<string, unknown>;
	data?: unknown;
}

function answerFrom(
	status: number,
	headers: Record<string, unknown>,
	data: unknown,
	token = '',
): Answer {
	const whole = bodyText(data, headers['content-type']).trim();
	const text = token.length < SHORTEST_TOKEN ? whole : whole.replaceAll(token, '***');
	const parsed = parseJson(text);
	return {
		kind: 'answer',
		status,
		headers,
		body: parsed === undefined && text !== '' ? text : parsed,
		isReadable: text === '' || parsed !== undefined,
	};
}
