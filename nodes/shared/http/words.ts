import { isJsonObject } from '../format/json';

const MAX_LENGTH = 300;
/** Anything shorter would be cut out of ordinary words. */
const SHORTEST_SECRET = 4;
/** Names of what tells which field is meant. */
const FIELD = /^(loc|field|property|param|parameter|attribute|pointer|name)$/i;
/** Names of what tells nothing about it. */
const NOISE =
	/^(type|status.*|time.*|instance|path|arguments|.*id|debug|stack.*|trace.*|links?|success|token|request.*)$/i;
/** Any other name may be that of a field. */
const GENERAL =
	/^(\d+|title|text|data|code|summary|description|reason)$|error|message|msg|detail|fault|exception|violation|issues|element/i;

/**
 * The service's own words: all sentences, each with the field that it is about;
 * else its codes.
 */
export function wordsIn(body: unknown, secrets: string[]): string {
	const all = [...new Set(textsIn(body, ''))];
	const sentences = all.filter((text) =>
		/\S \S/.test(text.split(': ').at(-1) ?? ''),
	);
	let words = (sentences.length > 0 ? sentences : all).join('; ');
	for (const secret of secrets) {
		if (secret.length >= SHORTEST_SECRET) {
			words = words.replaceAll(secret, '***');
		}
	}
	if (words.length > MAX_LENGTH) return `${words.slice(0, MAX_LENGTH - 1)}…`;
	return words.replace(/[.\s]+$/, '');
}

function textsIn(value: unknown, field: string): string[] {
	if (typeof value === 'string') {
		const text = value.replace(/\s+/g, ' ').trim();
		if (text === '' || /^[[{<]/.test(text)) return [];
		return [field === '' ? text : `${field}: ${text}`];
	}
	const inside = Object.entries(value ?? {});
	const meant: unknown = inside.find(([name]) => FIELD.test(name))?.[1];
	const about = meant ? `${[meant].flat().at(-1) as string}` : field;
	return inside.flatMap(([name, inner]) => {
		if (FIELD.test(name) || NOISE.test(name)) return [];
		const isField = isJsonObject(value) && !GENERAL.test(name);
		return textsIn(inner, isField ? name : about);
	});
}

export function isWebPage(body: unknown): boolean {
	return typeof body === 'string' && /^\s*<(!doctype|html)/i.test(body);
}
