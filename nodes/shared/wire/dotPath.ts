import type { IDataObject } from 'n8n-workflow';

import { isJsonObject } from './json';

/** Reads `a.b.c` from nested objects; undefined when any part is missing. */
export function readPath(source: unknown, path: string): unknown {
	return path.split('.').reduce<unknown>(readKey, source);
}

/** Reads an own property of an object, under its name as it stands; undefined for anything else. */
export function readKey(source: unknown, key: string): unknown {
	return isJsonObject(source) && Object.prototype.hasOwnProperty.call(source, key)
		? source[key]
		: undefined;
}

/** Writes `value` at `a.b.c`, creating the objects in between. Parts that are not objects are replaced. */
export function writePath(target: IDataObject, path: string, value: unknown): void {
	const keys = path.split('.');
	const last = keys.pop() as string;
	let parent = target;
	for (const key of keys) {
		const existing = readKey(parent, key);
		const next = isJsonObject(existing) ? existing : {};
		writeKey(parent, key, next);
		parent = next;
	}
	writeKey(parent, last, value);
}

/** Puts everything of `extra` into `target`, object by object. Values already in `target` stay. */
export function mergeBelow(target: IDataObject, extra: IDataObject): void {
	for (const [key, value] of Object.entries(extra)) {
		const existing = readKey(target, key);
		if (existing === undefined) writeKey(target, key, value);
		else if (isJsonObject(existing) && isJsonObject(value)) mergeBelow(existing, value);
	}
}

/** Sets a property by defining it, so that a key named __proto__ is data and nothing else. */
export function writeKey(target: IDataObject, key: string, value: unknown): void {
	Object.defineProperty(target, key, {
		value,
		enumerable: true,
		configurable: true,
		writable: true,
	});
}
