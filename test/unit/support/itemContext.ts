import type { IExecuteFunctions } from 'n8n-workflow';

import { ItemInput } from '../../../nodes/shared/run/itemInput';
import { node } from './node';

/** The input of item 2 of a node whose parameters have these values. */
export function inputWith(parameters: Record<string, unknown> = {}): ItemInput {
	const context = {
		getNode: () => node,
		getNodeParameter: (name: string, _item: number, fallback?: unknown): unknown =>
			name in parameters ? parameters[name] : fallback,
	};
	return new ItemInput(context as unknown as IExecuteFunctions, 2);
}
