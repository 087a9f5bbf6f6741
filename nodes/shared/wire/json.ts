import type { IDataObject } from 'n8n-workflow';

const LONG_INTEGER = /[0-9]{16}/;

/**
 * Parses JSON text. Whole numbers too large for JavaScript (long numeric ids) stay text where the
 * runtime tells their source, so that an id is never rounded to another one.
 *
 * @returns the value, or undefined when `text` is empty or not JSON.
 */
export function parseJson(text: unknown): unknown {
	if (typeof text !== 'string' || text.trim() === '') return undefined;
	try {
		return LONG_INTEGER.test(text)
			? (JSON.parse(text, keepLongIntegers) as unknown)
			: (JSON.parse(text) as unknown);
	} catch {
		return undefined;
	}
}

/** True for a JSON object; false for arrays, null and everything else. */
export function isJsonObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function keepLongIntegers(_key: string, value: unknown, context?: { source?: string }): unknown {
	const isRounded =
		typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);
	return isRounded && /^-?\d+$/.test(context?.source ?? '') ? context?.source : value;
}
