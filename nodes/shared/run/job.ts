import type { IDataObject } from 'n8n-workflow';

import type { RequestFailure } from '../http/failure';
import type { DesiredCharge, SentAs } from '../reservation/desired';
import type { Session } from '../session/session';
import type { ItemInput } from './itemInput';

/** What one input asks for: data, of which nothing is carried out yet. */
export type Job = SendJob | ReconcileJob;

export type InputJob<Kind extends Job = Job> = Kind & { input: ItemInput };

/** Sends requests of its own. An operation adds what it needs for them. */
export interface SendJob {
	/** What a change has done, or left unclear, is remembered for a later try of the run. */
	kind: 'read' | 'change';
	/** What it changes: changes of the same thing keep their order. */
	orderKeys?: string[];
	/** What is created without a look, in case it stays unclear. */
	creates?: { sentAs: SentAs; idempotencyKey?: string };
}

/** Wants a reservation to have something once. All inputs of one reservation are reconciled together. */
export interface ReconcileJob {
	kind: 'reconcile';
	reservationId: string;
	/** Absent for an input that only names its reservation. */
	desired?: DesiredCharge;
	/** What several inputs of one reference on a reservation mean. */
	twice: 'error' | 'oneCharge' | 'lastCounts';
	isSimplified: boolean;
	sync?: Sync;
}

/** The same for all inputs of a run. */
export interface Sync {
	isDryRun: boolean;
	deletion?: DeletionRule;
}

export interface DeletionRule {
	/** References that begin with it, and have more behind it, are this sync's own. */
	prefix: string;
	maxDeletions: number;
	/** An input that only names its reservation wants it to have none of them. */
	isEmptyAllowed: boolean;
}

export interface Sending {
	session: Session;
	/** How an earlier try of this run ended for the input, if its outcome stayed unclear. */
	earlier?: RequestFailure;
}

export interface Sent {
	results: IDataObject[];
	/** What a person should know about it all the same. */
	hint?: string;
}

/** What a run does with each input. */
export interface InputOperation<Own extends SendJob = SendJob> {
	/** Its sessions are opened without the examples in the credential, which may be unusable. */
	ignoresExamples?: boolean;
	/** Checks one input, without sending anything. @throws when it is no good */
	prepare(input: ItemInput): Own | ReconcileJob;
	/** Absent where all inputs are reconciled. */
	send?(job: Own, sending: Sending): Promise<Sent>;
}

export function isReconciled(job: InputJob): job is InputJob<ReconcileJob> {
	return job.kind === 'reconcile';
}

export function reservationKey(reservationId: string): string {
	return `reservation ${reservationId}`;
}

export function serviceItemKey(serviceId: string): string {
	return `service item ${serviceId}`;
}

/** Inputs that have one in common go one after another; without any, an input waits for nobody. */
export function orderKeysOf(job: Job): string[] {
	return job.kind === 'reconcile' ? [reservationKey(job.reservationId)] : (job.orderKeys ?? []);
}
