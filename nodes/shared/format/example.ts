import { userError } from '../n8n/userError';
import type { ExampleName, Value } from './fields';
import { FIELD_LABELS } from './fields';
import type { Format } from './formats';
import { formatOf } from './formats';
import type { Path } from './json';
import { isBlank, isJsonObject, parseJson, quoted } from './json';

const FIELDS = Object.keys(FIELD_LABELS);
const PAGES = ['page', 'page from 0', 'offset', 'cursor'];

const ALLOWED: Record<ExampleName, readonly string[]> = {
	createBody: FIELDS,
	updateBody: FIELDS.filter((field) => field !== 'reservationId'),
	listQuery: ['reservationId', ...PAGES],
	listResponse: ['id', ...FIELDS, 'cursor', 'ignored'],
	requestHeaders: ['idempotencyKey'],
};

/** Where an example has a placeholder, and the text around it. */
export interface Place {
	path: Path;
	field: string;
	format: Format;
	before: string;
	behind: string;
}

/** JSON with placeholders such as `{amount}` or `{date as dd/MM/yyyy}`. */
export interface Example {
	json: object;
	places: Place[];
	has: (field: string) => boolean;
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
			advice: `Check quotes, commas and braces, and take out comments and '...'`,
			more: 'Put a placeholder in quotes, also where the service wants a number: "{amount}".',
		});
	}
	if (Object.keys(json).length === 0) return undefined;
	return exampleOf(json, name);
}

/** Also with the name of the field before it, or with escaped quotes. */
function pastedJson(text: string): unknown {
	const body = text.trim().replace(/^"?\w+"?\s*:\s*(?=[[{])/, '');
	const bare = body.replace(/[;,]$/, '');
	return parseJson(bare) ?? parseJson(bare.replaceAll('\\"', '"'));
}

export function exampleOf(json: object, name: ExampleName): Example {
	const places = placesIn(json, name, []);
	const has = (field: string): boolean =>
		places.some((place) => place.field === field);
	return { json, places, has };
}

function placesIn(value: unknown, example: ExampleName, path: Path): Place[] {
	if (typeof value === 'string') return placeIn(value, example, path);
	if (typeof value !== 'object' || value === null) return [];
	const isList = Array.isArray(value);
	return Object.entries(value).flatMap(([name, inner]) => {
		if (/[{}]/.test(name)) throw misplaced(name, example);
		return placesIn(inner, example, [...path, isList ? `[${name}]` : name]);
	});
}

function placeIn(text: string, example: ExampleName, path: Path): Place[] {
	const [before = '', content, behind = ''] = text.split(/[{}]/);
	if (content === undefined) return [];
	const [, field = '', formatName] =
		/^\s*(.*?)(?:\s+as\s+(.*?))?\s*$/.exec(content) ?? [];
	const isOne = text === `${before}{${content}}${behind}`;
	const format = formatOf(field, formatName);
	if (!isOne || !format || !ALLOWED[example].includes(field)) {
		throw misplaced(text, example);
	}
	return [{ path, field, format, before, behind }];
}

/** What somebody may expect, and there is not. */
const NOT_SUPPORTED: Array<[RegExp, string]> = [
	[/![ ]*\}/, 'a field that is sent with every update is not supported'],
	[
		/\{(lastId|nextPage|hasMore|total)\b/,
		'this way of paging is not supported',
	],
	[/\}.*\{/, 'several placeholders in one text are not supported'],
];

function misplaced(text: string, example: ExampleName) {
	const why = NOT_SUPPORTED.find(([pattern]) => pattern.test(text))?.[1];
	const names = ALLOWED[example].map((field) => `{${field}}`).join(', ');
	return userError({
		what: `has ${quoted(text)}, and ${why ?? 'that is no placeholder there'}`,
		advice: `Write one of ${names}, in single braces and as a value`,
		more: "Behind 'as' may stand number or text; of an amount also minorUnits, of a date dateTime, utc, unixSeconds, unixMilliseconds or a pattern such as dd/MM/yyyy.",
	});
}

export type Write = (place: Place) => Value | undefined;

/**
 * Leaves out what has no value, and an object or list below the root in which no
 * placeholder has one.
 */
export function fillExample({ json, places }: Example, write: Write): object {
	const values = new Map<string, Value | undefined>();
	for (const place of places) {
		values.set(`/${place.path.join('/')}`, textAt(place, write));
	}
	return filled(json, '', values) as object;
}

function filled(
	value: unknown,
	path: string,
	values: Map<string, Value | undefined>,
): unknown {
	if (values.has(path)) return values.get(path);
	if (typeof value !== 'object' || value === null) return value;
	const inside = [...values.keys()].filter((key) => key.startsWith(`${path}/`));
	const isEmpty = inside.every((key) => values.get(key) === undefined);
	if (path !== '' && inside.length > 0 && isEmpty) return undefined;
	const isList = Array.isArray(value);
	const entries: Array<[string, unknown]> = [];
	for (const [name, inner] of Object.entries(value)) {
		const step = isList ? `[${name}]` : name;
		const written = filled(inner, `${path}/${step}`, values);
		if (written !== undefined) entries.push([name, written]);
	}
	if (isList) return entries.map(([, inner]) => inner);
	return Object.fromEntries(entries);
}

function textAt(place: Place, write: Write): Value | undefined {
	const value = write(place);
	const { before, behind } = place;
	if (value === undefined || before + behind === '') return value;
	return `${before}${value}${behind}`;
}

/** What stands at the placeholder; undefined where the text around differs. */
export function valueIn(place: Place, found: Value): Value | undefined {
	const { before, behind } = place;
	if (before + behind === '') return found;
	const text = String(found);
	const isAround = text.startsWith(before) && text.endsWith(behind);
	if (!isAround) return undefined;
	return text.slice(before.length, text.length - behind.length);
}

/** Only what has placeholders, at the root. */
export function withoutConstants({ json, places }: Example): object {
	const names = places.map((place) => place.path[0]);
	if (!isJsonObject(json)) return json;
	const kept = Object.entries(json).filter(([name]) => names.includes(name));
	return Object.fromEntries(kept);
}
