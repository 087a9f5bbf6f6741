import type { IDataObject } from 'n8n-workflow';
import { hash } from 'node:crypto';

export interface ServiceAnswer {
	status: number;
	headers: Record<string, unknown>;
	/** The parsed JSON, the bare text if it is none, or undefined if empty. */
	body: unknown;
}

const STRING_OR_LONG_INTEGER =
	/"[^"\\]*(?:\\.[^"\\]*)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;

/**
 * Undefined for what is not JSON. Integers too large for JavaScript become
 * text: IDs stay exact.
 */
export function parseJson(text: unknown): unknown {
	if (typeof text !== 'string' || text.trim() === '') return undefined;
	const hasLong = /\d{16}/.test(text);
	try {
		return JSON.parse(hasLong ? quoteLongIntegers(text) : text) as unknown;
	} catch {
		return undefined;
	}
}

function quoteLongIntegers(text: string): string {
	return text.replace(STRING_OR_LONG_INTEGER, (match) => {
		if (match.startsWith('"') || Number.isSafeInteger(Number(match))) {
			return match;
		}
		return `"${match}"`;
	});
}

export function isJsonObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function asObject(value: unknown): IDataObject {
	return isJsonObject(value) ? value : {};
}

export function isBlank(value: unknown): boolean {
	return (
		value === undefined ||
		value === null ||
		(typeof value === 'string' && !/\S/.test(value))
	);
}

export function readKey(source: unknown, key: string): unknown {
	if (!isJsonObject(source) || !Object.hasOwn(source, key)) return undefined;
	return source[key];
}

export function readKeys(source: unknown, keys: string[]): unknown {
	let value = source;
	for (const key of keys) value = readKey(value, key);
	return value;
}

/** Merges object by object; where both have a value, that of `above` counts. */
export function merge(below: IDataObject, above: IDataObject): IDataObject {
	const merged: Array<[string, unknown]> = [];
	for (const [key, value] of Object.entries(above)) {
		const other = readKey(below, key);
		const areObjects = isJsonObject(other) && isJsonObject(value);
		merged.push([key, areObjects ? merge(other, value) : value]);
	}
	// Makes own properties, even of a key named __proto__.
	return { ...below, ...(Object.fromEntries(merged) as IDataObject) };
}

/** Whatever the order of keys. */
export function isEqual(one: unknown, other: unknown): boolean {
	return canonicalJson(one) === canonicalJson(other);
}

/** With the keys in order: equal values give equal text. */
export function canonicalJson(value: unknown): string {
	return JSON.stringify(value, (_key, inner: unknown) => {
		if (!isJsonObject(inner)) return inner;
		const sorted: Array<[string, unknown]> = [];
		for (const name of Object.keys(inner).sort()) {
			sorted.push([name, inner[name]]);
		}
		return Object.fromEntries(sorted);
	});
}

export function quoted(value: unknown): string {
	const text = JSON.stringify(value) ?? 'nothing';
	return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}

export function described(value: unknown): string {
	if (typeof value === 'string') return `'${value}'`;
	if (typeof value === 'number' || typeof value === 'bigint') {
		return String(value);
	}
	return quoted(value);
}

/**
 * A name without case and punctuation: next_page, nextPage and Next-Page are
 * one.
 */
export function plainName(name: string): string {
	return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

export function digest(content: unknown): string {
	return hash('sha256', JSON.stringify(content), 'hex');
}
