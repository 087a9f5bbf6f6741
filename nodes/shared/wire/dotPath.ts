import type { IDataObject } from 'n8n-workflow';

import { isJsonObject } from './json';

/** Reads `a.b.c` from nested objects; undefined when any part is missing. */
export function readPath(source: unknown, path: string): unknown {
	return path
		.split('.')
		.reduce<unknown>(
			(value, key) =>
				isJsonObject(value) && Object.prototype.hasOwnProperty.call(value, key)
					? value[key]
					: undefined,
			source,
		);
}

/** Writes `value` at `a.b.c`, creating the objects in between. Parts that are not objects are replaced. */
export function writePath(target: IDataObject, path: string, value: unknown): void {
	const keys = path.split('.');
	const last = keys.pop() as string;
	let parent = target;
	for (const key of keys) {
		const existing = readPath(parent, key);
		const next = isJsonObject(existing) ? existing : {};
		defineValue(parent, key, next);
		parent = next;
	}
	defineValue(parent, last, value);
}

/** Puts everything of `extra` into `target`, object by object. Values already in `target` stay. */
export function mergeBelow(target: IDataObject, extra: IDataObject): void {
	for (const [key, value] of Object.entries(extra)) {
		const existing = readPath(target, key);
		if (existing === undefined) defineValue(target, key, value);
		else if (isJsonObject(existing) && isJsonObject(value)) mergeBelow(existing, value);
	}
}

/** Defines instead of assigning, so that a key named __proto__ is data and nothing else. */
function defineValue(target: IDataObject, key: string, value: unknown): void {
	Object.defineProperty(target, key, {
		value,
		enumerable: true,
		configurable: true,
		writable: true,
	});
}
