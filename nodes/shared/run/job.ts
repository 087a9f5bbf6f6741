import type { IDataObject } from 'n8n-workflow';

import type { RequestFailure } from '../http/failure';
import type { DesiredCharge, SentAs } from '../reservation/desired';
import type { ItemInput } from './itemInput';

/** What one input asks for: data, of which nothing is carried out yet. */
export type Job = SendJob | ReconcileJob;

export type InputJob<Kind extends Job = Job> = Kind & { input: ItemInput };

/** Sends requests of its own. An operation adds what it needs for them. */
export interface SendJob {
	reconciles?: false;
	/**
	 * Absent for what only reads. What a change has done, or left unclear, is
	 * remembered for a later try of the run.
	 */
	changes?: Target;
	/** Of a create without a look: how it is sent, should its answer be lost. */
	creates?: { sentAs: SentAs; idempotencyKey?: string };
}

/** Changes of the same reservation or service item keep their order. */
export interface Target {
	reservationId?: string;
	serviceId?: string;
}

/**
 * Wants a reservation to have something once. All inputs of one reservation are
 * reconciled together.
 */
export interface ReconcileJob {
	reconciles: true;
	changes: { reservationId: string };
	/** Absent for an input that only names its reservation. */
	desired?: DesiredCharge;
	sync?: Sync;
}

/** The same for all inputs of a run. */
export interface Sync {
	isDryRun: boolean;
	deletion?: {
		/**
		 * References that begin with it, and have more behind it, are this sync's
		 * own.
		 */
		prefix: string;
		maxDeletions: number;
		/**
		 * An input that only names its reservation wants it to have none of them.
		 */
		isEmptyAllowed: boolean;
	};
}

export interface Sent {
	results: IDataObject[];
	/** What a person should know about it all the same. */
	hint?: string;
}

/** What a run does with each input. */
export interface InputOperation<Own extends SendJob = SendJob> {
	/**
	 * Its sessions are opened without the examples in the credential, which may
	 * be unusable.
	 */
	ignoresExamples?: boolean;
	/**
	 * Checks one input, without sending anything.
	 *
	 * @throws when it is no good
	 */
	prepare(input: ItemInput): Own | ReconcileJob;
	/**
	 * Absent where all inputs are reconciled.
	 *
	 * @param earlier how an earlier try of this run ended, if its outcome stayed
	 * unclear
	 */
	send?(job: InputJob<Own>, earlier?: RequestFailure): Promise<Sent>;
}

export function isReconcileJob<Any extends Job>(
	job: Any,
): job is Any & ReconcileJob {
	return job.reconciles === true;
}
