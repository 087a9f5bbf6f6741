import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { RequestFailure } from '../http/failure';
import type { DesiredCharge, SentAs } from '../reservation/desired';
import type { DoneOutcome } from '../reservation/desired';
import type { ExistingItem } from '../lists/reservations';
import type { Session } from '../session/session';
import type { ItemInput } from './itemInput';
import type { Journal } from './journal';
import type { RunOutput } from './output';

export type Job = SendJob | ReconcileJob;

/** The job of one input. */
export type InputJob<Kind extends Job = Job> = Kind & {
	itemIndex: number;
	session: Session;
	input: ItemInput;
};

export interface SendJob {
	/** What a change has done, or left unclear, is remembered for a later try of the run. */
	kind: 'read' | 'change';
	/** What it changes: changes of the same thing keep their order. */
	orderKey?: string;
	/** What a create sends, in case it stays unclear. */
	sentAs?: SentAs;
	/** @param earlier how an earlier try of this run ended for the input, if its outcome stayed unclear */
	run: (earlier: RequestFailure | undefined) => Promise<IDataObject[]>;
}

/** Wants a reservation to have something once. All inputs of one reservation are reconciled together. */
export interface ReconcileJob {
	kind: 'reconcile';
	reservationId: string;
	/** Absent for an input that only names its reservation. */
	desired?: DesiredCharge;
	/** What several inputs of one reference on a reservation mean. */
	twice: 'error' | 'oneCharge' | 'lastCounts';
	outputOf: (done: DoneOutcome) => IDataObject;
	sync?: Sync;
}

/** The same for all inputs of a run. */
export interface Sync {
	isDryRun: boolean;
	deletion?: DeletionRule;
	outputOfDeleted: (item: ExistingItem, action: 'deleted' | 'wouldDelete') => IDataObject;
}

export interface DeletionRule {
	/** References that begin with it, and have more behind it, are this sync's own. */
	prefix: string;
	maxDeletions: number;
	/** An input that only names its reservation wants it to have none of them. */
	isEmptyAllowed: boolean;
}

export function reservationKey(reservationId: string): string {
	return `reservation ${reservationId}`;
}

export function serviceItemKey(serviceId: string): string {
	return `service item ${serviceId}`;
}

export function orderKeyOf(job: Job): string | undefined {
	return job.kind === 'reconcile' ? reservationKey(job.reservationId) : job.orderKey;
}

/** What a run does with each input. */
export interface InputOperation {
	/** Its sessions are opened without the examples in the credential, which may be unusable. */
	ignoresExamples?: boolean;
	/** Checks one input, without sending anything. @throws when it is no good */
	prepare: (input: ItemInput, session: Session) => Job;
}

/** One run of the node, with all its inputs. */
export interface Run {
	context: IExecuteFunctions;
	sessions: Array<Session | Error>;
	journal: Journal;
	output: RunOutput;
	isCanceled: () => boolean;
	mustStop: () => boolean;
}
