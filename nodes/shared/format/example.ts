import { userError } from '../n8n/userError';
import type { ExampleName, Value } from './fields';
import { FIELD_LABELS } from './fields';
import type { Format } from './formats';
import { around, formatOf } from './formats';
import type { Path } from './json';
import { isBlank, parseJson, quoted } from './json';

const FIELDS = Object.keys(FIELD_LABELS);

const ALLOWED: Record<ExampleName, readonly string[]> = {
	createBody: FIELDS,
	updateBody: FIELDS.filter((field) => field !== 'reservationId'),
	listQuery: ['reservationId', 'page', 'page from 0', 'offset', 'cursor'],
	listResponse: ['id', ...FIELDS, 'cursor', 'ignored'],
	requestHeaders: ['idempotencyKey'],
};

/** Where an example has a placeholder. */
export interface Place {
	path: Path;
	field: string;
	/** As it stands there, with what is around it. */
	text: string;
	format: Format;
}

/** JSON with placeholders such as `{amount}` or `{date as dd/MM/yyyy}`. */
export interface Example {
	json: object;
	places: Place[];
	has: (field: string) => boolean;
}

export function hasField(places: Place[], field: string): boolean {
	return places.some((place) => place.field === field);
}

/** In a path of an example, an entry of a list: in an answer, each of them. */
export function isEntry(step: string): boolean {
	return /^\[\d+\]$/.test(step);
}

/** @throws UserError, which goes on after the setting's name; empty for {} */
export function parseExample(
	given: unknown,
	name: ExampleName,
): Example | undefined {
	if (isBlank(given)) return undefined;
	const json = typeof given === 'string' ? pastedJson(given) : given;
	if (typeof json !== 'object' || json === null) {
		throw userError({
			what: 'is not valid JSON',
			advice: `Check quotes, commas and braces, also around placeholders, and take out comments and '...'`,
		});
	}
	if (Object.keys(json).length === 0) return undefined;
	return exampleOf(json, name);
}

/** Also with the name of the field before it, or as a text in JSON. */
function pastedJson(text: string): unknown {
	const bare = text
		.trim()
		.replace(/^[\w "]+:\s*(?=["[{])/, '')
		.replace(/[;,]$/, '');
	const unescaped = bare
		.replace(/^"|"$/g, '')
		.replace(/\\[nrt]/g, ' ')
		.replaceAll('\\"', '"');
	const [json, inner] = [bare, unescaped].map(parseJson);
	return typeof json === 'object' ? json : inner;
}

export function exampleOf(json: object, name: ExampleName): Example {
	const places = placesIn(json, name, []);
	return { json, places, has: (field) => hasField(places, field) };
}

function placesIn(json: unknown, name: ExampleName, path: Path): Place[] {
	if (typeof json === 'string') return placeIn(json, name, path);
	if (typeof json !== 'object' || json === null) return [];
	return Object.entries(json).flatMap(([key, inner]) => {
		if (/[{}]/.test(key)) throw misplaced(key, name);
		const step = Array.isArray(json) ? `[${key}]` : key;
		return placesIn(inner, name, [...path, step]);
	});
}

const PLACEHOLDER =
	/^([^{}]*)\{\s*([^{}]*?)(?:\s+as\s+([^{}]*?))?\s*\}([^{}]*)$/;

function placeIn(text: string, name: ExampleName, path: Path): Place[] {
	if (!/[{}]/.test(text)) return [];
	const parts = PLACEHOLDER.exec(text) ?? [];
	const [, before = '', field = '', formatName, behind = ''] = parts;
	const format = formatOf(field, formatName);
	if (format && ALLOWED[name].includes(field)) {
		return [{ path, field, text, format: around(format, before, behind) }];
	}
	// A header may be a secret.
	const isSecret = name === 'requestHeaders';
	throw misplaced(isSecret ? path.join() : text, name);
}

const NOT_SUPPORTED: Array<[RegExp, string]> = [
	[/! *\}/, 'a field that is sent with every update'],
	[/\{(lastId|nextPage|hasMore|total)\b/, 'this way of paging'],
	[/\}.*\{/, 'more than one placeholder in a text'],
];

function misplaced(text: string, name: ExampleName) {
	const [, what] = NOT_SUPPORTED.find(([form]) => form.test(text)) ?? [];
	const why = what
		? `${what} is not supported`
		: 'that is no placeholder there';
	const fields = ALLOWED[name].map((field) => `{${field}}`).join(', ');
	return userError({
		what: `has ${quoted(text)}, and ${why}`,
		advice: `Write one of ${fields}, in single braces and as a value. Behind 'as' stands text, number, minorUnits, dateTime, utc, unixSeconds, unixMilliseconds or such as dd/MM/yyyy`,
	});
}

/**
 * Leaves out what has no value, and an object or list below the root in which no
 * placeholder has one.
 */
export function fillExample(
	{ json, places }: Example,
	write: (place: Place) => Value | undefined,
): object {
	const values = new Map<unknown, Value | undefined>();
	for (const place of places) values.set(place.text, write(place));
	const isEmpty = (part: unknown): boolean => {
		const within = JSON.stringify(part);
		const texts = [...values.keys()].filter((text) => {
			return within.includes(JSON.stringify(text));
		});
		if (texts.length === 0) return false;
		return texts.every((text) => values.get(text) === undefined);
	};
	const filled = JSON.stringify(json, (_, part: unknown) => {
		if (part !== json && isEmpty(part)) return undefined;
		if (!Array.isArray(part)) return values.get(part) ?? part;
		return part.filter((inner) => !isEmpty(inner)) as unknown[];
	});
	return JSON.parse(filled) as object;
}
