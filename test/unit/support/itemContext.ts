import type { IExecuteFunctions } from 'n8n-workflow';

import { ItemInput, savedParametersOf } from '../../../nodes/shared/items/itemInput';
import { node } from './node';

/** The input of item 2 of a node whose parameters have these values. */
export function inputWith(parameters: Record<string, unknown> = {}): ItemInput {
	const context = {
		getNode: () => node,
		getNodeParameter: (name: string, _item: number, fallback?: unknown): unknown =>
			name in parameters ? parameters[name] : fallback,
	} as unknown as IExecuteFunctions;
	const share = { node, hints: new Set<string>(), origin: () => '' };
	return new ItemInput(context, 2, savedParametersOf(context), share);
}
