import type { IDataObject, INode } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

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

/** What holds when the user sets nothing. */
export const DEFAULT_SEND_OPTIONS: SendOptions = {
	maxConcurrency: 5,
	requestsPerSecond: 0,
	maxRetries: 3,
	timeout: 30_000,
	throttledWait: 120,
};

/**
 * Reads the options that hold for the whole run.
 *
 * @throws NodeOperationError naming the option when a value is out of range
 */
export function sendOptionsOf(options: IDataObject, node: INode): SendOptions {
	const read = (
		name: keyof SendOptions,
		label: string,
		least: number,
		isWhole: boolean,
	): number => {
		const given = options[name];
		const isText = typeof given === 'string';
		const isBlank = given === undefined || given === null || (isText && given.trim() === '');
		if (isBlank) return DEFAULT_SEND_OPTIONS[name];
		const value = isText || typeof given === 'number' ? Number(given) : NaN;
		if (value >= least && Number.isFinite(value) && (!isWhole || Number.isInteger(value)))
			return value;
		throw new NodeOperationError(
			node,
			`The option '${label}' must be a ${isWhole ? 'whole number' : 'number'} of at least ${least}`,
			{ description: `Correct it, or remove it to use ${DEFAULT_SEND_OPTIONS[name]}.` },
		);
	};
	return {
		maxConcurrency: read('maxConcurrency', 'Max Concurrency', 1, true),
		requestsPerSecond: read('requestsPerSecond', 'Requests per Second', 0, false),
		maxRetries: read('maxRetries', 'Max Retries', 0, true),
		timeout: read('timeout', 'Timeout', 1, true),
		throttledWait: read('throttledWait', 'Throttled Wait', 0, false),
	};
}
