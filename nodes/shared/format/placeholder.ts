import { userError } from '../n8n/userError';
import type { FieldName, PlaceholderField } from './fields';
import { FIELD_LABELS, PAGE_ANSWER_FIELDS, PAGE_QUERY_FIELDS } from './fields';
import { EXAMPLES } from './exampleFields';
import type { Format } from './formats';
import { formatOf, formatsOf, takesPatterns } from './formats';

export type ExampleName = keyof typeof EXAMPLES;

export function settingName(name: ExampleName): string {
	return `'${EXAMPLES[name]}' in the Reservation Service credential`;
}

const FIELDS = Object.keys(FIELD_LABELS) as FieldName[];

/** What may stand in an example: the field and, with every update, `field!`. */
const PLACEHOLDERS: Record<ExampleName, readonly string[]> = {
	createBody: FIELDS,
	updateBody: FIELDS.flatMap(inUpdate),
	listQuery: ['reservationId', ...PAGE_QUERY_FIELDS],
	listResponse: ['id', ...FIELDS, ...PAGE_ANSWER_FIELDS],
	requestHeaders: ['idempotencyKey'],
};

/** An update never changes the reservation; it may be sent along. */
function inUpdate(field: FieldName): string[] {
	const always = `${field}!`;
	if (field === 'reservationId') return [always];
	return [field, always];
}

/** A placeholder in an example: `{amount}`, `{date as unixSeconds}`, `{date!}`. */
export interface Placeholder {
	field: PlaceholderField;
	format: Format;
	/** With an exclamation mark. */
	isAlways: boolean;
}

const GRAMMAR = /^\s*(?<name>[^!]+?)\s*(?<mark>!?)(?:\s+as\s+(?<format>\S.*?))?\s*$/s;

/** What most people write who have not read the documentation. */
const LIKELY: Record<string, string> = {
	price: 'amount',
	total: 'amount',
	value: 'amount',
	string: 'text',
};

/** @throws UserError, whose message goes on after the setting's name */
export function parsePlaceholder(content: string, example: ExampleName): Placeholder {
	const parts = GRAMMAR.exec(content)?.groups ?? {};
	const { name = '', mark = '' } = parts;
	if (!PLACEHOLDERS[example].includes(`${name}${mark}`)) throw unknownField(content, example);
	const field = name as PlaceholderField;
	const format = formatOf(field, parts.format ?? formatsOf(field)[0]?.name ?? '');
	if (!format) throw unknownFormat(content, field, parts.format ?? '');
	return { field, format, isAlways: mark !== '' };
}

function unknownField(content: string, example: ExampleName) {
	const allowed = PLACEHOLDERS[example].map((name) => `{${name}}`);
	const likely = `{${LIKELY[content.trim()]}}`;
	let meant = `one of ${allowed.join(', ')}`;
	if (allowed.includes(likely)) meant = likely;
	return userError({
		what: `has {${content}}, which is no placeholder there`,
		advice: `Write ${meant}, or take it out`,
		more: 'Braces in a text always stand around a placeholder.',
	});
}

const DECIMALS = ', with the number of decimals in parentheses where it is not two: number(3)';
const PATTERNS = ', or a pattern that has yyyy, MM and dd once each and, if need be, HH, mm and ss';

function unknownFormat(content: string, field: PlaceholderField, format: string) {
	const names = formatsOf(field).map((each) => each.name);
	const likely = LIKELY[format] ?? '';
	let meant = `one of ${names.filter((name) => !name.includes('(')).join(', ')}`;
	if (field === 'amount') meant += DECIMALS;
	if (takesPatterns(field)) meant += PATTERNS;
	if (names.includes(likely)) meant = `{${field} as ${likely}}`;
	return userError({
		what: `has {${content}}, a format that is not supported`,
		advice: `Write ${meant}`,
		more: 'Upper and lower case make a difference in a format.',
	});
}
