import type { IDataObject } from 'n8n-workflow';
import { hash } from 'node:crypto';

const STRING_OR_LONG_INTEGER =
	/"[^"\\]*(?:\\.[^"\\]*)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;

/** Undefined for no JSON. Integers of more than 15 digits become exact text. */
export function parseJson(text: string): unknown {
	const exact = text.replace(STRING_OR_LONG_INTEGER, (match) =>
		match.startsWith('"') ? match : `"${match}"`,
	);
	try {
		return JSON.parse(exact) as unknown;
	} catch {
		return undefined;
	}
}

export function isJsonObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What stands for no value: null, false, and what is empty. */
export function isBlank(value: unknown): boolean {
	if (typeof value === 'string') return value.trim() === '';
	return value === undefined || value === null || value === false;
}

/** Names that lead to a value: `['price', 'gross']`. */
export type Path = readonly string[];

export function valueAt(json: unknown, path: Path): unknown {
	let value = json;
	for (const name of path) {
		if (!isJsonObject(value) || !Object.hasOwn(value, name)) return undefined;
		value = value[name];
	}
	return value;
}

/** All values that are no objects; a list is one. */
export function leavesOf(
	json: unknown,
	path: Path = [],
): Array<{ path: Path; value: unknown }> {
	if (!isJsonObject(json)) return [{ path, value: json }];
	return Object.entries(json).flatMap(([name, value]) =>
		leavesOf(value, [...path, name]),
	);
}

/** Keys in order: equal values give equal text. */
function canonicalJson(value: unknown): string {
	return JSON.stringify(value, (_key, inner: unknown) => {
		if (!isJsonObject(inner)) return inner;
		const sorted = Object.keys(inner).sort();
		return Object.fromEntries(sorted.map((name) => [name, inner[name]]));
	});
}

export function isEqual(one: unknown, other: unknown): boolean {
	return canonicalJson(one) === canonicalJson(other);
}

export function quoted(value: unknown): string {
	const text = JSON.stringify(value) ?? 'nothing';
	return text.replace(/^(.{100}).+$/s, '$1…');
}

export function digest(content: unknown): string {
	return hash('sha256', JSON.stringify(content), 'hex');
}
