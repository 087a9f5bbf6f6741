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

/** A placeholder in an example: `{amount}`, `{date as unixSeconds}`, `{date!}`. */
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
		throw userError({
			what: `has {${content}}`,
			advice: 'Take out the exclamation mark',
			more: `Only '${EXAMPLES.updateBody}' can have it: it says what is sent with every update.`,
		});
	}
	if (!isAlways && example === 'updateBody' && field === 'reservationId') {
		throw userError({
			what: 'has {reservationId}',
			advice: 'Write {reservationId!}, or take it out',
			more: 'An update never changes the reservation; with the exclamation mark it is sent along.',
		});
	}
	return { field, format, isAlways };
}

function unknownField(name: string, content: string, example: ExampleName) {
	const allowed = PLACEHOLDERS[example];
	const all = `The placeholders there are ${allowed.map((field) => `{${field}}`).join(', ')}.`;
	const others = (Object.keys(EXAMPLES) as ExampleName[]).filter((other) =>
		PLACEHOLDERS[other].some((field) => field === name),
	);
	if (others.length > 0) {
		const labels = others.map((other) => `'${EXAMPLES[other]}'`).join(' and ');
		return userError({
			what: `has {${name}}, which belongs in ${labels} only`,
			advice: 'Take it out',
			more: all,
		});
	}
	const meant = meantBy(name, allowed, MEANT_FIELDS);
	const fields = allowed.map((field) => `{${field}}`).join(', ');
	return userError({
		what: `has {${content}}, which is no placeholder`,
		advice: `${meant ? `Write {${meant}}` : `Write one of ${fields}`}, or take the braces away`,
		more: `${all} Braces stand around placeholders only.`,
	});
}

function unknownFormat(content: string, field: PlaceholderField, format: string) {
	const names = formatsOf(field).map(({ name }) => name);
	const pattern = field === 'date' ? likelyPattern(format) : undefined;
	const likely = pattern ?? meantBy(format, names, MEANT_FORMATS);
	const remedy = likely ? `Write {${field} as ${likely}}` : `Write one of ${names.join(', ')}`;
	const patterns =
		field === 'date'
			? ', or a pattern that has yyyy, MM and dd once each and, if need be, HH, mm and ss'
			: '';
	return userError({
		what: `has {${content}}, a format that is not supported`,
		advice: remedy,
		more: `The formats of {${field}} are ${names.join(', ')}${patterns}.`,
	});
}

/** What people write for a field or a format of another name. */
const MEANT_FIELDS: Array<[RegExp, string]> = [
	[/^(price|cost|value|sum|gross|total)$/, 'amount'],
	[/^(day|datum)$/, 'date'],
	[/^(text|title|label|note|name)$/, 'description'],
	[/^(account|ledger|code)$/, 'accountCode'],
	[/^(destination|folio)$/, 'destinationAccount'],
	[/^(ref|externalid|key)$/, 'reference'],
	[/^(booking|bookingid)$/, 'reservationId'],
	[/^(uuid|serviceid|serviceitemid|itemid)$/, 'id'],
];
const MEANT_FORMATS: Array<[RegExp, string]> = [
	[/^(string|str)$/, 'text'],
	[/^(int|integer|float|decimal|double)$/, 'number'],
	[/^(cents?|pence|minor)$/, 'minorUnits'],
	[/^(iso|iso8601|datetime)$/, 'dateTime'],
	[/^(unix|epoch|timestamp|seconds)$/, 'unixSeconds'],
	[/^(milliseconds|millis|ms)$/, 'unixMilliseconds'],
];
/** Fewer letters alike say nothing. */
const LETTERS_ALIKE = 2;

/** What a word stands for by its meaning or, as a slip, by its beginning; undefined where that would be a guess. */
function meantBy(
	word: string,
	candidates: readonly string[],
	meanings: Array<[RegExp, string]>,
): string | undefined {
	const plain = word.toLowerCase();
	const [, meant] = meanings.find(([names]) => names.test(plain)) ?? [];
	if (meant !== undefined && candidates.includes(meant)) return meant;
	for (let { length } = plain; length >= LETTERS_ALIKE; length--) {
		const beginning = plain.slice(0, length);
		const found = candidates.find((name) => name.toLowerCase().startsWith(beginning));
		if (found) return found;
	}
	return undefined;
}
