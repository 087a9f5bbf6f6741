import type { IDataObject } from 'n8n-workflow';

import type { RequestFailure } from '../http/failure';
import type { Session } from '../reservation/session';
import type { ItemInput, SavedParameters } from './itemInput';

/** One input item's work, its input already checked. */
export type ItemJob = ReadJob | ChangeJob | ChangeOnceJob;

/** Changes nothing, so it may be done at any time and any number of times. */
export interface ReadJob {
	kind: 'read';
	/** Sends the requests and gives out the results. */
	run: () => Promise<IDataObject[]>;
}

/** Changes something. What it has done, or left unclear, is remembered for a later try of the run. */
export interface ChangeJob {
	kind: 'change';
	/** What it changes: changes of the same thing are made one after another, in input order. */
	orderKey: string;
	/**
	 * Sends the requests and gives out the results.
	 *
	 * @param earlier how an earlier try of this run ended for the item, if its outcome stayed unclear
	 */
	run: (earlier: RequestFailure | undefined) => Promise<IDataObject[]>;
}

/** Changes a reservation so that it comes out the same however often, and by whomever, that is asked for. */
export interface ChangeOnceJob {
	kind: 'changeOnce';
	reservationId: string;
	/** As that of `ChangeJob`. */
	run: ChangeJob['run'];
	/**
	 * Takes note that an earlier try of this run has done the item already.
	 *
	 * @param results what it gave out then
	 * @param needsRecheck true when `recheck` found fault with it then
	 * @returns what to give out now
	 */
	replay: (results: IDataObject[], needsRecheck: boolean) => Promise<IDataObject[]>;
	/** Looks once more at what was sent; gives out the results to use instead, if any. */
	recheck: () => Promise<IDataObject[] | undefined>;
}

/** The ordering key of whatever changes a reservation. */
export function reservationKey(reservationId: string): string {
	return `reservation ${reservationId}`;
}

/** The ordering key of whatever changes one service item. */
export function serviceItemKey(serviceId: string): string {
	return `service item ${serviceId}`;
}

/** What a job changes: jobs with the same key keep their order. */
export function orderKeyOf(job: ItemJob): string | undefined {
	if (job.kind === 'changeOnce') return reservationKey(job.reservationId);
	return job.kind === 'change' ? job.orderKey : undefined;
}

/** Work that belongs to no single input item. */
export interface ExtraJob {
	kind: 'read' | 'changeOnce';
	reservationId: string;
	/** Sends the requests; what was emitted is given out even if a later request does not succeed. */
	run: (output: ExtraOutput) => Promise<void>;
	/** What to tell the user when it is left out, as another execution has changed the reservation meanwhile. */
	leftOut: string;
}

/** What an extra job may do with its results. */
export interface ExtraOutput {
	/** Gives out a result, with the input items it goes back to; a change is remembered for a later try. */
	emit: (json: IDataObject, items: number[], isChange: boolean) => void;
	/** Tries one of several things; false when no more of them may be started. */
	attempt: (action: () => Promise<void>) => Promise<boolean>;
}

/** How many service items a run is about to remove, over all accounts. */
export interface RemovalTotal {
	removed: number;
}

/** What an operation does with the items of one run that use one account. */
export interface RunWork {
	/** Checks one item's input and says what to do for it. Throws, and sends nothing, when the input is no good. */
	prepare: (input: ItemInput) => ItemJob;
	/** Notes an item of which nobody knows what it stands for, as its account could not be told. */
	noteUnread?: () => void;
	/** Looks at the run as a whole, before anything is changed; what it throws refuses all of it. */
	beforeItems?: (total: RemovalTotal) => Promise<void>;
	/** What is left to do when all items are done. */
	afterItems?: (warn: (message: string) => void) => ExtraJob[];
}

/**
 * Starts an operation for one account of a run; what its items have to know of each other lives in its closure.
 *
 * @param saved the parameters as they are saved, the same for all items
 */
export type BeginRun = (session: Session, saved: SavedParameters) => RunWork;

/** What an operation does with the items of one run. */
export interface RunPlan {
	begin: BeginRun;
}
