import type { INodeProperties } from 'n8n-workflow';

import type { ItemInput } from '../../shared/items/itemInput';

export const mostRemovalsOption: INodeProperties = {
	displayName: 'Most Removals',
	name: 'mostRemovals',
	type: 'string',
	default: '',
	placeholder: 'e.g. 20%',
	description:
		'How many service items a run may delete at most: a number, or a per cent of those with a reference, such as 20%. Above it nothing is sent; blank means no limit.',
	displayOptions: { show: { '/operation': ['sync'] } },
};

/** How many of so many service items may be deleted; `text` is what the user entered. */
export interface RemovalLimit {
	text: string;
	allows: (removed: number, held: number) => boolean;
}

/**
 * Reads the option Most Removals.
 *
 * @returns undefined when it is blank
 * @throws NodeOperationError for anything but a whole number or a per cent
 */
export function removalLimitIn(input: ItemInput): RemovalLimit | undefined {
	const text = input.textOf(input.collection('options').mostRemovals, 'Most Removals');
	if (text === undefined) return undefined;
	const [, digits, percent] = /^(\d+(?:\.\d+)?)\s*(%?)$/.exec(text) ?? [];
	const most = Number(digits);
	if (percent === '%' && most <= 100) {
		return { text, allows: (removed, held) => removed * 100 <= held * most };
	}
	if (percent === '' && Number.isInteger(most))
		return { text, allows: (removed) => removed <= most };
	throw input.problem(
		`'Most Removals' is '${text}', which is neither a number nor a per cent`,
		'Give a whole number such as 10, or a per cent such as 20%.',
	);
}
