import { userMessageOf } from '../n8n/userError';
import { DEFAULT_CREATE_BODY } from './examples';
import { canonicalJson, isBlank, isJsonObject, parseJson } from './json';
import type { ExampleName } from './placeholder';
import type { Path, Step } from './path';
import { beginsWith, isWildcard, pathText, upToLastWildcard } from './path';
import { parseTemplate, slotsOf } from './template';

/** What is entered for an example. */
export type Entered =
	/** Nothing, or the default. */
	| { kind: 'empty' }
	/** With placeholders: the user's own word. */
	| { kind: 'own'; json: unknown }
	/** As the documentation shows it, with values where placeholders belong. */
	| { kind: 'documented'; json: unknown }
	| { kind: 'unusable'; reason: string };

export function readEntered(name: ExampleName, given: unknown): Entered {
	const json = typeof given === 'string' ? parseJson(given) : given;
	const isDefault = canonicalJson(json) === canonicalJson(parseJson(DEFAULT_CREATE_BODY));
	if (isBlank(given) || (name === 'createBody' && isDefault)) return { kind: 'empty' };
	try {
		const template = parseTemplate(given, name);
		if (!template) return { kind: 'empty' };
		return { kind: slotsOf(template).length > 0 ? 'own' : 'documented', json };
	} catch (error) {
		return { kind: 'unusable', reason: userMessageOf(error) };
	}
}

/** Where a value stands in JSON. Values in the entries of a list have one place, unless the entries are told apart. */
export class Place {
	static readonly root = new Place([]);
	/** For messages: `data.items[].price`. */
	readonly text: string;
	/** Tells it from all others. */
	readonly key: string;

	private constructor(
		private readonly path: Path,
		/** The names that lead to it. An entry of a list that is told apart by a name in it has that name. */
		readonly names: readonly string[] = [],
	) {
		this.text = pathText(path);
		this.key = JSON.stringify(path);
	}

	property(name: string): Place {
		const step: Step = name === BY_KEY ? { kind: 'byKey' } : { kind: 'name', name };
		return new Place([...this.path, step], [...this.names, name]);
	}

	/** @param entry where entries are told apart, which one, and its name */
	entry(entry: { position: number; name?: string } = { position: 0 }): Place {
		const names = entry.name === undefined ? this.names : [...this.names, entry.name];
		return new Place([...this.path, { kind: 'entry', position: entry.position }], names);
	}

	/** The same place as seen from further outside. */
	behind(outer: Place): Place {
		return new Place([...outer.path, ...this.path], [...outer.names, ...this.names]);
	}

	/** The same place as seen from an object around it; undefined where it is not in that. */
	within(outer: Place): Place | undefined {
		if (!beginsWith(this.path, outer.path)) return undefined;
		return new Place(this.path.slice(outer.path.length), this.names.slice(outer.names.length));
	}

	/** As seen from the outermost object. */
	get inner(): Place {
		return new Place(this.path.slice(1), this.names.slice(1));
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

	/** The entry of the innermost list around it; the root where there is none. */
	get innermostEntry(): Place {
		const path = upToLastWildcard(this.path);
		return new Place(path, this.names.slice(0, namesIn(path)));
	}

	/** How many steps two places differ by, where one ends with the other, or both read the same: accountId, account.id. */
	distanceTo(other: Place): number {
		const depth = Math.min(this.depth, other.depth);
		const endOf = ({ path }: Place): string => pathText(path.slice(path.length - depth));
		const isEnd = endOf(this) === endOf(other);
		const isAlike = this.plainText === other.plainText;
		return isEnd || isAlike ? Math.abs(this.depth - other.depth) : Infinity;
	}

	/** Alike for accountId and account.id. */
	private get plainText(): string {
		return this.text.replaceAll('.', '').toLowerCase();
	}

	/** The objects there, of all lists and all names that stand for every one. */
	entriesIn(json: unknown): unknown[] {
		let found = [json];
		for (const step of this.path) found = found.flatMap((value) => entriesBehind(step, value));
		return found.filter(isJsonObject);
	}

	get isKeyed(): boolean {
		return this.path.at(-1)?.kind === 'byKey';
	}

	/** The JSON with another value there; what is missing around it is added. */
	put(value: unknown, json?: unknown): unknown {
		return putAt(json, this.path, value);
	}
}

/** Stands for every name of an object whose names are IDs. */
const BY_KEY = '{id}';

function entriesBehind(step: Step, value: unknown): unknown[] {
	if (step.kind === 'entry') return Array.isArray(value) ? (value as unknown[]) : [];
	if (!isJsonObject(value)) return [];
	return step.kind === 'byKey' ? Object.values(value) : [value[step.name]];
}

/** How many of the names of a place lead along a path. */
function namesIn(path: Path): number {
	return path.filter(({ kind }) => kind !== 'entry').length;
}

function putAt(json: unknown, [step, ...rest]: Path, value: unknown): unknown {
	if (step === undefined) return value;
	if (step.kind === 'entry') {
		const list = Array.isArray(json) ? (json as unknown[]).slice() : [];
		list[step.position] = putAt(list[step.position], rest, value);
		return list;
	}
	const name = step.kind === 'byKey' ? BY_KEY : step.name;
	const object = isJsonObject(json) ? json : {};
	return { ...object, [name]: putAt(object[name], rest, value) };
}

export interface Leaf {
	place: Place;
	value: unknown;
}

/** All values of an answer that are neither objects nor lists. */
export function leavesOf(json: unknown, place = Place.root): Leaf[] {
	if (Array.isArray(json)) return json.flatMap((entry) => leavesOf(entry, place.entry()));
	if (!isJsonObject(json)) return [{ place, value: json }];
	return Object.entries(json).flatMap(([name, value]) => leavesOf(value, place.property(name)));
}

/** By which entries of a list in a request are told apart: `[{ "name": "amount", "value": 25 }, …]`. */
const LABEL = /^(name|key|field|path|label|property|code|op)$/i;

/** The same of a request, whose lists may have several entries that are told apart by a name in them. */
export function leavesOfRequest(json: unknown, place = Place.root): Leaf[] {
	if (Array.isArray(json)) {
		return json.flatMap((entry: unknown, position) => {
			const name = json.length > 1 ? labelOf(entry) : undefined;
			const leaves = leavesOfRequest(entry, place.entry({ position, name }));
			if (name === undefined) return leaves;
			return leaves.filter(({ place: { lastName } }) => !LABEL.test(lastName));
		});
	}
	if (!isJsonObject(json)) return [{ place, value: json }];
	return Object.entries(json).flatMap(([name, value]) =>
		leavesOfRequest(value, place.property(name)),
	);
}

function labelOf(entry: unknown): string | undefined {
	if (!isJsonObject(entry)) return undefined;
	const labels = Object.entries(entry).filter(([name]) => LABEL.test(name) && name !== 'op');
	const text = labels[0]?.[1];
	return typeof text === 'string' ? text : undefined;
}

/** The texts with placeholders, and the names of their fields. */
export interface PlacedText {
	place: Place;
	text: string;
	fields: string[];
}

export function placedTextsIn(example: unknown): PlacedText[] {
	return leavesOfRequest(example).flatMap(({ place, value }) => {
		const text = String(value);
		const fields = [...text.matchAll(/\{\s*(\w+)/g)].map(([, field = '']) => field);
		return fields.length > 0 ? [{ place, text, fields }] : [];
	});
}

/** The names of the fields that an example has placeholders for. */
export function fieldsIn(example: unknown): string[] {
	return placedTextsIn(example).flatMap(({ fields }) => fields);
}

/** The JSON with these texts in their places. */
export function withTexts(
	texts: Array<Pick<PlacedText, 'place' | 'text'>>,
	json?: unknown,
): unknown {
	let target = json;
	for (const { place, text } of texts) target = place.put(text, target);
	return target;
}

/** A list of objects, or an object of them by ID, and the place of its entries. */
export interface EntryList {
	place: Place;
	entries: unknown[];
	/** The names are the IDs. */
	isKeyed: boolean;
}

/** All of an answer, also lists in the entries of another. */
export function listsIn(json: unknown, place = Place.root): EntryList[] {
	return listsAmong([json], place);
}

function listsAmong(values: unknown[], place: Place): EntryList[] {
	const lists = values.filter((value) => Array.isArray(value));
	const objects = values.filter(isJsonObject);
	const found: EntryList[] = [];
	const entries = lists.flat().filter(isJsonObject);
	if (entries.length > 0) {
		found.push({ place: place.entry(), entries, isKeyed: false });
		found.push(...listsAmong(entries, place.entry()));
	}
	const keyed = objects.filter(areIds).flatMap((object) => Object.values(object));
	if (keyed.length > 0) {
		found.push({ place: place.property(BY_KEY), entries: keyed, isKeyed: true });
		found.push(...listsAmong(keyed, place.property(BY_KEY)));
	}
	for (const name of new Set(objects.flatMap((object) => Object.keys(object)))) {
		const inner = objects.map((object) => object[name]);
		if (!objects.some(areIds)) found.push(...listsAmong(inner, place.property(name)));
	}
	return found;
}

/** True for an object that has nothing but objects under names such as `ch-17`. */
function areIds(object: object): boolean {
	const entries = Object.entries(object);
	const isId = ([name, value]: [string, unknown]): boolean =>
		/\d/.test(name) && isJsonObject(value);
	return entries.length > 0 && entries.every(isId);
}
