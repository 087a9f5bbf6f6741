import type { IDataObject } from 'n8n-workflow';

import type { Value } from '../../shared/format/fields';
import { isBlank, isJsonObject, readKey } from '../../shared/format/json';

/** The names that lead to a value; 0 for the entries of a list, '{id}' for those of an object that has items by their IDs. */
export type Path = Array<string | 0>;

/** A value that is neither object nor list, and where it stands. */
export interface Leaf {
	path: Path;
	value: unknown;
}

/** All values in JSON that are neither objects nor lists. */
export function leavesOf(value: unknown, path: Path = []): Leaf[] {
	if (Array.isArray(value)) return value.flatMap((entry) => leavesOf(entry, [...path, 0]));
	if (!isJsonObject(value)) return [{ path, value }];
	return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key]));
}

/** JSON with one more value in it. */
export function put(target: unknown, [key, ...rest]: Path, value: unknown): unknown {
	if (key === undefined) return value;
	if (key === 0) return [put(Array.isArray(target) ? target[0] : undefined, rest, value)];
	const object = isJsonObject(target) ? target : {};
	return { ...object, [key]: put(readKey(object, key), rest, value) };
}

/** `data.items[].price.value` */
export function pathText(path: Path): string {
	return path
		.map((key) => (key === 0 ? '[]' : `.${key}`))
		.join('')
		.replace(/^\./, '');
}

/** The same without case and punctuation. */
export function plainName(path: Path): string {
	return path
		.map((key) =>
			String(key)
				.toLowerCase()
				.replace(/[^a-z0-9]/g, ''),
		)
		.join('.');
}

/** True where a name would be taken for a blank. */
export function hasBraces(path: Path): boolean {
	return /[{}]/.test(path.join(''));
}

/** What stands at one place in the items of a list: texts and numbers, one per item, and nothing else. */
export interface Column {
	path: Path;
	values: Value[];
}

/** All of them. */
export function columnsOf(items: IDataObject[]): Column[] {
	const columns = new Map<string, { path: Path; values: unknown[] }>();
	for (const item of items) {
		const leaves = leavesOf(item).map((leaf) => ({ ...leaf, key: pathText(leaf.path) }));
		for (const { path, key, value } of leaves) {
			const column = columns.get(key) ?? { path, values: [] };
			// Of a list with several entries, nobody could say which one is meant.
			const isRepeated = leaves.filter((leaf) => leaf.key === key).length > 1;
			if (!isBlank(value)) column.values.push(isRepeated ? undefined : value);
			columns.set(key, column);
		}
	}
	return [...columns.values()].flatMap(({ path, values }) => {
		const isUsable = values.length > 0 && !hasBraces(path);
		return isUsable && values.every(isValue) ? [{ path, values }] : [];
	});
}

function isValue(value: unknown): value is Value {
	return typeof value === 'string' || typeof value === 'number';
}

/** A text with blanks in an example, and the fields that these stand for. */
export interface Place {
	path: Path;
	text: string;
	fields: string[];
}

/** The texts with blanks in an example as it is entered; it has been read before, when the mapper was made. */
export function placesIn(example: unknown): Place[] {
	return leavesOf(jsonOf(example)).flatMap(({ path, value }) => {
		const text = String(value);
		const fields = [...text.matchAll(/\{\s*(\w+)/g)].map(([, field = '']) => field);
		return fields.length > 0 ? [{ path, text, fields }] : [];
	});
}

/** An example as JSON. */
export function jsonOf(example: unknown): unknown {
	if (isBlank(example)) return {};
	return typeof example === 'string' ? (JSON.parse(example) as unknown) : example;
}
