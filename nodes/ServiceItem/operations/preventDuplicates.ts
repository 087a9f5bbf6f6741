import type { INodeProperties } from 'n8n-workflow';

import type { ItemInput } from '../../shared/run/itemInput';
import type { Mapper } from '../../shared/format/mapper';
import { preventDuplicatesHint } from './builderHints';

/** The caller's own key for a service item. */
export const referenceField: INodeProperties = {
	displayName: 'Reference',
	name: 'reference',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. order-5512',
	description:
		'Your own key for this charge, such as an order number. Give the same charge the same key every time: a reservation has one service item per key.',
};

/** How Create recognizes a charge that is there already. */
export const preventDuplicatesFields: INodeProperties[] = [
	{
		displayName: 'Prevent Duplicates',
		name: 'preventDuplicates',
		type: 'options',
		options: [
			{
				name: 'By Reference',
				value: 'reference',
				description: 'Never create a second service item with the same reference of yours',
			},
			{
				name: 'By Same Fields',
				value: 'sameFields',
				description:
					'Do not create a service item that is there already with the same amount, date, description and accounts',
			},
			{
				name: 'Off',
				value: 'off',
				description: 'Create without looking, so that running this again charges again',
			},
		],
		default: 'off',
		description:
			'Whether and how to look for the charge before creating it, so that running this again never charges twice',
		...preventDuplicatesHint,
	},
	{
		...referenceField,
		displayOptions: { show: { preventDuplicates: ['reference'] } },
	},
];

/** How duplicates are prevented. What an expression gives out wrong must not switch the protection off. */
export function preventionIn(input: ItemInput): 'off' | 'sameFields' | 'reference' {
	const value = input.value('preventDuplicates');
	if (value === 'off' || value === 'sameFields' || value === 'reference') return value;
	throw input.problem(
		`'Prevent Duplicates' has no such choice`,
		'Choose one from the list, or let the expression give off, sameFields or reference.',
	);
}

/** The reference of an item; it must not be blank. */
export function referenceIn(input: ItemInput, mapper: Mapper): string {
	const reference = input.requiredName('reference', 'Reference');
	return input.parse('Reference', () => mapper.parseReference(reference));
}

/**
 * A model must not write what passes for somebody's reference: the charge that it belongs to would count as made.
 *
 * @throws the problem of the input item when its description ends with one
 */
export function assertNoReference(description: string, input: ItemInput, mapper: Mapper): void {
	if (!input.isOfModel || !mapper.looksReferenced(description)) return;
	throw input.problem(
		`'Description' ends with a reference, [ref:…], which is not for an AI agent to give. Leave it out`,
		"The workflow sets references, with 'Prevent Duplicates' → 'By Reference'.",
	);
}
