import { userError } from '../n8n/userError';
import type { FieldName, PlaceholderField } from './fields';
import { FIELD_LABELS, PAGE_ANSWER_FIELDS, PAGE_QUERY_FIELDS } from './fields';
import type { Format } from './formats';
import { formatOf, formatsOf, likelyPattern } from './formats';

export const EXAMPLES = {
	createBody: 'Create Body',
	updateBody: 'Update Body',
	listQuery: 'List Query',
	listResponse: 'List Response',
	requestHeaders: 'Request Headers',
} as const;
export type ExampleName = keyof typeof EXAMPLES;

export function settingName(name: ExampleName): string {
	return `'${EXAMPLES[name]}' in the Reservation Service credential`;
}

const FIELDS = Object.keys(FIELD_LABELS) as FieldName[];

const PLACEHOLDERS: Record<ExampleName, readonly PlaceholderField[]> = {
	createBody: FIELDS,
	updateBody: FIELDS,
	listQuery: ['reservationId', ...PAGE_QUERY_FIELDS],
	listResponse: ['id', ...FIELDS, ...PAGE_ANSWER_FIELDS],
	requestHeaders: ['idempotencyKey'],
};

/** A blank in an example: `{amount}`, `{date as unixSeconds}`, `{date!}`. */
export interface Placeholder {
	field: PlaceholderField;
	format: Format;
	/** With an exclamation mark. */
	isAlways: boolean;
}

const GRAMMAR = /^\s*([^!]+?)\s*(!?)(?:\s+as\s+(\S.*?))?\s*$/s;

/** @throws UserError, whose message goes on after the setting's name */
export function parsePlaceholder(content: string, example: ExampleName): Placeholder {
	const [, name = '', mark = '', formatName] = GRAMMAR.exec(content) ?? [];
	const field = PLACEHOLDERS[example].find((known) => known === name);
	if (!field) throw unknownField(name, content, example);
	const format = formatOf(field, formatName ?? formatsOf(field)[0]?.name ?? '');
	if (!format) throw unknownFormat(content, field, formatName ?? '');
	const isAlways = mark !== '';
	if (isAlways && example !== 'updateBody') {
		throw userError(
			`has {${content}}. Take out the exclamation mark`,
			`Only '${EXAMPLES.updateBody}' can have it: it says what is sent with every update.`,
		);
	}
	if (!isAlways && example === 'updateBody' && field === 'reservationId') {
		throw userError(
			`has {reservationId}. Write {reservationId!}, or take it out`,
			'An update never changes the reservation; with the exclamation mark it is sent along.',
		);
	}
	return { field, format, isAlways };
}

function unknownField(name: string, content: string, example: ExampleName) {
	const allowed = PLACEHOLDERS[example];
	const all = `The blanks there are ${allowed.map((field) => `{${field}}`).join(', ')}.`;
	const others = (Object.keys(EXAMPLES) as ExampleName[]).filter((other) =>
		PLACEHOLDERS[other].some((field) => field === name),
	);
	if (others.length > 0) {
		const labels = others.map((other) => `'${EXAMPLES[other]}'`).join(' and ');
		return userError(`has {${name}}, which belongs in ${labels} only. Take it out`, all);
	}
	return userError(
		`has {${content}}, which is no blank. Write {${nearestOf(name, allowed)}}, or take the braces away`,
		`${all} Braces stand around blanks only.`,
	);
}

function unknownFormat(content: string, field: PlaceholderField, format: string) {
	const names = formatsOf(field).map(({ name }) => name);
	const likely = (field === 'date' && likelyPattern(format)) || nearestOf(format, names);
	const patterns =
		field === 'date'
			? ', or a pattern that has yyyy, MM and dd once each and, if need be, HH, mm and ss'
			: '';
	return userError(
		`has {${content}}, a format that is not supported. Write {${field} as ${likely}}`,
		`The formats of {${field}} are ${names.join(', ')}${patterns}.`,
	);
}

/** The one that begins most like `word`. */
function nearestOf(word: string, candidates: readonly string[]): string {
	const beginning = word.toLowerCase();
	const found = candidates.find((name) => name.toLowerCase().startsWith(beginning));
	return found ?? nearestOf(word.slice(0, -1), candidates);
}
