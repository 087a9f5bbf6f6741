import { isBlank, isJsonObject, plainName } from '../format/json';
import type { Told } from '../n8n/userError';

const MAX_LENGTH = 300;
const DEEPEST = 6;
/** Anything shorter would be cut out of ordinary words. */
const SHORTEST_SECRET = 4;

// All names are assumptions, as error bodies are not shown (docs/service-api.md).

/** Names of words about what went wrong, and of what holds nothing else. */
const SPEAKING =
	/^(error.*|.*errors?|messages?|.*(message|msg)|details?|reason|fault.*|explanation|exception|violations|issues|causes|modelstate|invalidparams)$/;
/** Other texts inside of that are words too, except these, which stand beside words. */
const CODES =
	/^(.*code|status|type|timestamp|.*id|severity|instance|success|issuccess|succeeded|ok|token|version|lang|request.*|links|stack.*)$/;
/** Names that tell nothing themselves; any other is shown with its words, as it may be the name of a field. */
const GENERAL = /^(title|description|text|summary|result|value)$/;
/** Which field an entry of a list is about. */
const FIELD = /^(field|path|property|param|parameter|attribute|pointer|loc|name)$/;

/**
 * The service's own words: texts under the names above, innermost and so most specific first, on one line, shortened,
 * without markup.
 *
 * @param secrets values that must not be repeated
 * @param isRefusal false for a body that may hold anything, such as a token
 */
export function wordsIn(
	body: unknown,
	secrets: string[],
	{ isRefusal } = { isRefusal: true },
): string | undefined {
	const texts = [...new Set(textsIn(body, isRefusal, DEEPEST).map((text) => text.trim()))];
	const words = withoutSecrets(texts.filter(isWords).join('; '), secrets)
		.replace(/\s+/g, ' ')
		.replace(/[.\s]+$/, '');
	if (words === '') return undefined;
	return words.length > MAX_LENGTH ? `${words.slice(0, MAX_LENGTH - 1)}…` : words;
}

export function withoutSecrets(text: string, secrets: string[]): string {
	const spellings = secrets.filter((secret) => secret.length >= SHORTEST_SECRET).flatMap(spelled);
	spellings.sort((a, b) => b.length - a.length);
	let clean = text;
	for (const spelling of spellings) clean = clean.replaceAll(spelling, '***');
	return clean;
}

export function toldWithoutSecrets({ what, advice, more }: Told, secrets: string[]): Told {
	return {
		what: withoutSecrets(what, secrets),
		advice: advice && withoutSecrets(advice, secrets),
		more: more && withoutSecrets(more, secrets),
	};
}

/** As it is, as an address has it in its query, and as JSON has it. */
function spelled(secret: string): string[] {
	const inQuery = new URLSearchParams({ '': secret }).toString().slice('='.length);
	const inJson = JSON.stringify(secret).slice(1, -1);
	return [secret, inQuery, inQuery.replaceAll('+', '%20'), inJson];
}

/** @param isAboutIt true for what is about nothing but the failure */
function textsIn(value: unknown, isAboutIt: boolean, depth: number): string[] {
	if (typeof value === 'string') return isAboutIt && !isBlank(value) ? [value] : [];
	if (depth < 0) return [];
	if (Array.isArray(value)) return value.flatMap((each) => textsIn(each, isAboutIt, depth - 1));
	if (!isJsonObject(value)) return [];
	const parts = Object.entries(value).map(([key, part]) => ({ key, name: plainName(key), part }));
	const isInner = ({ part }: { part: unknown }): boolean => typeof part === 'object';
	const innerFirst = [...parts.filter(isInner), ...parts.filter((each) => !isInner(each))];
	const spoken = innerFirst.flatMap(({ name, part }) =>
		textsIn(part, SPEAKING.test(name), depth - 1),
	);
	if (spoken.length > 0 || !isAboutIt) return withField(spoken, fieldIn(value));
	const others = parts
		.filter(({ name }) => !CODES.test(name) && !FIELD.test(name))
		.flatMap(({ key, name, part }) =>
			withField(textsIn(part, true, depth - 1), GENERAL.test(name) ? undefined : key),
		);
	return withField(others, fieldIn(value));
}

function withField(texts: string[], field: string | undefined): string[] {
	return field !== undefined && texts.length > 0 ? [`${field}: ${texts.join(', ')}`] : texts;
}

function fieldIn(value: object): string | undefined {
	const field = Object.entries(value).find(([key]) => FIELD.test(plainName(key)))?.[1] as unknown;
	if (Array.isArray(field)) return field.filter((part) => typeof part === 'string').join('.');
	return typeof field === 'string' ? field : undefined;
}

function isWords(text: string): boolean {
	return !/<[a-z!/?]/i.test(text) && !/^(\{|\[\s*[[{"])/.test(text);
}
