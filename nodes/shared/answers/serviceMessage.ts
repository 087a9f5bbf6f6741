import { readPath } from '../wire/dotPath';
import { isJsonObject } from '../wire/json';

const MAX_LENGTH = 300;
/** Anything shorter would be cut out of ordinary words. */
const SHORTEST_SECRET = 4;

/** Where a message is looked for in an error body (assumption: its shape is not shown, SERVICE-API.md section 7). */
const MESSAGE_FIELDS = [
	'message',
	'error.message',
	'error_description',
	'errorMessage',
	'error_message',
	'detail',
	'error.detail',
	'error.description',
	'title',
	'reason',
	'msg',
	'description',
	'error',
];
const LIST_FIELDS = [
	'errors',
	'error.errors',
	'error.details',
	'messages',
	'details',
	'violations',
];
/** Fields that hold one message as a rule, but a list of them with some services. */
const EITHER_FIELDS = ['error', 'message', 'detail'];
/** Where the words are looked for if the body itself has none. */
const WRAPPERS = ['data', 'result', 'response', 'results'];

/**
 * What the service said, in its own words: the message of an error body of any usual shape, on one line,
 * shortened, and without secrets. HTML is not words.
 *
 * @param body parsed JSON or text
 * @param secrets values that must not be repeated
 * @returns undefined when it said nothing a person could use
 */
export function messageFromService(body: unknown, secrets: string[]): string | undefined {
	const words = withoutSecrets(wordsIn(body) ?? '', secrets)
		.replace(/\s+/g, ' ')
		.trim()
		.replace(/[.\s]+$/, '');
	const isMarkup = /<[a-z!/]/i.test(words) || /^(\{|\[\s*[[{"])/.test(words);
	return words === '' || isMarkup ? undefined : shorten(words);
}

/** Replaces every secret in `text`. */
export function withoutSecrets(text: string, secrets: string[]): string {
	return secrets
		.filter((secret) => secret.length >= SHORTEST_SECRET)
		.sort((a, b) => b.length - a.length)
		.reduce((clean, secret) => clean.split(secret).join('***'), text);
}

function wordsIn(body: unknown): string | undefined {
	if (typeof body === 'string') return body;
	if (!isJsonObject(body)) return wordsOf(body);
	return wordsOf(body) ?? WRAPPERS.map((key) => wordsOf(readPath(body, key))).find(Boolean);
}

function wordsOf(body: unknown): string | undefined {
	if (Array.isArray(body)) return listed(body);
	const parts = [
		firstText(MESSAGE_FIELDS.map((path) => readPath(body, path))),
		...LIST_FIELDS.map((path) => listed(readPath(body, path))),
		...EITHER_FIELDS.map((path) => readPath(body, path))
			.filter(Array.isArray)
			.map(listed),
	].filter((part) => part !== undefined);
	return parts.length > 0 ? [...new Set(parts)].join(': ') : undefined;
}

function listed(value: unknown): string | undefined {
	if (typeof value === 'string') return value;
	if (isJsonObject(value)) {
		const byField = Object.entries(value).map(([field, words]) => {
			const text = listed(words);
			return text && `${field}: ${text}`;
		});
		return byField.filter(Boolean).join('; ') || undefined;
	}
	if (!Array.isArray(value)) return undefined;
	return value.map(entryText).filter(Boolean).join('; ') || undefined;
}

function entryText(entry: unknown): string | undefined {
	if (!isJsonObject(entry)) return typeof entry === 'string' ? entry : undefined;
	const words = firstText(MESSAGE_FIELDS.map((path) => readPath(entry, path)));
	const field = firstText([entry.field, entry.path, entry.property, entry.name, entry.param]);
	return field && words ? `${field}: ${words}` : words;
}

function firstText(values: unknown[]): string | undefined {
	return values.find((value): value is string => typeof value === 'string' && value.trim() !== '');
}

function shorten(text: string): string {
	return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text;
}
