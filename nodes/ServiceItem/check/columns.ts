import type { IDataObject } from 'n8n-workflow';

import type { Value } from '../../shared/format/fields';
import { isBlank, isJsonObject, readKey } from '../../shared/format/json';
import type { Key } from '../../shared/format/template';
import { pathText, valueAt } from '../../shared/format/template';

/** A value that is neither object nor list, and where it stands; 0 for the entries of a list. */
export interface Leaf {
	path: Key[];
	value: unknown;
}

export function leavesOf(value: unknown, path: Key[] = []): Leaf[] {
	if (Array.isArray(value)) return value.flatMap((entry) => leavesOf(entry, [...path, 0]));
	if (!isJsonObject(value)) return [{ path, value }];
	return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key]));
}

/** JSON with these values in it, too. */
export function placed(leaves: Leaf[], into?: unknown): unknown {
	return leaves.reduce((target, { path, value }) => put(target, path, value), into);
}

function put(target: unknown, [key, ...rest]: Key[], value: unknown): unknown {
	if (key === undefined) return value;
	if (key === 0) return [put(Array.isArray(target) ? target[0] : undefined, rest, value)];
	const object = isJsonObject(target) ? target : {};
	return { ...object, [key]: put(readKey(object, String(key)), rest, value) };
}

/** A text with blanks in an example, and the fields that these stand for. */
export interface Place {
	path: Key[];
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

/** What stands at one place in the items of a list: texts and numbers, at most one per item, and nothing else. */
export interface Column {
	path: Key[];
	values: Value[];
}

export function columnsOf(items: IDataObject[]): Column[] {
	const leaves = items.flatMap((item) => leavesOf(item));
	const paths = new Map(leaves.map(({ path }) => [pathText(path), path]));
	return [...paths.values()].flatMap((path) => {
		// Of a list with several entries, nobody could say which one is meant.
		const values = items.map((item) => valueAt(item, path)).filter((value) => !isBlank(value));
		return values.every(isScalar) && !hasBraces(path) ? [{ path, values }] : [];
	});
}

function isScalar(value: unknown): value is Value {
	return typeof value === 'string' || typeof value === 'number';
}

/** True where a name would be taken for a blank. */
export function hasBraces(path: Key[]): boolean {
	return /[{}]/.test(path.join(''));
}

/** Items, and the way to one. */
export interface ItemList {
	path: Key[];
	items: IDataObject[];
}

/** A list, and those that stand in its items: lists of days may hold lists of charges. */
export function listsWithin({ path, items }: ItemList): ItemList[] {
	return [{ path, items }, ...innerLists(items, path)];
}

function innerLists(objects: IDataObject[], path: Key[]): ItemList[] {
	const names = new Set(objects.flatMap((object) => Object.keys(object)));
	return [...names].flatMap((name) => {
		const values = objects.map((object) => object[name]);
		const items = values.filter(Array.isArray).flat().filter(isJsonObject);
		if (items.length > 0) return listsWithin({ path: [...path, name, 0], items });
		return innerLists(values.filter(isJsonObject), [...path, name]);
	});
}
