import { isJsonObject } from '../format/json';

const MAX_LENGTH = 300;
/** Names of what tells which field is meant. */
const FIELD = /^(loc|field|property|param\w*|attribute|pointer|name)$/i;
/** Names of what tells nothing about it. */
const NOISE =
	/^(type|status.*|time.*|instance|path|.*id|debug|stack.*|trace.*|links?|success|token|request.*)$/i;
/** Any other name may be that of a field. */
const GENERAL =
	/^(\d+|title|text|data|code|reason)$|error|message|msg|detail|description|violation|issues|element/i;

/** The service's own words: all its sentences; else its codes. */
export function wordsIn(body: unknown): string {
	const all = [...new Set(textsIn(body, ''))];
	const sentences = all.filter((text) =>
		/\S \S/.test(text.replace(/^.*: /, '')),
	);
	const words = (sentences.length > 0 ? sentences : all).join('; ');
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

const KIND = '(?:param\\w*|field|property)';
const NAME = `["'\`]?(?!(?:this|it|is|value|missing|required|${KIND})\\b)([\\w.[\\]-]+)["'\`]?`;
const MISSING = [
	`(?:^|[.;:] |the |${KIND} )${NAME}:?(?: (?:${KIND}|this|a|is|must|may|can|can't|cannot|should|not|allowed|to|be))* (?:required|missing|mandatory|blank|empty)`,
	`(?:missing|required)(?: \\w+)*? ${KIND}:? ${NAME}`,
];

/** The field that is missing, where the words name it. */
export function missingIn(words: string): string | undefined {
	const found = MISSING.map((form) => new RegExp(form, 'i').exec(words)?.[1]);
	return found.find(Boolean);
}
