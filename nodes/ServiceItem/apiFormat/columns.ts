import type { IDataObject } from 'n8n-workflow';

import { isJsonObject } from '../../shared/wire/json';

/** How deep a value may lie, as in `data.reservation.charges.pageInfo.endCursor`. */
const DEEPEST = 5;

/** What stands at one place in the service items of a list. */
export interface Column {
	/** The keys that lead there. */
	keys: string[];
	/** The same as a dot path. */
	path: string;
	/** The words the last two keys are made of, in lower case: `totalAmount` is total and amount. */
	words: string[];
	/** The values of those items that have one there; no objects and no lists. */
	values: Scalar[];
}

/** A value that is neither an object nor a list. */
export type Scalar = string | number | boolean;

/** Every place at which service items have plain values, in the order in which they come. */
export function columnsOf(items: IDataObject[]): Column[] {
	const columns = new Map<string, Column>();
	const walk = (value: unknown, keys: string[]): void => {
		if (isScalar(value)) {
			const path = keys.join('.');
			const column = columns.get(path) ?? { keys, path, words: wordsOf(keys), values: [] };
			column.values.push(value);
			columns.set(path, column);
		} else if (isJsonObject(value) && keys.length < DEEPEST) {
			for (const [key, inner] of Object.entries(value)) walk(inner, [...keys, key]);
		}
	};
	for (const item of items) walk(item, []);
	// A key with a dot in it is no part of a dot path.
	return [...columns.values()].filter(({ keys }) => keys.every((key) => !key.includes('.')));
}

/** The words of the last two keys: an amount often is the `value` of a `price`. */
function wordsOf(keys: string[]): string[] {
	return keys
		.slice(-2)
		.flatMap((key) => key.replace(/([a-z0-9])([A-Z])/g, '$1 $2').split(/[^A-Za-z0-9]+/))
		.filter((word) => word !== '')
		.map((word) => word.toLowerCase());
}

function isScalar(value: unknown): value is Scalar {
	return ['string', 'number', 'boolean'].includes(typeof value);
}
