import type { ICredentialDataDecryptedObject, INodeProperties } from 'n8n-workflow';

/** There when any field is an expression. */
const MARK = 'usesExpressions';

const ALWAYS = [{ _cnd: { not: '\0' } }];
const NEVER = [{ _cnd: { eq: '\0' } }];

/**
 * The hidden field that tells whether any of those a user fills in is an expression. n8n gives out a credential with its
 * expressions worked out, and no word of there having been any. Which fields are shown it decides before that, by what is
 * saved, condition by condition; it shows a field as soon as it comes to an expression (`displayParameter` in n8n-workflow).
 */
export function expressionMark(properties: INodeProperties[]): INodeProperties {
	const names = properties.filter(({ type }) => type !== 'hidden').map(({ name }) => name);
	const last = names.at(-1) ?? '';
	const show = { ...Object.fromEntries(names.map((name) => [name, ALWAYS])), [last]: NEVER };
	return {
		displayName: 'Expression',
		name: MARK,
		type: 'hidden',
		default: '',
		displayOptions: { show },
	};
}

/** True for a credential that may be of another account for every input item. */
export function hasExpressions(data: ICredentialDataDecryptedObject): boolean {
	return MARK in data;
}
