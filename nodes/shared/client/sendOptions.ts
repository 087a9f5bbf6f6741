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
	/** Requests under way at the same time. */
	maxConcurrency: number;
	/** Requests started per second; 0: no cap. */
	requestsPerSecond: number;
	/** How often a request is sent again at most. */
	maxRetries: number;
	/** How long one answer may take, in milliseconds. */
	timeout: number;
	/** How long refusals of a request (429) are waited out while others get through, in seconds. */
	throttledWait: number;
}

/** The same as the form has them. */
export const SEND_OPTIONS: Record<keyof SendOptions, SendOption> = {
	maxConcurrency: { label: 'Max Concurrency', standard: 5, least: 1, isWhole: true },
	requestsPerSecond: { label: 'Requests per Second', standard: 0, least: 0 },
	maxRetries: { label: 'Max Retries', standard: 3, least: 0, isWhole: true },
	timeout: { label: 'Timeout', standard: 30_000, least: 1, isWhole: true },
	throttledWait: { label: 'Throttled Wait', standard: 120, least: 0 },
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
	const names = Object.keys(SEND_OPTIONS) as Array<keyof SendOptions>;
	return Object.fromEntries(names.map((name) => [name, read(name)])) as unknown as SendOptions;
}
