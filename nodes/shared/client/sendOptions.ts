import type { IDataObject, INode } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { NumberRule } from '../wire/givenNumber';
import { givenNumber, wordsFor } from '../wire/givenNumber';

/** One of them: its label, what holds when the user sets nothing, and what it has to be. */
interface SendOption extends NumberRule {
	label: string;
	standard: number;
}

/** The options of the node that hold for the whole run. */
export interface SendOptions {
	/** How often a request is sent again at most. */
	maxRetries: number;
	/** How long one answer may take, in milliseconds. */
	timeout: number;
}

/** The same as the form has them. */
export const SEND_OPTIONS: Record<keyof SendOptions, SendOption> = {
	maxRetries: { label: 'Max Retries', standard: 3, least: 0, isWhole: true },
	timeout: { label: 'Timeout', standard: 30_000, least: 1, isWhole: true },
};

/**
 * Reads the options that hold for the whole run.
 *
 * @throws NodeOperationError naming the option when a value is out of range
 */
export function sendOptionsOf(options: IDataObject, node: INode): SendOptions {
	const read = (name: keyof SendOptions): number => {
		const { label, standard, ...rule } = SEND_OPTIONS[name];
		const value = givenNumber(options[name], rule) ?? standard;
		if (!Number.isNaN(value)) return value;
		throw new NodeOperationError(node, `The option '${label}' ${wordsFor(rule)}`, {
			description: `Correct it, or remove it to use ${standard}.`,
		});
	};
	return { maxRetries: read('maxRetries'), timeout: read('timeout') };
}
