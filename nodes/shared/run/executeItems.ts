import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { NodeError } from '../errors/nodeErrors';
import { toNodeError } from '../errors/nodeErrors';
import { CanceledError } from '../errors/requestFailure';
import { ItemInput } from './itemInput';
import { runInLanes } from './lanes';
import type { ServiceRun } from './serviceRun';
import { openRun } from './serviceRun';

/** One item's work, its input already checked. */
export interface ItemJob {
	/** What it changes, where the order of changes matters. */
	lane?: string;
	/** Sends the requests and gives out the results. */
	send: () => Promise<IDataObject[]>;
}

/** Checks one item's input and says what to do for it. Throws, and sends nothing, when the input is no good. */
export type PrepareItem = (input: ItemInput, run: ServiceRun) => ItemJob;

/**
 * The one loop over items: all input is checked before anything is sent, requests run in parallel within
 * the bound, and every output keeps its input's place and index.
 *
 * With "Continue" an item that did not succeed becomes an output item with `error`. Otherwise the first
 * such item, by position, stops the run: what is under way is finished, nothing more is started.
 */
export async function executeItems(
	context: IExecuteFunctions,
	prepareItem: PrepareItem,
): Promise<INodeExecutionData[]> {
	const itemCount = context.getInputData().length;
	if (itemCount === 0) return [];
	const node = context.getNode();
	const signal = context.getExecutionCancelSignal?.();
	const continues = context.continueOnFail();
	const options = context.getNodeParameter('options', 0, {});
	const run = await openRun(context, options, signal);

	const results = new Array<IDataObject[] | undefined>(itemCount);
	const errors = new Map<number, NodeError>();
	const noteError = (error: unknown, itemIndex: number): void => {
		errors.set(itemIndex, toNodeError(node, error, { itemIndex, itemCount }));
	};
	const mustStop = (): boolean => (!continues && errors.size > 0) || signal?.aborted === true;

	const jobs: Array<ItemJob & { itemIndex: number }> = [];
	for (let itemIndex = 0; itemIndex < itemCount && !mustStop(); itemIndex++) {
		try {
			jobs.push({ ...prepareItem(new ItemInput(context, itemIndex), run), itemIndex });
		} catch (error) {
			noteError(error, itemIndex);
		}
	}
	if (!mustStop()) {
		await runInLanes(jobs, run.maxConcurrency, mustStop, async ({ itemIndex, send }) => {
			try {
				results[itemIndex] = await send();
			} catch (error) {
				if (!(error instanceof CanceledError)) noteError(error, itemIndex);
			}
		});
	}

	if (signal?.aborted) throw toNodeError(node, new CanceledError());
	if (!continues && errors.size > 0)
		throw stopError(errors, results.filter(Boolean).length, itemCount);
	return outputItems(results, errors);
}

function stopError(errors: Map<number, NodeError>, done: number, itemCount: number): NodeError {
	const first = errors.get(Math.min(...errors.keys())) as NodeError;
	if (itemCount > 1) {
		const others = errors.size > 1 ? `, and ${errors.size} did not succeed` : '';
		first.description =
			`${first.description ?? ''} ${done} of ${itemCount} items were done before the run stopped${others}.`.trim();
	}
	return first;
}

function outputItems(
	results: Array<IDataObject[] | undefined>,
	errors: Map<number, NodeError>,
): INodeExecutionData[] {
	return Array.from(results.keys()).flatMap((item): INodeExecutionData[] => {
		const error = errors.get(item);
		// n8n turns this into { json: { error: message } } after it has decided about Retry On Fail.
		if (error) return [{ json: {}, error, pairedItem: { item } }];
		return (results[item] ?? []).map((json) => ({ json, pairedItem: { item } }));
	});
}
