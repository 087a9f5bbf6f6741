import { Refusal } from './answer';
import { isJsonObject } from './json';
import type { JsonObject, JsonValue } from './json';

/** The canonical properties of an item on the default dialect's wire. */
export type Property =
	| 'id'
	| 'reservationId'
	| 'amount'
	| 'date'
	| 'description'
	| 'accountCode'
	| 'destinationAccount'
	| 'externalRef';

/** A place for a property: how it is written, and read by a service that takes nothing else. */
export class Slot {
	constructor(
		readonly property: Property,
		readonly write: (value: string | number) => JsonValue,
		/** Undefined for anything in another form. */
		readonly read: (value: JsonValue) => string | number | undefined,
		readonly form: string,
	) {}
}

/** JSON with slots in it. Everything else has to be there as it stands, beside a slot that is. */
export type Pattern = Slot | JsonValue | Pattern[] | { [name: string]: Pattern };

/** An item in the pattern; slots without a value are left out. */
export function writePattern(pattern: Pattern, item: JsonObject): JsonValue | undefined {
	if (pattern instanceof Slot) {
		const value = item[pattern.property];
		return typeof value === 'string' || typeof value === 'number'
			? pattern.write(value)
			: undefined;
	}
	if (Array.isArray(pattern)) {
		return pattern.map((inner) => writePattern(inner, item)).filter((value) => value !== undefined);
	}
	if (typeof pattern !== 'object' || pattern === null) return pattern;
	const entries = Object.entries(pattern).map(([name, inner]) => [name, writePattern(inner, item)]);
	return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as JsonObject;
}

/**
 * Reads a body that has to be in the pattern to the letter: names that are not in it, other types and formats, and objects
 * without their constants are refused (400).
 */
export function readPattern(pattern: Pattern, body: JsonValue, where = 'the body'): JsonObject {
	if (pattern instanceof Slot) {
		const value = pattern.read(body);
		if (value !== undefined) return { [pattern.property]: value };
		throw new Refusal(400, `${where} must be ${pattern.form}`, { field: where });
	}
	if (Array.isArray(pattern)) return readList(pattern, body, where);
	if (typeof pattern !== 'object' || pattern === null) {
		if (body === pattern) return {};
		throw new Refusal(400, `${where} must be ${JSON.stringify(pattern)}`, { field: where });
	}
	if (!isJsonObject(body)) throw new Refusal(400, `${where} must be an object`, { field: where });
	const names = Object.keys(pattern);
	const unknown = Object.keys(body).find((name) => !names.includes(name));
	if (unknown !== undefined)
		throw new Refusal(400, `${where} has no ${unknown}`, { field: unknown });
	const parts = names.map((name): JsonObject => {
		const inner = pattern[name] as Pattern;
		const value = body[name];
		if (value !== undefined) return readPattern(inner, value, name);
		if (isConstant(inner)) throw new Refusal(400, `${name} is required`, { field: name });
		return {};
	});
	return Object.assign({}, ...parts) as JsonObject;
}

function readList(pattern: Pattern[], body: JsonValue, where: string): JsonObject {
	if (!Array.isArray(body)) throw new Refusal(400, `${where} must be a list`, { field: where });
	const parts = body.map((entry) => {
		const fitting = pattern.map((inner) => attempt(() => readPattern(inner, entry, where)));
		const read = fitting.find((result) => result !== undefined);
		if (read) return read;
		throw new Refusal(400, `${where} has an entry that is not known`, { field: where });
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
