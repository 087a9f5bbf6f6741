import { answerJson, Refusal } from './answer';
import type { Answer } from './answer';
import { defaultDialect } from './dialect';
import type { Dialect, Spelling } from './dialect';
import type { JsonObject, JsonValue } from './json';
import { readPattern, writePattern } from './pattern';
import type { LoggedRequest } from './requestLog';
import type { ServiceState } from './serviceState';

/** The dialect in which a service with a spelling of its own keeps its books. */
const KEPT: Partial<Dialect> = {
	referenceField: 'externalRef',
	itemsField: '',
	requiredFields: ['amount'],
};

/** Carries out a request for service items that is in the service's own spelling, and answers in it. */
export function answerSpelled(
	request: LoggedRequest,
	service: ServiceState,
	spelling: Spelling,
	handle: (request: LoggedRequest, service: ServiceState) => Answer,
): Answer {
	assertCarried(request.headers, spelling.headers ?? {}, 'header');
	assertCarried(request.query, spelling.query ?? {}, 'query parameter');
	const { idempotencyHeader } = service.dialect;
	const { updateAnswer = 'item' } = spelling;
	const own = { idempotencyHeader, updateAnswer };
	const kept = { ...service, dialect: { ...defaultDialect, ...KEPT, ...own } };
	const answer = handle({ ...request, ...canonical(request, spelling) }, kept);
	if (answer.text === '' || answer.status >= 400) return answer;
	const body = JSON.parse(answer.text) as JsonObject | JsonObject[];
	const shown = (item: JsonObject): JsonValue => writePattern(spelling.shown, item) ?? null;
	const { single = (item) => item, list = (items) => items } = spelling;
	return answerJson(
		answer.status,
		Array.isArray(body) ? list(body.map(shown)) : single(shown(body)),
	);
}

function canonical(
	{ method, path, query, body }: LoggedRequest,
	spelling: Spelling,
): Partial<LoggedRequest> {
	if (method === 'POST') return { body: readPattern(spelling.created, body as JsonValue) };
	if (method === 'PATCH') return { body: readPattern(spelling.changed, body as JsonValue) };
	if (method !== 'GET' || path !== '/services') return {};
	const reservationId = spelling.listed(query);
	if (reservationId === undefined) throw new Refusal(400, 'Which reservation?');
	return { query: { reservationId } };
}

function assertCarried(
	given: { [name: string]: unknown },
	needed: Record<string, string>,
	what: string,
): void {
	for (const [name, value] of Object.entries(needed)) {
		if (given[name] !== value) throw new Refusal(400, `The ${what} ${name} is missing or wrong`);
	}
}
