import { readAt } from '../dotPath';
import { isJsonObject } from '../json';
import type { FilledPlace, Key, Place } from './template';

/**
 * Notes at the places within a list by what name their entry is known, where all entries of the example have one: services
 * give such lists in any order, and leave entries out.
 *
 * @param depth how many keys lead to the list
 * @param entries as the example has them
 */
export function withNames(places: Place[], depth: number, entries: unknown[]): Place[] {
	const property = nameProperty(entries);
	if (property === undefined) return places;
	const names = entries.map((entry) => String(readAt(entry, property)));
	return places.map((place) => {
		const name = names[Number(place.path[depth])];
		if (place.kind === 'constant' || name === undefined) return place;
		const named = [{ depth, property, name, names }, ...(place.named ?? [])];
		return { ...place, named };
	});
}

/** Where a place is in an item; undefined where the list of a named entry has others, and not this one. */
export function pathIn(item: unknown, { path, named = [] }: FilledPlace): Key[] | undefined {
	const found = [...path];
	for (const { depth, property, name, names } of named) {
		const list = readAt(item, found.slice(0, depth));
		const given = Array.isArray(list) ? list.map((entry) => readAt(entry, property)) : [];
		// What the example has may be no name, but a value of the one charge it shows.
		if (!given.some((value) => names.includes(String(value)))) continue;
		const index = given.indexOf(name);
		if (index < 0) return undefined;
		found[depth] = index;
	}
	return found;
}

/** The path to the first text that is another one in every entry, and has no blank in any: `name`, or `field.name`. */
function nameProperty(entries: unknown[]): string[] | undefined {
	const [first] = entries;
	if (entries.length < 2 || !isJsonObject(first)) return undefined;
	const paths = Object.entries(first).flatMap(([key, value]) =>
		isJsonObject(value) ? Object.keys(value).map((inner) => [key, inner]) : [[key]],
	);
	return paths.find((path) => {
		const values = entries.map((entry) => readAt(entry, path));
		const isName = values.every((value) => typeof value === 'string' && !/[{}]/.test(value));
		return isName && new Set(values).size === values.length;
	});
}
