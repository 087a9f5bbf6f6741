import type { ICredentialDataDecryptedObject, INodeProperties } from 'n8n-workflow';

// n8n gives out a credential with its expressions worked out, and no word of there having been any. Which fields are shown
// it decides before that, by what is saved: so hidden fields that are shown only beside an expression tell of it.

/** There when any field is an expression. */
const ANY = 'usesExpressions';
/** In front of the name of a field: there when that is an expression which may come out differently for each input item. */
const PER_INPUT = 'perInput_';

/** An expression that only names what all input items of a run share. Whatever is not known to be that counts as different. */
const SAME_FOR_ALL = `^=(?:${[
	'[^$]',
	String.raw`\$(?:vars|secrets|env|now|today|workflow|execution|if|ifEmpty|min|max|jmespath)\b`,
	String.raw`\$(?:input|\((?:'[^'$]*'|"[^"$]*")\))\.(?:first|last|all)\(`,
].join('|')})*$`;

/** Everything but expressions: other texts sort before or behind the equals sign that n8n marks them with. */
const NO_EXPRESSION = [
	// A field that stands in the form twice and is not shown.
	undefined,
	true,
	false,
	{ _cnd: { lte: Number.MAX_VALUE } },
	{ _cnd: { lt: '=' } },
	{ _cnd: { gte: '>' } },
];

const EVERYTHING = [{ _cnd: { not: '\0' } }];
const NOTHING = [{ _cnd: { eq: '\0' } }];

/** Whether a credential has expressions, and whether they may come out differently for each input item. */
export type ExpressionUse = 'none' | 'sameForAll' | 'perInput';

/** What n8n gave out with a credential about its expressions. */
export function expressionUseOf(data: ICredentialDataDecryptedObject): ExpressionUse {
	if (Object.keys(data).some((name) => name.startsWith(PER_INPUT))) return 'perInput';
	return ANY in data ? 'sameForAll' : 'none';
}

/** The hidden fields that tell which of those a user fills in are expressions. */
export function expressionMarks(properties: INodeProperties[]): INodeProperties[] {
	const shown = properties.filter(({ type }) => type !== 'hidden');
	const names = [...new Set(shown.map(({ name }) => name))];
	const mark = { displayName: 'Expression', type: 'hidden', default: '' } as const;
	// n8n goes through the conditions one by one, and shows the field as soon as it comes to an expression.
	const show = Object.fromEntries(names.map((name) => [name, EVERYTHING]));
	const last = names.at(-1);
	return [
		{
			...mark,
			name: ANY,
			displayOptions: { show: { ...show, ...(last !== undefined && { [last]: NOTHING }) } },
		},
		...names.map((name) => ({
			...mark,
			name: `${PER_INPUT}${name}`,
			displayOptions: {
				hide: { [name]: [...NO_EXPRESSION, { _cnd: { regex: SAME_FOR_ALL } }] },
			},
		})),
	];
}
