import { isBlank, isJsonObject, plainName } from '../format/json';
import type { Told } from '../n8n/userError';

const MAX_LENGTH = 300;
/** Anything shorter would be cut out of ordinary words. */
const SHORTEST_SECRET = 4;
/** It is no answer of the service. */
const WEB_PAGE = 'a web page came, perhaps of a sign-in, a proxy or a firewall';

// All names are assumptions, as error bodies are not shown
// (docs/service-api.md).

/** Names of what holds nothing but words about what went wrong. */
const SPEAKING =
	/^(error.*|.*errors?|messages?|.*(message|msg)|details?|reason|fault.*|explanation|exception|violations|issues|causes|modelstate|invalidparams)$/;
/** What stands beside words, and is none. */
const CODES =
	/^(.*codes?|status|type|timestamp|.*id|severity|instance|success|issuccess|succeeded|ok|token|version|lang|request.*|links|stack.*)$/;
/**
 * Names that tell nothing themselves; any other is shown with its words, as it
 * may be the name of a field.
 */
const GENERAL =
	/^(title|description|text|summary|result|value|field|path|property|param|parameter|attribute|pointer|loc|name)$/;

/**
 * The service's own words: texts under the names above, wherever they stand, on
 * one line, shortened, without markup.
 *
 * @param secrets values that must not be repeated
 * @param isRefusal false for a body that may hold anything, such as a token
 */
export function wordsIn(
	body: unknown,
	secrets: string[],
	{ isRefusal } = { isRefusal: true },
): string | undefined {
	if (typeof body === 'string' && /^\s*<(!doctype|html)/i.test(body)) {
		return WEB_PAGE;
	}
	const spoken = spokenIn(body);
	const texts = spoken.length === 0 && isRefusal ? textsIn(body) : spoken;
	const words = withoutSecrets([...new Set(texts)].join('; '), secrets)
		.replace(/\s+/g, ' ')
		.replace(/[.\s]+$/, '');
	if (words === '') return undefined;
	return words.length > MAX_LENGTH
		? `${words.slice(0, MAX_LENGTH - 1)}…`
		: words;
}

export function withoutSecrets(text: string, secrets: string[]): string {
	const spellings = secrets
		.filter((secret) => secret.length >= SHORTEST_SECRET)
		.flatMap(spelled);
	spellings.sort((a, b) => b.length - a.length);
	let clean = text;
	for (const spelling of spellings) clean = clean.replaceAll(spelling, '***');
	return clean;
}

export function toldWithoutSecrets(
	{ what, advice, more }: Told,
	secrets: string[],
): Told {
	return {
		what: withoutSecrets(what, secrets),
		advice: advice && withoutSecrets(advice, secrets),
		more: more && withoutSecrets(more, secrets),
	};
}

/** As it is, as an address has it in its query, and as JSON has it. */
function spelled(secret: string): string[] {
	const inQuery = new URLSearchParams({ '': secret })
		.toString()
		.slice('='.length);
	const inJson = JSON.stringify(secret).slice(1, -1);
	return [secret, inQuery, inQuery.replaceAll('+', '%20'), inJson];
}

function spokenIn(value: unknown): string[] {
	if (Array.isArray(value)) return value.flatMap(spokenIn);
	if (!isJsonObject(value)) return [];
	const parts = Object.entries(value);
	return parts.flatMap(([key, part]) =>
		SPEAKING.test(plainName(key)) ? textsIn(part) : spokenIn(part),
	);
}

/**
 * All texts but codes; those of one object in one, with the names of fields.
 */
function textsIn(value: unknown): string[] {
	if (typeof value === 'string') return isWords(value) ? [value.trim()] : [];
	if (Array.isArray(value)) return value.flatMap(textsIn);
	if (!isJsonObject(value)) return [];
	const texts: string[] = [];
	for (const [key, part] of Object.entries(value)) {
		const name = plainName(key);
		const said = CODES.test(name) ? '' : textsIn(part).join(', ');
		const isNamed = SPEAKING.test(name) || GENERAL.test(name);
		if (said !== '') texts.push(isNamed ? said : `${key}: ${said}`);
	}
	return texts.length > 0 ? [texts.join(': ')] : [];
}

/** False for markup, and for JSON that was not whole. */
function isWords(text: string): boolean {
	return (
		!isBlank(text) && !/<[a-z!/?]/i.test(text) && !/^(\{|\[\s*[[{"])/.test(text)
	);
}
