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
	/** As it stands there, with the text around it. */
	text: string;
	field: string;
	format: Format;
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
			advice: `Check quotes (also around placeholders), commas and braces, and take out comments and '...'`,
		});
	}
	if (Object.keys(json).length === 0) return undefined;
	return exampleOf(json, name);
}

/** Also with the name of the field before it, or as a text in JSON. */
function pastedJson(text: string): unknown {
	const body = text.trim().replace(/^[\w "]+:\s*(?=["[{])/, '');
	const bare = body.replace(/[;,]$/, '');
	const unquoted = bare.replace(/^"|"$/g, '').replace(/\\[nrt]/g, ' ');
	return [bare, unquoted.replaceAll('\\"', '"')]
		.map(parseJson)
		.find((json) => typeof json === 'object');
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

const PLACEHOLDER =
	/^([^{}]*)\{\s*([^{}]*?)(?:\s+as\s+([^{}]*?))?\s*\}([^{}]*)$/;

function placeIn(text: string, example: ExampleName, path: Path): Place[] {
	if (!/[{}]/.test(text)) return [];
	const [, before = '', field = '', formatName, behind = ''] =
		PLACEHOLDER.exec(text) ?? [];
	const format = formatOf(field, formatName);
	if (format && ALLOWED[example].includes(field)) {
		const isAlone = before + behind === '';
		const own = isAlone ? format : around(format, before, behind);
		return [{ path, text, field, format: own }];
	}
	// A header may be a secret.
	const isHeader = example === 'requestHeaders';
	throw misplaced(isHeader ? `${path[0]}: …` : text, example);
}

/** What somebody may expect, and there is not. */
const NOT_SUPPORTED: Array<[RegExp, string]> = [
	[/! *\}/, 'a field that is sent with every update is not supported'],
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
		advice: `Write one of ${names}, in single braces and as a value. Behind 'as' stands text, number, minorUnits, dateTime, utc, unixSeconds, unixMilliseconds or such as dd/MM/yyyy`,
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
		const inside = [...values].filter(([text]) => {
			return within.includes(JSON.stringify(text));
		});
		const isBlank = inside.every(([, value]) => value === undefined);
		return inside.length > 0 && isBlank;
	};
	const filled = JSON.stringify(json, (_name, part: unknown) => {
		if (part !== json && isEmpty(part)) return undefined;
		if (Array.isArray(part))
			return (part as unknown[]).filter((inner) => !isEmpty(inner));
		return values.get(part) ?? part;
	});
	return JSON.parse(filled) as object;
}
