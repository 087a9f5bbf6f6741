import type { Blank, BlankField } from './blank';

/** A property's name, or a position in a list. */
export type Key = string | number;

/** An entry of a list that has a name, as in `[{ "label": "Text", "value": "{description}" }, …]`. */
export interface NamedEntry {
	/** How many keys lead to the list. */
	depth: number;
	/** The path to the name within the entry. */
	property: string[];
	name: string;
	/** The names of all entries of the example. */
	names: string[];
}

/** A JSON value that is one blank, and so becomes a value with its JSON type. */
interface BlankPlace {
	kind: 'blank';
	path: Key[];
	blanks: [Blank];
	/** The entries of lists on the way that are known by a name, from the outside in. */
	named?: NamedEntry[];
}

/** A JSON text with blanks in it, such as "booking$eq:{reservationId}". */
interface TextPlace {
	kind: 'text';
	path: Key[];
	blanks: Blank[];
	named?: NamedEntry[];
	/** What stands before, between and behind the blanks: always one more than there are blanks. */
	around: string[];
	/** True for JSON written as text, as some filters are: what is put into it is escaped. */
	isJson: boolean;
}

/** What is sent as it stands. */
interface ConstantPlace {
	kind: 'constant';
	path: Key[];
	value: unknown;
	/** The innermost object or list with blanks that it stands in: it goes out only with that one. */
	within: Key[];
}

/** Where values stand in an example. */
export type FilledPlace = BlankPlace | TextPlace;

/** Where anything stands in it. */
export type Place = FilledPlace | ConstantPlace;

/** An example with blanks: every place of it, in its order. */
export type Template = readonly Place[];

/** A template with one blank per path, as the credential's field names say it; names are dot paths. */
export function templateOf(blanks: Array<[path: string, blank: Blank]>): Template {
	return blanks.map(([path, blank]) => ({
		kind: 'blank',
		path: path.split('.'),
		blanks: [blank],
	}));
}

/** The blanks of a place; a constant has none. */
export function blanksOf(place: Place): Blank[] {
	return place.kind === 'constant' ? [] : place.blanks;
}

/** The places with blanks; those of one field if one is given. */
export function placesOf(template: Template, field?: BlankField): readonly FilledPlace[] {
	if (field !== undefined) return placesByField(template).get(field) ?? [];
	return template.filter((place): place is FilledPlace => place.kind !== 'constant');
}

/** The fields that have a blank in a template. */
export function fieldsOf(
	template: Template,
): Pick<ReadonlySet<BlankField>, 'has' | 'size' | 'keys'> {
	return placesByField(template);
}

/** A template stays as it is once it is read, and is asked for every item. */
const known = new WeakMap<Template, ReadonlyMap<BlankField, FilledPlace[]>>();

function placesByField(template: Template): ReadonlyMap<BlankField, FilledPlace[]> {
	const indexed = known.get(template);
	if (indexed) return indexed;
	const places = new Map<BlankField, FilledPlace[]>();
	for (const place of placesOf(template)) {
		for (const field of new Set(place.blanks.map((blank) => blank.field))) {
			places.set(field, [...(places.get(field) ?? []), place]);
		}
	}
	known.set(template, places);
	return places;
}

/** True for what stands in a list, so that its position may count. */
export function isInList({ path }: Place): boolean {
	return path.some((key) => typeof key === 'number');
}

/** True when a path begins with another one, or is the same. */
export function isWithin(path: Key[], other: Key[]): boolean {
	return other.every((key, index) => path[index] === key);
}
