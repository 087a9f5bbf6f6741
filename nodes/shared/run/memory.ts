import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';

import type { Told } from '../n8n/userError';
import { isToolExecution, runIndexOf } from '../n8n/versions';

const RUN = 'reservationServiceRun';
const ROUNDS = 'reservationServiceRounds';

interface Kept {
	[RUN]?: Memory;
	[ROUNDS]?: { [key: string]: number };
}

/** Of one run, as n8n stores it with the execution. */
export interface Memory {
	runIndex: number;
	origin: string;
	entries: { [index: number]: Entry };
}

export interface Sent {
	told: Told;
	isAnswered?: boolean;
	/** Of a create. */
	sign?: string;
}

export interface Entry {
	/** A digest of what it was done for and with. */
	fits?: string;
	results?: IDataObject[];
	sent?: Sent;
}

/** What survives Retry On Fail, and a retry of the execution. */
export function memoryOf(context: IExecuteFunctions): Memory {
	const kept = contextOf(context);
	const runIndex = runIndexOf(context);
	if (kept[RUN]?.runIndex === runIndex) return kept[RUN];
	kept[RUN] = { runIndex, origin: randomUUID(), entries: {} };
	return kept[RUN];
}

export function forget(context: IExecuteFunctions): void {
	delete contextOf(context)[RUN];
}

/** @returns false where an earlier round of a loop has claimed it */
export function claimRound(context: IExecuteFunctions, key: string): boolean {
	const rounds = (contextOf(context)[ROUNDS] ??= {});
	const round = runIndexOf(context);
	rounds[key] ??= round;
	return rounds[key] >= round;
}

/** Not of a tool: every call of a model counts. */
function contextOf(context: IExecuteFunctions): Kept {
	return isToolExecution(context) ? {} : context.getContext('node');
}
