/** Names of what tells which field is meant. */
const FIELD = /^(loc$|field|param|property|pointer|attr|name)/i;
/** Names of what tells why; any other may be that of a field. */
const REASON =
	/^(\d+|title|data|code|reason)$|error|message|msg|detail|violation|issue|element/i;
/** Names of what tells nothing about it. */
const NOISE =
	/^(type|instance|path|id|token)$|^(status|time|debug|stack|trace|request)/i;

/** The service's own words: 300 letters. */
export function wordsIn(body: unknown): string {
	const words = [...new Set(textsIn(body, ''))].join('; ');
	return words.replace(/^(.{299})..+$/, '$1…');
}

function textsIn(value: unknown, field: string): string[] {
	if (typeof value === 'string') {
		// Laravel writes booking_id as "booking id".
		const named = value.replace(field.replaceAll('_', ' '), field);
		const text = named.replace(/\s+/g, ' ').replace(/^ |[. ]+$/g, '');
		if (!/^(?!\[\s*[{["])[^{<]/.test(text)) return [];
		return [field === '' ? text : `${field}: ${text}`];
	}
	const inside = Object.entries(value ?? {});
	const meant: unknown = inside.find(([name]) => FIELD.test(name))?.[1];
	const own = meant ? `${[meant].flat().at(-1) as string}` : field;
	return inside.flatMap(([name, inner]) => {
		if (FIELD.test(name) || NOISE.test(name)) return [];
		return textsIn(inner, REASON.test(name) ? own : name);
	});
}

const LACKS = /required|missing|mandatory|blank|empty|present/i;
/** Beside the name, in a sentence that says so. */
const COMMON =
	" the this a is must may can't cannot should not allowed to be have for query request body method type string field parameter property ";

/** The field that is missing: the one rare word of a sentence that says so. */
export function missingIn(words: string): string | undefined {
	for (const sentence of words.split(/[.;)]:? /)) {
		const rare = new Set<string>();
		for (const word of sentence.match(/[\w.[\]-]+('t)?/g) ?? []) {
			const isCommon = COMMON.includes(` ${word.toLowerCase()} `);
			if (!isCommon && !LACKS.test(word)) rare.add(word);
		}
		if (LACKS.test(sentence) && rare.size === 1) return [...rare][0];
	}
	return undefined;
}
