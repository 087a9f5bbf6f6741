import { Refusal, answerJson } from './answer';
import type { Answer } from './answer';
import { defaultDialect } from './dialect';
import type { Dialect, Spelling } from './dialect';
import { isJsonObject } from './json';
import type { JsonObject, JsonValue } from './json';
import type { LoggedRequest } from './requestLog';
import { Slot } from './slots';

/** JSON with slots in it. Everything else has to be there as it stands. */
export type Pattern = Slot | JsonValue | Pattern[] | { [name: string]: Pattern };

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
	pattern: Pattern,
	valueFor: (slot: Slot) => JsonValue | undefined,
): JsonValue | undefined {
	if (pattern instanceof Slot) return valueFor(pattern);
	if (typeof pattern !== 'object' || pattern === null) return pattern;
	const filled = Object.entries(pattern)
		.map(([name, inner]): [string, unknown] => [name, fillPattern(inner, valueFor)])
		.filter(([, value]) => value !== undefined);
	const whole = Array.isArray(pattern)
		? filled.map(([, value]) => value)
		: Object.fromEntries(filled);
	return whole as JsonValue;
}

/**
 * Reads a body that has to be in the pattern to the letter: names that are not in it, other types and formats, and objects
 * without their constants are refused (400).
 */
function readPattern(pattern: Pattern, body: JsonValue, where = 'the body'): JsonObject {
	if (pattern instanceof Slot) {
		const value = pattern.read(body);
		if (value !== undefined) return { [pattern.property]: value };
		throw new Refusal(400, `${where} must be like ${pattern.example}`);
	}
	if (Array.isArray(pattern)) return readList(pattern, body, where);
	if (typeof pattern !== 'object' || pattern === null) {
		if (body === pattern) return {};
		throw new Refusal(400, `${where} must be ${JSON.stringify(pattern)}`);
	}
	if (!isJsonObject(body)) throw new Refusal(400, `${where} must be an object`);
	const unknown = Object.keys(body).find((name) => !(name in pattern));
	if (unknown !== undefined) throw new Refusal(400, `${where} has no ${unknown}`);
	const parts = Object.entries(pattern).map(([name, inner]): JsonObject => {
		const value = body[name];
		if (value !== undefined) return readPattern(inner, value, name);
		if (isConstant(inner)) throw new Refusal(400, `${name} is required`);
		return {};
	});
	return Object.assign({}, ...parts) as JsonObject;
}

/** Each entry has to fit one of the patterns. */
function readList(patterns: Pattern[], body: JsonValue, where: string): JsonObject {
	if (!Array.isArray(body)) throw new Refusal(400, `${where} must be a list`);
	const parts = body.map((entry) => {
		for (const pattern of patterns) {
			try {
				return readPattern(pattern, entry, where);
			} catch (error) {
				if (!(error instanceof Refusal) || patterns.length === 1) throw error;
			}
		}
		throw new Refusal(400, `${where} has an entry that is not known`);
	});
	return Object.assign({}, ...parts) as JsonObject;
}

function isConstant(pattern: Pattern): boolean {
	if (pattern instanceof Slot) return false;
	if (typeof pattern !== 'object' || pattern === null) return true;
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
	const show = (item: JsonObject) => {
		const valueOf = ({ property, write }: Slot) => {
			const value = item[property];
			return typeof value === 'string' || typeof value === 'number' ? write(value) : undefined;
		};
		return fillPattern(shown, valueOf) ?? null;
	};
	return answerJson(answer.status, Array.isArray(body) ? list(body.map(show)) : single(show(body)));
}

/** What the request says in the default spelling. */
function canonical(request: LoggedRequest, spelling: Spelling): Partial<LoggedRequest> {
	const { method, path, query, body } = request;
	if (method === 'POST') return { body: readPattern(spelling.created, body as JsonValue) };
	if (method === 'PATCH') return { body: readPattern(spelling.changed, body as JsonValue) };
	if (method !== 'GET' || path !== '/services') return {};
	const missing = Object.keys(spelling.listed).find((name) => !query[name]);
	if (missing !== undefined) throw new Refusal(400, `${missing} is required`);
	const asked = readPattern(spelling.listed, query, 'the query');
	return { query: asked as Record<string, string> };
}
