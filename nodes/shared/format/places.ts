import { isEqual, isJsonObject } from './json';
import type { Path } from './path';
import {
	beginsWith,
	BY_KEY,
	isWildcard,
	pathText,
	putAt,
	stepTo,
} from './path';

/**
 * Where a value stands in JSON. Values in the entries of a list have one place,
 * unless the entries are told apart.
 */
export class Place {
	/** `data.items[].price` */
	readonly text: string;
	readonly key: string;

	constructor(
		private readonly path: Path = [],
		/**
		 * The names that lead to it. An entry of a list that is told apart by a
		 * name in it has that name.
		 */
		readonly names: readonly string[] = [],
	) {
		this.text = pathText(path);
		this.key = JSON.stringify(path);
	}

	property(name: string): Place {
		return new Place([...this.path, stepTo(name)], [...this.names, name]);
	}

	entry(position = 0, name?: string): Place {
		const names = name === undefined ? this.names : [...this.names, name];
		return new Place([...this.path, { kind: 'entry', position }], names);
	}

	behind(outer: Place): Place {
		return new Place(
			[...outer.path, ...this.path],
			[...outer.names, ...this.names],
		);
	}

	/**
	 * The same place as seen from an object around it; undefined where it is not
	 * in that.
	 */
	within(outer: Place): Place | undefined {
		if (!beginsWith(this.path, outer.path)) return undefined;
		return new Place(
			this.path.slice(outer.depth),
			this.names.slice(outer.names.length),
		);
	}

	get depth(): number {
		return this.path.length;
	}

	get lastName(): string {
		return this.names.at(-1) ?? '';
	}

	get isInList(): boolean {
		return this.path.some(isWildcard);
	}

	/**
	 * How many names two places differ by, where one ends with the other, or both
	 * read the same: accountId, account.id.
	 */
	distanceTo({ names }: Place): number {
		const [shorter, longer] = [this.names, names].sort(
			(a, b) => a.length - b.length,
		);
		const more = (longer?.length ?? 0) - (shorter?.length ?? 0);
		const isEnd = isEqual(shorter, longer?.slice(more));
		const isAlike =
			this.names.join('').toLowerCase() === names.join('').toLowerCase();
		return isEnd || isAlike ? more : Infinity;
	}

	put(value: unknown, json?: unknown): unknown {
		return putAt(json, this.path, value);
	}
}

export interface Leaf {
	place: Place;
	value: unknown;
}

/** All values of an answer that are neither objects nor lists. */
export function leavesOf(json: unknown, place = new Place()): Leaf[] {
	if (Array.isArray(json)) {
		return json.flatMap((entry) => leavesOf(entry, place.entry()));
	}
	if (!isJsonObject(json)) return [{ place, value: json }];
	return Object.entries(json).flatMap(([name, value]) =>
		leavesOf(value, place.property(name)),
	);
}

/**
 * By which entries of a list in a request are told apart:
 * `[{ "name": "amount", "value": 25 }, …]`.
 */
const LABEL = /^(name|key|field|path|label|property|code)$/i;
/** Beside them; of a change as a list of operations. */
const OPERATION = /^op$/i;

/**
 * The same of a request, whose lists may have several entries that are told
 * apart by a name in them.
 */
export function leavesOfRequest(json: unknown, place = new Place()): Leaf[] {
	const leaves: Leaf[] = [];
	if (Array.isArray(json)) {
		for (const [position, entry] of json.entries()) {
			const name = json.length > 1 ? labelOf(entry) : undefined;
			for (const leaf of leavesOfRequest(entry, place.entry(position, name))) {
				const { lastName } = leaf.place;
				const isLabel = LABEL.test(lastName) || OPERATION.test(lastName);
				if (name === undefined || !isLabel) leaves.push(leaf);
			}
		}
		return leaves;
	}
	if (!isJsonObject(json)) return [{ place, value: json }];
	for (const [name, value] of Object.entries(json)) {
		leaves.push(...leavesOfRequest(value, place.property(name)));
	}
	return leaves;
}

function labelOf(entry: unknown): string | undefined {
	if (!isJsonObject(entry)) return undefined;
	const name = Object.keys(entry).find((each) => LABEL.test(each));
	const label = name === undefined ? undefined : entry[name];
	return typeof label === 'string' ? label : undefined;
}

/**
 * A list of objects, or an object of them by ID, and the place of its entries.
 */
export interface EntryList {
	place: Place;
	entries: unknown[];
	isKeyed: boolean;
}

/** All of an answer, also lists in the entries of another. */
export function listsIn(json: unknown): EntryList[] {
	return listsAmong([json], new Place());
}

function listsAmong(values: unknown[], place: Place): EntryList[] {
	const objects = values.filter(isJsonObject);
	const entries = values
		.filter((value) => Array.isArray(value))
		.flat()
		.filter(isJsonObject);
	const found = listOf(entries, place.entry(), false);
	const keyed = objects
		.filter(areIds)
		.flatMap((object) => Object.values(object));
	if (keyed.length > 0) {
		return [...found, ...listOf(keyed, place.property(BY_KEY), true)];
	}
	for (const name of new Set(
		objects.flatMap((object) => Object.keys(object)),
	)) {
		const inner = objects.map((object) => object[name]);
		found.push(...listsAmong(inner, place.property(name)));
	}
	return found;
}

function listOf(
	entries: unknown[],
	place: Place,
	isKeyed: boolean,
): EntryList[] {
	if (entries.length === 0) return [];
	return [{ place, entries, isKeyed }, ...listsAmong(entries, place)];
}

/**
 * True for an object that has nothing but objects under names such as `ch-17`.
 */
function areIds(object: object): boolean {
	const entries = Object.entries(object);
	if (entries.length === 0) return false;
	return entries.every(
		([name, value]) => /\d/.test(name) && isJsonObject(value),
	);
}
