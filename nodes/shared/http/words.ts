const MAX_LENGTH = 300;
/** Names of what tells which field is meant. */
const FIELD = /^(loc$|field|param|property|pointer|name)/i;
/** Names of what tells why; any other may be that of a field. */
const REASON =
	/^(\d+|title|data|code|reason)$|error|message|msg|detail|violation|issues|element/i;

/** The service's own words: all its sentences; else its codes. */
export function wordsIn(body: unknown): string {
	const all = textsIn(body, '', typeof body === 'string');
	const sentences = all.filter((text) => !/^(\S+: )?\S+$/.test(text));
	const shown = sentences.length > 0 ? sentences : all;
	const words = [...new Set(shown)].join('; ');
	if (words.length <= MAX_LENGTH) return words;
	return `${words.slice(0, MAX_LENGTH - 1)}…`;
}

function textsIn(value: unknown, field: string, isReason: boolean): string[] {
	if (typeof value === 'string') {
		// Laravel writes booking_id as "booking id".
		const named = value.replace(field.replaceAll('_', ' '), field);
		const text = named.replace(/\s+/g, ' ').replace(/^ |[. ]+$/g, '');
		const isWord = isReason ? /^[^[{<]/ : /^[^[{<].* /;
		if (!isWord.test(text)) return [];
		return [field === '' ? text : `${field}: ${text}`];
	}
	const inside = Object.entries(value ?? {});
	const meant: unknown = inside.find(([name]) => FIELD.test(name))?.[1];
	const own = meant ? `${[meant].flat().at(-1) as string}` : field;
	return inside.flatMap(([name, inner]) => {
		if (FIELD.test(name) || /debug|stack|trace/i.test(name)) return [];
		const isWhy = REASON.test(name);
		return textsIn(inner, isWhy ? own : name, isReason || isWhy);
	});
}

const LACKS = /required|missing|mandatory|blank|empty|not present/i;
/** Beside the name, in a sentence that says so. */
const COMMON =
	"required missing mandatory blank empty present the this a is must may can't cannot should not allowed to be have for query request body method type string field parameter property";

/** The field that is missing: the one rare word of a sentence that says so. */
export function missingIn(words: string): string | undefined {
	const common = COMMON.split(' ');
	for (const sentence of words.split(/[.;)]:? /)) {
		const all = sentence.match(/[\w.[\]-]+('t)?/g) ?? [];
		const rare = all.filter((word) => !common.includes(word.toLowerCase()));
		const isOne = new Set(rare).size === 1;
		if (isOne && LACKS.test(sentence)) return rare[0];
	}
	return undefined;
}
