import { isJsonObject } from './json';
import type { JsonObject, JsonValue } from './json';
import type { LoggedRequest } from './requestLog';

/** A whole HTTP answer before it is sent; an empty text means no body. */
export interface Answer {
	status: number;
	headers: Record<string, string>;
	text: string;
	encoding?: 'latin1';
}

/** Thrown by whatever finds that a request cannot be carried out (docs/service-api.md shows no body of a refusal). */
export class Refusal extends Error {
	constructor(
		readonly status: number,
		message: string,
		readonly headers: Record<string, string> = {},
	) {
		super(message);
	}

	get answer(): Answer {
		return answerJson(this.status, { message: this.message }, this.headers);
	}
}

export function answerText(status: number, text: string, type: string): Answer {
	return { status, headers: { 'content-type': `${type}; charset=utf-8` }, text };
}

export function answerJson(status: number, body: JsonValue, headers = {}): Answer {
	const answer = answerText(status, JSON.stringify(body), 'application/json');
	return { ...answer, headers: { ...answer.headers, ...headers } };
}

/** What a test answers in place of the service: a text as it is, anything else as JSON. */
export interface Canned {
	status?: number;
	headers?: Record<string, string>;
	body?: unknown;
	encoding?: Answer['encoding'];
}

export function answerCanned({ status = 200, headers, body = '', encoding }: Canned): Answer {
	const answer = answerJson(status, body as JsonValue, headers);
	return { ...answer, ...(typeof body === 'string' && { text: body }), encoding };
}

export function answerEmpty(status: number, headers = {}): Answer {
	return { status, headers, text: '' };
}

/** The body as a JSON object; anything else, or another content type, is malformed (400, docs/service-api.md). */
export function readJsonObject({ headers, body }: LoggedRequest): JsonObject {
	const mediaType = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
	if (mediaType !== 'application/json') {
		throw new Refusal(400, 'Content-Type must be application/json');
	}
	if (!isJsonObject(body)) throw new Refusal(400, 'The body must be a JSON object');
	return body;
}
