import type { IDataObject } from 'n8n-workflow';

import { isJsonObject } from './json';

/** Reads `a.b.c` from nested objects; undefined when any part is missing. */
export function readPath(source: unknown, path: string): unknown {
	return readAt(source, path.split('.'));
}

/** Reads what stands at a path of property names and positions in lists; undefined when any part is missing. */
export function readAt(source: unknown, path: Array<string | number>): unknown {
	return path.reduce<unknown>(
		(value, key) =>
			typeof key === 'string'
				? readKey(value, key)
				: Array.isArray(value)
					? (value[key] as unknown)
					: undefined,
		source,
	);
}

/** Reads an own property of an object, under its name as it stands; undefined for anything else. */
export function readKey(source: unknown, key: string): unknown {
	return isJsonObject(source) && Object.prototype.hasOwnProperty.call(source, key)
		? source[key]
		: undefined;
}

/** Writes `value` at `a.b.c`, creating the objects in between. Parts that are not objects are replaced. */
export function writePath(target: IDataObject, path: string, value: unknown): void {
	writeAt(target, path.split('.'), value);
}

/** The same for a path that may lead through positions in lists, which are created as well. */
export function writeAt(target: object, path: Array<string | number>, value: unknown): void {
	let parent = target;
	path.forEach((key, index) => {
		const following = path[index + 1];
		if (following === undefined) return writeKey(parent, key, value);
		const existing = readAt(parent, [key]);
		const isList = typeof following === 'number';
		const isFit = isList ? Array.isArray(existing) : isJsonObject(existing);
		const next = isFit ? (existing as object) : isList ? [] : {};
		writeKey(parent, key, next);
		parent = next;
	});
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
export function writeKey(target: object, key: string | number, value: unknown): void {
	Object.defineProperty(target, key, {
		value,
		enumerable: true,
		configurable: true,
		writable: true,
	});
}
