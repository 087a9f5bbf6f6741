import type { IDataObject } from 'n8n-workflow';

import type { RequestFailure } from '../http/failure';
import type { ExistingItem } from '../reservation/reservations';
import type { Session } from '../reservation/session';
import type { Reconciled, Wanted } from '../reservation/wanted';
import type { ItemInput } from './itemInput';

export type Job = SendJob | ReconcileJob;

export type Numbered<Kind extends Job = Job> = Kind & { itemIndex: number; session: Session };

export interface SendJob {
	/** What a change has done, or left unclear, is remembered for a later try of the run. */
	kind: 'read' | 'change';
	/** What it changes: changes of the same thing keep their order. */
	orderKey?: string;
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
	/** @throws when another input has the same reference */
	assertAlone?: () => void;
	whole?: WholeReservation;
}

interface WholeReservation {
	isDryRun: boolean;
	/** Which items are to go, known once all inputs are checked; undefined: none. */
	removes: () => ((item: ExistingItem) => boolean) | undefined;
	outputOfRemoved: (item: ExistingItem) => IDataObject;
}

export function reservationKey(reservationId: string): string {
	return `reservation ${reservationId}`;
}

export function serviceItemKey(serviceId: string): string {
	return `service item ${serviceId}`;
}

export interface RunWork {
	/** Checks one input, without sending anything. @throws when it is no good */
	prepare: (input: ItemInput, session: Session) => Job;
	/** Checks the run as a whole before anything is changed; an error stops all of it. */
	checkRun?: (areAllRead: boolean) => Promise<void>;
}

/** What the inputs of a run share lives in the closure of `begin`. */
export type RunPlan = RunWork | { begin: () => RunWork };
