import { Refusal, answerJson } from './answer';
import type { Answer } from './answer';
import { defaultDialect } from './dialect';
import type { Dialect, Spelling } from './dialect';
import { isJsonObject } from './json';
import type { JsonObject, JsonValue } from './json';
import type { LoggedRequest } from './requestLog';
import { slotOf } from './slots';
import type { Slot } from './slots';

/** The dialect of a service that spells in a way of its own. */
export function dialectOf(spelling: Spelling): Dialect {
	const { idType = 'string', updateAnswer = 'item' } = spelling;
	const kept = {
		referenceField: 'externalRef',
		itemsField: '',
		requiredFields: ['amount'],
	} as const;
	return { ...defaultDialect, ...kept, idType, updateAnswer, spelling };
}

/** The pattern with every slot filled in; those without a value are left out. */
export function fillPattern(
	pattern: JsonValue,
	valueFor: (slot: Slot) => JsonValue | undefined,
): JsonValue | undefined {
	const slot = slotOf(pattern);
	if (slot) return valueFor(slot);
	if (typeof pattern !== 'object' || pattern === null) return pattern;
	const filled = Object.entries(pattern)
		.map(([name, inner]) => [name, fillPattern(inner, valueFor)] as [string, JsonValue])
		.filter(([, value]) => value !== undefined);
	return Array.isArray(pattern) ? filled.map(([, value]) => value) : Object.fromEntries(filled);
}

/**
 * What a body says that is in the pattern to the letter; undefined where names are not in it, types and formats are other ones,
 * or a constant is missing.
 */
function readPattern(pattern: JsonValue, body: JsonValue): JsonObject | undefined {
	const slot = slotOf(pattern);
	if (slot) {
		const value = slot.read(body);
		return value === undefined ? undefined : { [slot.property]: value };
	}
	if (Array.isArray(pattern)) return Array.isArray(body) ? readList(pattern, body) : undefined;
	if (!isJsonObject(pattern)) return body === pattern ? {} : undefined;
	if (!isJsonObject(body) || Object.keys(body).some((name) => !(name in pattern))) return undefined;
	return merged(
		Object.entries(pattern).map(([name, inner]) => {
			const given = body[name];
			if (given === undefined) return isConstant(inner) ? undefined : {};
			return readPattern(inner, given);
		}),
	);
}

/** Each entry has to fit one of the patterns. */
function readList(patterns: JsonValue[], body: JsonValue[]): JsonObject | undefined {
	return merged(
		body.map((entry) => {
			const read = patterns.map((pattern) => readPattern(pattern, entry));
			return read.find((each) => each !== undefined);
		}),
	);
}

function merged(parts: Array<JsonObject | undefined>): JsonObject | undefined {
	return parts.includes(undefined) ? undefined : (Object.assign({}, ...parts) as JsonObject);
}

function isConstant(pattern: JsonValue): boolean {
	if (typeof pattern !== 'object' || pattern === null) return !slotOf(pattern);
	return Object.values(pattern).every((inner) => isConstant(inner));
}

/** Carries out a request for service items that is in the service's own spelling, and answers in it. */
export function answerSpelled(
	request: LoggedRequest,
	spelling: Spelling,
	handle: (request: LoggedRequest) => Answer,
): Answer {
	const { headers = {}, shown, single = (item) => item, list = (items) => items } = spelling;
	for (const [name, value] of Object.entries(headers)) {
		if (request.headers[name] !== value) {
			throw new Refusal(400, `The header ${name} is missing or wrong`);
		}
	}
	const answer = handle({ ...request, ...canonical(request, spelling) });
	if (answer.text === '' || answer.status >= 400) return answer;
	const body = JSON.parse(answer.text) as JsonObject | JsonObject[];
	const show = (item: JsonObject) => spell(shown, item);
	return answerJson(answer.status, Array.isArray(body) ? list(body.map(show)) : single(show(body)));
}

/** The pattern with the values of an item, as far as it has them. */
function spell(pattern: JsonValue, item: JsonObject): JsonValue {
	const written = fillPattern(pattern, ({ property, write }) => {
		const value = item[property];
		return typeof value === 'string' || typeof value === 'number' ? write(value) : undefined;
	});
	return written ?? null;
}

/** What the request says in the default spelling. */
function canonical(request: LoggedRequest, spelling: Spelling): Partial<LoggedRequest> {
	const { method, path, query, body } = request;
	const read = (pattern: JsonValue, given: unknown): JsonObject => {
		const said = readPattern(pattern, given as JsonValue);
		if (said) return said;
		throw new Refusal(400, `This has to be like ${JSON.stringify(pattern)}`);
	};
	if (method === 'POST') return { body: read(spelling.created, body) };
	if (method === 'PATCH') return { body: read(spelling.changed, body) };
	if (method !== 'GET' || path !== '/services') return {};
	const missing = Object.keys(spelling.listed).find((name) => !query[name]);
	if (missing !== undefined) throw new Refusal(400, `${missing} is required`);
	return { query: read(spelling.listed, query) as Record<string, string> };
}
