import type { IDataObject } from 'n8n-workflow';

import type { RequestFailure } from '../http/failure';
import type { ExistingItem } from '../reservation/existingItem';
import type { Session } from '../reservation/session';
import type { Reconciled, Wanted } from '../reservation/wanted';
import type { ItemInput } from './itemInput';

/** One input's work, its input already checked. */
export type Job = ReadJob | ChangeJob | ReconcileJob;

/** A job, the place of its input, and the account it uses. */
export type Numbered<Kind extends Job = Job> = Kind & { itemIndex: number; session: Session };

/** Changes nothing, so it may be done at any time and any number of times. */
interface ReadJob {
	kind: 'read';
	run: () => Promise<IDataObject[]>;
}

/** Changes something. What it has done, or left unclear, is remembered for a later try of the run. */
export interface ChangeJob {
	kind: 'change';
	/** What it changes: changes of the same thing are made one after another, in input order. */
	orderKey: string;
	/** @param earlier how an earlier try of this run ended for the input, if its outcome stayed unclear */
	run: (earlier: RequestFailure | undefined) => Promise<IDataObject[]>;
}

/** Wants a reservation to have something once. All inputs of one reservation are reconciled together. */
export interface ReconcileJob {
	kind: 'reconcile';
	reservationId: string;
	/** Absent for an input that only names its reservation. */
	wanted?: Wanted;
	outputOf: (result: Reconciled) => IDataObject;
	/** Complains when another input wants something else under the same name. */
	assertAlone?: () => void;
	/** What holds for the reservation as a whole. */
	whole?: WholeReservation;
}

/** What a sync wants of a reservation beside its wishes; the same for all inputs about it. */
interface WholeReservation {
	isDryRun: boolean;
	/** Tells which items are to go, once all inputs are checked; undefined: none. */
	removes: () => ((item: ExistingItem) => boolean) | undefined;
	outputOfRemoved: (item: ExistingItem) => IDataObject;
}

export function reservationKey(reservationId: string): string {
	return `reservation ${reservationId}`;
}

export function serviceItemKey(serviceId: string): string {
	return `service item ${serviceId}`;
}

/** What an operation does with the inputs of one run. */
export interface RunWork {
	/** Checks one input and says what to do for it. Throws, and sends nothing, when the input is no good. */
	prepare: (input: ItemInput, session: Session) => Job;
	/** Looks at the run as a whole, before anything is changed; what it throws refuses all of it. */
	checkRun?: (run: CheckedInputs) => Promise<void>;
}

/** What `checkRun` is told. */
export interface CheckedInputs {
	/** False when any input could not be read, so that nobody knows what it stands for. */
	areAllRead: boolean;
	/** Says something that the user should know although the run goes on. */
	warn: (message: string) => void;
}

/** What an operation does: what the inputs of a run have to know of each other lives in the closure of `begin`. */
export interface RunPlan {
	begin: () => RunWork;
}
