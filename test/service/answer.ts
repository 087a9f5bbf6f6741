import { isJsonObject } from './json';
import type { JsonObject, JsonValue } from './json';
import type { LoggedRequest } from './requestLog';

/** A whole HTTP answer before it is sent; an empty text means no body. */
export interface Answer {
	status: number;
	headers: Record<string, string>;
	text: string;
}

/** Thrown by whatever finds that a request cannot be carried out; the dialect decides how it looks on the wire. */
export class Refusal extends Error {
	constructor(
		readonly status: number,
		message: string,
		readonly headers: Record<string, string> = {},
	) {
		super(message);
	}
}

export function answerJson(status: number, body: JsonValue): Answer {
	return {
		status,
		headers: { 'content-type': 'application/json; charset=utf-8' },
		text: JSON.stringify(body),
	};
}

export function answerEmpty(status: number): Answer {
	return { status, headers: {}, text: '' };
}

export function answerText(status: number, text: string): Answer {
	return { status, headers: { 'content-type': 'text/plain; charset=utf-8' }, text };
}

/** A page as proxies and login portals put it in place of a service's own answer. */
export function answerHtml(status: number, title: string): Answer {
	const text = `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`;
	return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, text };
}

/** A refusal (docs/service-api.md shows no body of one). */
export function answerError({ status, message, headers }: Refusal): Answer {
	const answer = answerJson(status, { message });
	return { ...answer, headers: { ...answer.headers, ...headers } };
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
