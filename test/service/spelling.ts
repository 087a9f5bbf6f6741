import { isDeepStrictEqual } from 'node:util';
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

/** The pattern with its slots filled in; without what has no value, and without objects and lists in which nothing has one. */
export function fillPattern(
	pattern: JsonValue,
	valueFor: (slot: Slot) => JsonValue | undefined,
): JsonValue | undefined {
	const slot = slotOf(pattern);
	if (slot) return valueFor(slot);
	if (typeof pattern !== 'object' || pattern === null) return pattern;
	const filled = Object.entries(pattern)
		.map(([name, inner]) => [name, fillPattern(inner, valueFor), isConstant(inner)] as const)
		.filter(([, value]) => value !== undefined);
	if (!isConstant(pattern) && filled.every(([, , isFixed]) => isFixed)) return undefined;
	const entries = filled.map(([name, value]) => [name, value] as [string, JsonValue]);
	return Array.isArray(pattern) ? entries.map(([, value]) => value) : Object.fromEntries(entries);
}

function isConstant(pattern: JsonValue): boolean {
	if (typeof pattern !== 'object' || pattern === null) return !slotOf(pattern);
	return Object.values(pattern).every((inner) => isConstant(inner));
}

/** The pattern with the values of an item. */
function spell(pattern: JsonValue, item: JsonObject): JsonValue {
	const written = fillPattern(pattern, ({ property, write }) => {
		const value = item[property];
		return typeof value === 'string' || typeof value === 'number' ? write(value) : undefined;
	});
	return written ?? null;
}

/** The values in a body; undefined where it is anything but the pattern with them. */
function readPattern(pattern: JsonValue, body: JsonValue): JsonObject | undefined {
	const values = valuesIn(pattern, body);
	return isDeepStrictEqual(spell(pattern, values), body) ? values : undefined;
}

function valuesIn(pattern: JsonValue, body: JsonValue): JsonObject {
	const slot = slotOf(pattern);
	if (slot) return { [slot.property]: slot.read(body) ?? null };
	const inner: Array<JsonObject | undefined> = [];
	if (Array.isArray(pattern) && Array.isArray(body)) {
		const entries = pattern.flatMap((each) => body.map((entry) => readPattern(each, entry)));
		inner.push(...entries);
	} else if (isJsonObject(pattern) && isJsonObject(body)) {
		for (const [name, part] of Object.entries(pattern)) {
			if (body[name] !== undefined) inner.push(valuesIn(part, body[name]));
		}
	}
	return Object.assign({}, ...inner) as JsonObject;
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
	const told = Array.isArray(body)
		? list(body.map((item) => spell(shown, item)))
		: single(spell(shown, body));
	return answerJson(answer.status, told);
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
	return { query: read(spelling.listed, query) as Record<string, string> };
}
