import type { IDataObject } from 'n8n-workflow';

import type { ChargeFields, WrittenFields } from '../format/fields';
import type { RequestFailure } from '../http/failure';
import type { ExistingItem } from '../lists/reservations';

/** A charge that an input wants on its reservation. */
export interface DesiredCharge {
	matchBy: 'reference' | 'sameFields';
	whenFound: 'keep' | 'update';
	/** As the input has them; those that are absent are left as they are. */
	fields: WrittenFields & { reservationId: string };
	custom: IDataObject;
	charge: {
		body: IDataObject;
		/** As the service is expected to show it. */
		expected: IDataObject;
		/** The key under which the service makes it once, where it takes one. */
		idempotencyKey?: string;
	};
}

/**
 * How a create was sent by an earlier try of the execution: that is what to
 * look for.
 */
export interface SentAs {
	protection: 'off' | 'sameFields' | 'reference';
	fields: WrittenFields;
}

export interface EarlierUnclear {
	state: 'unclear';
	failure: RequestFailure;
	/** Absent for what was no create. */
	sentAs?: SentAs;
	isSentTwice?: boolean;
	/**
	 * True where somebody has read that it was unclear, and has retried the
	 * execution.
	 */
	isRetried?: boolean;
}

/** What an earlier try of the execution has done for an input. */
export type EarlierAttempt =
	| { state: 'done' }
	| EarlierUnclear
	/**
	 * Created, and then something was wrong with it: it must not be created
	 * again.
	 */
	| { state: 'stray'; ids: string[]; error: Error }
	/** Changed, and no list could be read since. */
	| { state: 'unseen'; error: Error };

/** An input, as it is brought about. */
export interface Wish {
	readonly desired: DesiredCharge;
	/** The wanted fields as a list would show them: ready to be compared. */
	readonly listedAs: WrittenFields;
	/** What Custom Fields say something about, be it that it is empty. */
	readonly setByCustom: ReadonlySet<keyof ChargeFields>;
	readonly earlier?: EarlierAttempt;
}

/** What is wanted of a reservation. */
export interface Desired {
	reservationId: string;
	wishes: Wish[];
	isDryRun: boolean;
	/** Once something has failed, nothing more is started. */
	stopsAtFailure?: boolean;
	deletion?: Deletion;
}

/**
 * What Sync is to delete of a reservation: what is its own, and what no input
 * wants.
 */
export interface Deletion {
	/**
	 * References that begin with it, and have more behind it, are this sync's
	 * own.
	 */
	prefix: string;
	/** The references of all inputs. Where one is no good, nothing is deleted. */
	wanted: ReadonlySet<string>;
	/**
	 * The IDs of what was counted before anything was changed: what appears later
	 * stays.
	 */
	counted?: ReadonlySet<string | undefined>;
	/**
	 * What an earlier try of the execution may have deleted, and no list has
	 * shown to be gone.
	 */
	earlier?: readonly ExistingItem[];
}

/** What an input has come to. */
export type WishOutcome = DoneOutcome | FailedOutcome;

export interface DoneOutcome {
	is: 'done';
	action:
		| 'created'
		| 'alreadyExisted'
		| 'updated'
		| 'unchanged'
		| 'wouldCreate'
		| 'wouldUpdate';
	item: { id?: string; raw: IDataObject };
	before?: IDataObject;
	/** What a person should know about it all the same. */
	hint?: string;
}

export interface FailedOutcome {
	is: 'failed';
	error: Error;
	/** What a later try of the execution has to know. */
	earlier?: EarlierAttempt;
}

export type DeletionOutcome =
	| { is: 'deleted' | 'wouldDelete'; item: ExistingItem }
	/** `unseen`: what may be deleted all the same. */
	| { is: 'failed'; error: Error; unseen?: ExistingItem };
