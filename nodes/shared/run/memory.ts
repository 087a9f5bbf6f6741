import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
} from 'n8n-workflow';
import { randomUUID } from 'node:crypto';

import { isToolExecution, runIndexOf } from '../n8n/versions';
import type { Sent } from './operation';

const RUN = 'reservationServiceRun';
const ROUNDS = 'reservationServiceRounds';

/** What a run has done, as n8n stores it with the execution. */
interface Memory {
	runIndex: number;
	/** Also of a retry of the execution. */
	origin: string;
	/** By input. */
	entries: { [index: number]: Entry };
	extra: INodeExecutionData[];
}

export interface Entry {
	/** A digest of what it was done for and with. */
	fits: string;
	results?: IDataObject[];
	sent?: Sent;
}

/**
 * Retry On Fail, and a retry from the list of executions, run the whole node
 * again: its context survives that.
 */
export function memoryOf(context: IExecuteFunctions): Memory {
	const kept = contextOf(context) as { [RUN]?: Memory };
	const runIndex = runIndexOf(context);
	if (kept[RUN]?.runIndex === runIndex) return kept[RUN];
	const fresh = { runIndex, origin: randomUUID(), entries: {}, extra: [] };
	return (kept[RUN] = fresh);
}

export function forget(context: IExecuteFunctions): void {
	delete contextOf(context)[RUN];
}

/** True where an earlier round of a loop has asked this of the same key. */
export function isLaterRound(context: IExecuteFunctions, key: string): boolean {
	const rounds = (contextOf(context)[ROUNDS] ??= {});
	const firstOf = rounds as { [key: string]: number };
	const round = runIndexOf(context);
	return (firstOf[key] ??= round) < round;
}

/** An AI agent calls a tool many times in one run, and every call counts. */
function contextOf(context: IExecuteFunctions): { [key: string]: unknown } {
	return isToolExecution(context) ? {} : context.getContext('node');
}
