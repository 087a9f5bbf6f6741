import { CHARGE_FIELDS, FIELDS, unusable, type ExampleName } from './fields';
import { around, formatOf, type Format } from './formats';
import { isBlank, parseJson, quoted, type Path } from './json';

const ALLOWED: Record<ExampleName, readonly string[]> = {
	createBody: FIELDS,
	updateBody: [...CHARGE_FIELDS, 'reference'],
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

export function placeOf(places: Place[], field: string): Place | undefined {
	return places.find((place) => place.field === field);
}

/** In a path: an entry of a list; in an answer, each of them. */
export const ENTRY = '[0]';

/** @returns undefined for {} @throws UserError naming the setting */
export function parseExample(
	given: unknown,
	name: ExampleName,
): Example | undefined {
	if (isBlank(given)) return undefined;
	const json = typeof given === 'string' ? parseJson(given) : given;
	if (typeof json !== 'object' || json === null) {
		const advice = `Check quotes, commas and braces, and take out comments and '...'`;
		throw unusable(name, 'is not valid JSON', advice);
	}
	if (Object.keys(json).length === 0) return undefined;
	return exampleOf(json, name);
}

export function exampleOf(json: object, name: ExampleName): Example {
	const places = placesIn(json, name);
	return { json, places, has: (field) => !!placeOf(places, field) };
}

const PLACEHOLDER =
	/^([^{}]*)\{\s*([^{}]*?)(?:\s+as\s+([^{}]*?))?\s*\}([^{}]*)$/;

function placesIn(json: unknown, name: ExampleName, path: Path = []): Place[] {
	if (typeof json === 'object' && json !== null) {
		return Object.entries(json).flatMap(([key, inner]) => {
			if (/[{}]/.test(key)) throw misplaced(key, name);
			const step = Array.isArray(json) ? ENTRY : key;
			return placesIn(inner, name, [...path, step]);
		});
	}
	if (typeof json !== 'string' || !/[{}]/.test(json)) return [];
	const parts = PLACEHOLDER.exec(json) ?? [];
	const [, before = '', field = '', formatName, behind = ''] = parts;
	const format = formatOf(field, formatName);
	if (format && ALLOWED[name].includes(field)) {
		const whole = around(format, before, behind);
		return [{ path, field, text: json, format: whole }];
	}
	// A header may be a secret.
	throw misplaced(name === 'requestHeaders' ? path.join() : json, name);
}

function misplaced(text: string, name: ExampleName) {
	const fields = ALLOWED[name].map((field) => `{${field}}`).join(', ');
	const what = `has ${quoted(text)}, and that is no placeholder there, or not supported`;
	const advice = `Write one of ${fields}, each in a text of its own and in single braces. Behind 'as' stands text, number, minorUnits, dateTime, utc, unixSeconds, unixMilliseconds or such as dd/MM/yyyy`;
	return unusable(name, what, advice);
}
