import type { IDataObject } from 'n8n-workflow';

const STRING_OR_LONG_INTEGER = /"[^"\\]*(?:\\.[^"\\]*)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;

/** Undefined for what is not JSON. Integers too large for JavaScript become text: IDs stay exact. */
export function parseJson(text: unknown): unknown {
	if (typeof text !== 'string' || text.trim() === '') return undefined;
	try {
		return JSON.parse(/\d{16}/.test(text) ? quoteLongIntegers(text) : text) as unknown;
	} catch {
		return undefined;
	}
}

function quoteLongIntegers(text: string): string {
	return text.replace(STRING_OR_LONG_INTEGER, (match) =>
		match.startsWith('"') || Number.isSafeInteger(Number(match)) ? match : `"${match}"`,
	);
}

export function isJsonObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isBlank(value: unknown): boolean {
	return value === undefined || value === null || (typeof value === 'string' && !/\S/.test(value));
}

export function readKey(source: unknown, key: string): unknown {
	return isJsonObject(source) && Object.hasOwn(source, key) ? source[key] : undefined;
}

export function readKeys(source: unknown, keys: string[]): unknown {
	let value = source;
	for (const key of keys) value = readKey(value, key);
	return value;
}

/** Merges object by object; where both have a value, that of `above` counts. */
export function merge(below: IDataObject, above: IDataObject): IDataObject {
	const merged = Object.entries(above).map(([key, value]) => {
		const other = readKey(below, key);
		return [key, isJsonObject(other) && isJsonObject(value) ? merge(other, value) : value];
	});
	// Makes own properties, even of a key named __proto__.
	return { ...below, ...(Object.fromEntries(merged) as IDataObject) };
}

/** With the keys in order: equal values give equal text. */
export function canonicalJson(value: unknown): string {
	return JSON.stringify(value, (_key, inner: unknown) =>
		isJsonObject(inner)
			? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
			: inner,
	);
}

export function quoted(value: unknown): string {
	const text = JSON.stringify(value) ?? 'nothing';
	return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}

/** For messages. */
export function described(value: unknown): string {
	if (typeof value === 'string') return `'${value}'`;
	if (typeof value === 'object') return Array.isArray(value) ? 'a list' : 'an object';
	return typeof value === 'number' || typeof value === 'boolean' ? String(value) : typeof value;
}

/** A name without case and punctuation: next_page, nextPage and Next-Page are one. */
export function plainName(name: string): string {
	return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}
