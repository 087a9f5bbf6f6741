import { userError } from '../n8n/userError';
import type { ExampleName, FieldName, PlaceholderField } from './fields';
import { FIELD_LABELS, PAGE_ANSWER_FIELDS, PAGE_QUERY_FIELDS } from './fields';
import type { Format } from './formats';
import { formatOf, formatsOf } from './formats';

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

/**
 * A placeholder in an example: `{amount}`, `{date as unixSeconds}`, `{date!}`.
 */
export interface Placeholder {
	field: PlaceholderField;
	format: Format;
	isAlways: boolean;
}

const GRAMMAR =
	/^\s*(?<name>[^!]+?)\s*(?<mark>!?)(?:\s+as\s+(?<format>\S.*?))?\s*$/s;

export function parsePlaceholder(
	content: string,
	example: ExampleName,
): Placeholder {
	const parts = GRAMMAR.exec(content)?.groups ?? {};
	const { name = '', mark = '' } = parts;
	if (!PLACEHOLDERS[example].includes(`${name}${mark}`)) {
		throw unknownField(content, example);
	}
	const field = name as PlaceholderField;
	const format = formatOf(field, parts.format);
	if (!format) throw unknownFormat(content, field);
	return { field, format, isAlways: mark !== '' };
}

function unknownField(content: string, example: ExampleName) {
	const allowed = PLACEHOLDERS[example].map((name) => `{${name}}`);
	return userError({
		what: `has {${content}}, which is no placeholder there`,
		advice: `Write one of ${allowed.join(', ')}, or take it out`,
		more: 'Braces in a text always stand around a placeholder.',
	});
}

const DECIMALS =
	', with the number of decimals in parentheses where it is not two: number(3)';
const PATTERNS =
	', or a pattern that has yyyy, MM and dd once each and, if need be, HH, mm and ss';

function unknownFormat(content: string, field: PlaceholderField) {
	const names = formatsOf(field).map((each) => each.name);
	let meant = names.filter((name) => !name.includes('(')).join(', ');
	if (field === 'amount') meant += DECIMALS;
	if (field === 'date') meant += PATTERNS;
	return userError({
		what: `has {${content}}, a format that is not supported`,
		advice: `Write one of ${meant}`,
	});
}
