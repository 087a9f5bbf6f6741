import type { IDataObject } from 'n8n-workflow';

import type { RequestFailure } from '../client/requestFailure';
import type { Session } from '../reservation/session';
import type { ItemInput } from './itemInput';

/** One item's work, its input already checked. */
export interface ItemJob {
	/** What it changes, as changes of the same thing are sent in input order; absent when it only reads. */
	lane?: string;
	/**
	 * Sends the requests and gives out the results.
	 *
	 * @param earlier how an earlier try of this run ended for the item, if its outcome stayed unclear
	 */
	send: (earlier?: RequestFailure) => Promise<IDataObject[]>;
	/**
	 * Takes note that an earlier try of this run has done the item already.
	 *
	 * @param results what it gave out then
	 * @param isSuspect true when `verify` found fault with it then
	 */
	recall?: (results: IDataObject[], isSuspect: boolean) => Promise<void>;
	/** Looks once more at what was sent, after all items; gives out the results to use instead, if any. */
	verify?: () => Promise<IDataObject[] | undefined>;
}

/** Work that belongs to no single input item. */
export interface ExtraJob {
	lane?: string;
	/** Sends the requests; what was emitted is given out even if a later request does not succeed. */
	send: (output: ExtraOutput) => Promise<void>;
}

/** What an extra job may do with its results. */
export interface ExtraOutput {
	/** Gives out a result, with the input items it goes back to; a change is remembered for a later try. */
	emit: (json: IDataObject, items: number[], isChange: boolean) => void;
	/** Tries one of several things; false when no more of them may be started. */
	attempt: (action: () => Promise<void>) => Promise<boolean>;
}

/** What an operation does with the items of one run. */
export interface RunWork {
	/** Checks one item's input and says what to do for it. Throws, and sends nothing, when the input is no good. */
	prepare: (input: ItemInput) => ItemJob;
	/** What is left to do when all items have been sent. */
	afterItems?: (warn: (message: string) => void) => ExtraJob[];
}

/** Starts an operation for one run; what the items have to know of each other lives in its closure. */
export type BeginRun = (session: Session) => RunWork;
