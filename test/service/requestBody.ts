import { Refusal } from './answer';
import { isJsonObject } from './json';
import type { JsonObject } from './json';
import type { LoggedRequest } from './requestLog';

/** The body as a JSON object; anything else, or another content type, is malformed (400, docs/service-api.md). */
export function readJsonObject({ headers, body }: LoggedRequest): JsonObject {
	const mediaType = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
	if (mediaType !== 'application/json') {
		throw new Refusal(400, 'Content-Type must be application/json');
	}
	if (!isJsonObject(body)) throw new Refusal(400, 'The body must be a JSON object');
	return body;
}
