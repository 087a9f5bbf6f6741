import { Refusal, answerJson } from './answer';
import type { Answer } from './answer';
import { defaultDialect } from './dialect';
import type { Dialect, Spelling } from './dialect';
import type { ServiceState } from './endpoints';
import { isJsonObject } from './json';
import type { JsonObject, JsonValue } from './json';
import type { LoggedRequest } from './requestLog';
import { Slot } from './slots';

/** JSON with slots in it. Everything else has to be there as it stands, beside a slot that is. */
export type Pattern = Slot | JsonValue | Pattern[] | { [name: string]: Pattern };

/** The pattern with every slot filled in; those without a value are left out. */
export function fillPattern(
	pattern: Pattern,
	valueFor: (slot: Slot) => JsonValue | undefined,
): JsonValue | undefined {
	if (pattern instanceof Slot) return valueFor(pattern);
	if (Array.isArray(pattern)) {
		return pattern
			.map((inner) => fillPattern(inner, valueFor))
			.filter((value) => value !== undefined);
	}
	if (typeof pattern !== 'object' || pattern === null) return pattern;
	const entries = Object.entries(pattern).map(([name, inner]) => [
		name,
		fillPattern(inner, valueFor),
	]);
	return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as JsonObject;
}

function writeItem(pattern: Pattern, item: JsonObject): JsonValue {
	const filled = fillPattern(pattern, ({ property, write }) => {
		const value = item[property];
		return typeof value === 'string' || typeof value === 'number' ? write(value) : undefined;
	});
	return filled ?? null;
}

/**
 * Reads a body that has to be in the pattern to the letter: names that are not in it, other types and formats, and objects
 * without their constants are refused (400).
 */
export function readPattern(pattern: Pattern, body: JsonValue, where = 'the body'): JsonObject {
	if (pattern instanceof Slot) {
		const value = pattern.read(body);
		if (value !== undefined) return { [pattern.property]: value };
		throw new Refusal(400, `${where} must be ${pattern.form}`);
	}
	if (Array.isArray(pattern)) return readList(pattern, body, where);
	if (typeof pattern !== 'object' || pattern === null) {
		if (body === pattern) return {};
		throw new Refusal(400, `${where} must be ${JSON.stringify(pattern)}`);
	}
	if (!isJsonObject(body)) throw new Refusal(400, `${where} must be an object`);
	const names = Object.keys(pattern);
	const unknown = Object.keys(body).find((name) => !names.includes(name));
	if (unknown !== undefined) throw new Refusal(400, `${where} has no ${unknown}`);
	const parts = names.map((name): JsonObject => {
		const inner = pattern[name] as Pattern;
		const value = body[name];
		if (value !== undefined) return readPattern(inner, value, name);
		if (isConstant(inner)) throw new Refusal(400, `${name} is required`);
		return {};
	});
	return Object.assign({}, ...parts) as JsonObject;
}

function readList(pattern: Pattern[], body: JsonValue, where: string): JsonObject {
	if (!Array.isArray(body)) throw new Refusal(400, `${where} must be a list`);
	const parts = body.map((entry) => {
		const fitting = pattern.map((inner) => attempt(() => readPattern(inner, entry, where)));
		const read = fitting.find((result) => result !== undefined);
		if (read) return read;
		throw new Refusal(400, `${where} has an entry that is not known`);
	});
	return Object.assign({}, ...parts) as JsonObject;
}

function isConstant(pattern: Pattern): boolean {
	if (pattern instanceof Slot) return false;
	if (Array.isArray(pattern)) return pattern.every(isConstant);
	if (typeof pattern !== 'object' || pattern === null) return true;
	return Object.values(pattern).every(isConstant);
}

function attempt<Result>(action: () => Result): Result | undefined {
	try {
		return action();
	} catch (error) {
		if (error instanceof Refusal) return undefined;
		throw error;
	}
}

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
	const shown = (item: JsonObject) => writeItem(spelling.shown, item);
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
	const { reservationId } = readPattern({ ...spelling.query, ...spelling.listed }, query);
	if (typeof reservationId !== 'string') throw new Refusal(400, 'Which reservation?');
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
