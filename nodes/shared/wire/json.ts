import type { IDataObject } from 'n8n-workflow';

/** A string, which stays, or a whole number of 16 digits and more, which JavaScript would round. */
const STRING_OR_LONG_INTEGER = /"[^"\\]*(?:\\.[^"\\]*)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;

/**
 * Parses JSON text. Whole numbers too large for JavaScript become text, so that no ID is rounded to that of another item.
 *
 * @returns undefined when `text` is empty or not JSON
 */
export function parseJson(text: unknown): unknown {
	if (typeof text !== 'string' || text.trim() === '') return undefined;
	try {
		return JSON.parse(/\d{16}/.test(text) ? quoteLongIntegers(text) : text) as unknown;
	} catch {
		return undefined;
	}
}

/** True for a JSON object; false for arrays, null and everything else. */
export function isJsonObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True for what stands for no value at all. */
export function isBlank(value: unknown): value is undefined | null | '' {
	return value === undefined || value === null || value === '';
}

/** JSON text in which objects have their keys in order, so that equal values give equal text. */
export function canonicalJson(value: unknown): string {
	return JSON.stringify(value, (_key, inner: unknown) =>
		isJsonObject(inner)
			? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
			: inner,
	);
}

function quoteLongIntegers(text: string): string {
	return text.replace(STRING_OR_LONG_INTEGER, (match) =>
		match.startsWith('"') || Number.isSafeInteger(Number(match)) ? match : `"${match}"`,
	);
}
