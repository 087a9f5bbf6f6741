import type { IDataObject } from 'n8n-workflow';

import { isBlank, isJsonObject } from '../format/json';
import { names, nameSet, plainName } from './names';

const MAX_LENGTH = 300;
/** Anything shorter would be cut out of ordinary words. */
const SHORTEST_SECRET = 4;
const DEEPEST = 6;

// All names are assumptions, as error bodies are not shown (SERVICE-API.md section 7).

/** Where an object has words about what went wrong, by rank: one of each of the first two, else one of the others. */
const RANKS = [
	names('detail errordetail errordetails details errordescription'),
	names('message errormessage errormsg msg usermessage displaymessage messages'),
	names('faultstring reason errortext explanation error errors'),
	names('title description text summary result value'),
];
/** The other names may also be those of something else, such as of the item that was sent. */
const UNMISTAKABLE = 3;
/** Which field an entry of a list is about. */
const FIELDS = names('field path property param parameter attribute pointer loc name');
/** What error objects have beside words. */
const NO_FIELDS = nameSet(
	'code errorcode status statuscode type timestamp path id requestid traceid transactionid correlationid severity instance ' +
		'success ok token version',
);
/** Whose inside is about nothing but what went wrong. */
const CONTAINERS = nameSet(
	'error errors errordetails errordetail details detail message messages fault exception violations issues causes ' +
		'validationerrors validationmessages fielderrors modelstate invalidparams errorlist innererror',
);
/** What is never about it. */
const ELSEWHERE = nameSet('request requestbody headers config links stack stacktrace trace debug');

/**
 * What the service said in an error body of any usual shape: on one line, shortened, the most specific first.
 *
 * @param body parsed JSON or text
 * @param secrets values that must not be repeated
 * @param isTrusted false where other texts may be in the body, which are no words: only unmistakable ones count then
 * @returns undefined when it said nothing a person could use
 */
export function messageFromService(
	body: unknown,
	secrets: string[],
	isTrusted = true,
): string | undefined {
	const texts = [...new Set(wordsIn(body, isTrusted, DEEPEST).map((text) => text.trim()))];
	const words = withoutSecrets(texts.filter(isWords).join('; '), secrets)
		.replace(/\s+/g, ' ')
		.replace(/[.\s]+$/, '');
	return words === '' ? undefined : shorten(words);
}

/** Replaces every secret in `text`. */
export function withoutSecrets(text: string, secrets: string[]): string {
	return secrets
		.filter((secret) => secret.length >= SHORTEST_SECRET)
		.sort((a, b) => b.length - a.length)
		.reduce((clean, secret) => clean.split(secret).join('***'), text);
}

/**
 * One walk over everything there is: what is further inside is more specific, and goes first.
 *
 * @param isTrusted true inside of what is about what went wrong; elsewhere, only unmistakable words count
 */
function wordsIn(value: unknown, isTrusted: boolean, depth: number): string[] {
	if (typeof value === 'string') return isTrusted && value.trim() !== '' ? [value] : [];
	if (depth === 0) return [];
	if (Array.isArray(value)) return value.flatMap((each) => wordsIn(each, isTrusted, depth - 1));
	if (!isJsonObject(value)) return [];
	const inner = Object.entries(value)
		.filter(([key, part]) => typeof part === 'object' && !isAboutElsewhere(key))
		.flatMap(([key, part]) => wordsIn(part, CONTAINERS.has(plainName(key)), depth - 1));
	const own = ownWords(value, isTrusted ? RANKS.length : UNMISTAKABLE);
	if (inner.length + own.length === 0 && isTrusted) return wordsByField(value, depth);
	const field = fieldOf(value);
	return [...inner, ...(field && own[0] ? [`${field}: ${own.join(', ')}`] : own)];
}

/** The words in an object itself, by rank. */
function ownWords(value: IDataObject, ranks: number): string[] {
	const found = RANKS.slice(0, ranks).map((rank) => textUnder(value, rank));
	const best = found.slice(0, 2).filter((text) => text !== undefined);
	if (best.length > 0) return best;
	const other = found.find((text) => text !== undefined);
	return other === undefined ? [] : [other];
}

/** Words under the names of fields, as in errors: { amount: ['too low'] }. */
function wordsByField(value: IDataObject, depth: number): string[] {
	return Object.entries(value)
		.filter(([key]) => !NO_FIELDS.has(plainName(key)) && !isAboutElsewhere(key))
		.flatMap(([key, part]) => {
			const words = wordsIn(part, true, depth - 1);
			return words.length > 0 ? [`${key}: ${words.join(', ')}`] : [];
		});
}

function fieldOf(value: IDataObject): string | undefined {
	const loc = Object.entries(value).find(([key]) => plainName(key) === 'loc')?.[1];
	return Array.isArray(loc)
		? loc.filter((part) => typeof part === 'string').join('.')
		: textUnder(value, FIELDS);
}

/** The text under the first of these names that has one. */
function textUnder(value: IDataObject, wanted: string[]): string | undefined {
	const texts = Object.entries(value).filter(
		([, text]) => typeof text === 'string' && text.trim() !== '',
	);
	for (const name of wanted) {
		const found = texts.find(([key]) => plainName(key) === name);
		if (found) return found[1] as string;
	}
	return undefined;
}

function isAboutElsewhere(key: string): boolean {
	return ELSEWHERE.has(plainName(key));
}

/** True for HTML, which is no answer of the service but a page for people: of a sign-in, a proxy or a firewall. */
export function isWebPage(body: unknown): boolean {
	return typeof body === 'string' && /^\s*<(!doctype\s+html|html|head|body)\b/i.test(body);
}

/** What to say of an answer that is a web page, as the end of a text; empty for any other. */
export function pageNote(body: unknown): string {
	return isWebPage(body)
		? ' The answer was a web page, so it may come from a sign-in page, a proxy or a firewall in between, and not from the service.'
		: '';
}

/** HTML is not words, and neither is a piece of JSON. */
function isWords(text: string): boolean {
	return !isBlank(text) && !/<[a-z!/?]/i.test(text) && !/^(\{|\[\s*[[{"])/.test(text);
}

function shorten(text: string): string {
	return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text;
}
