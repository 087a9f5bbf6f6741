/** JSON as it travels: values, dot paths into objects, and the deep merge PATCH uses. All functions leave their arguments alone. */

export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;

export interface JsonObject {
	[property: string]: JsonValue;
}

/** True for `{…}`, false for arrays, null and everything that is not JSON's object. */
export function isJsonObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value at a dot path such as `price.amount`; undefined where the path leads nowhere. */
export function readPath(object: JsonObject, path: string): JsonValue | undefined {
	let value: JsonValue | undefined = object;
	for (const key of path.split('.')) {
		if (!isJsonObject(value) || !Object.hasOwn(value, key)) return undefined;
		value = value[key];
	}
	return value;
}

/** `nestAt('a.b', 1)` is `{ a: { b: 1 } }`. */
export function nestAt(path: string, value: JsonValue): JsonObject {
	const [last = '', ...parents] = path.split('.').reverse();
	return parents.reduce<JsonObject>((inner, key) => ({ [key]: inner }), { [last]: value });
}

/** A copy of the object with the value written at the dot path. */
export function writePath(object: JsonObject, path: string, value: JsonValue): JsonObject {
	return mergeDeeply(object, nestAt(path, value));
}

/** Objects are merged property by property; anything else, lists included, is replaced by the change. */
export function mergeDeeply(base: JsonObject, change: JsonObject): JsonObject {
	const changed = Object.entries(change).map(([key, value]): [string, JsonValue] => {
		const before = Object.hasOwn(base, key) ? base[key] : undefined;
		const both = isJsonObject(before) && isJsonObject(value);
		return [key, both ? mergeDeeply(before, value) : value];
	});
	return { ...base, ...Object.fromEntries(changed) };
}
