import type { IDataObject, INode } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { givenNumber, wordsFor } from '../format/givenNumber';

/** The options of the node that hold for the whole run. */
export interface SendOptions {
	/** How often a request is sent again at most. */
	maxRetries: number;
	/** How long the service may take to answer, in milliseconds. */
	timeout: number;
}

/** The same as the form has them: what holds when the user sets nothing, and what they have to be. */
export const SEND_OPTIONS = {
	maxRetries: { label: 'Max Retries', standard: 3, least: 0 },
	timeout: { label: 'Timeout', standard: 30_000, least: 1 },
} as const;

/**
 * Reads the options that hold for the whole run.
 *
 * @throws NodeOperationError naming the option when a value is out of range
 */
export function sendOptionsOf(options: IDataObject, node: INode): SendOptions {
	const read = (name: keyof SendOptions): number => {
		const { label, standard, least } = SEND_OPTIONS[name];
		const rule = { least, isWhole: true };
		const value = givenNumber(options[name], rule) ?? standard;
		if (!Number.isNaN(value)) return value;
		throw new NodeOperationError(node, `The option '${label}' ${wordsFor(rule)}`, {
			description: `Correct it, or remove it to use ${standard}.`,
		});
	};
	return { maxRetries: read('maxRetries'), timeout: read('timeout') };
}
