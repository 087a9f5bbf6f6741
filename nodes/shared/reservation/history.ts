import type { IDataObject } from 'n8n-workflow';

import type { RequestFailure } from '../http/failure';
import type { DeletionOutcome, Wish, WishOutcome } from './desired';
import type { Kind, Matcher, Observation } from './observation';
import type { ExistingItem, Found } from './reservations';

/** What a run wants of one reservation. */
export interface Goal {
	reservationId: string;
	wishes: readonly Wish[];
	matcher: Matcher;
	isDryRun: boolean;
	/** Once something has failed, nothing more is started. */
	stopsAtFailure: boolean;
	/** How often an unclear create may be sent again. */
	maxRetries: number;
	/** Which items Sync is to delete; absent: none. */
	isOrphan?: (item: ExistingItem) => boolean;
}

/** A change that was sent. `refused`: certainly not carried out. */
export type Sent =
	| { answered: 'yes' }
	| { answered: 'unclear' | 'refused'; failure: RequestFailure };

export type SentCreate = Sent & {
	/** The ID in its answer: of what it made, as far as the answer tells. */
	id?: string;
	/** What the answer shows. */
	answer?: IDataObject;
};

/** `before`: as the list showed it. */
export type SentUpdate = Sent & { before: ExistingItem };

/** `madeFor`: of a duplicate that a create of this run has made, the wish. Absent for what Sync deletes. */
export type SentDelete = Sent & { item: ExistingItem; madeFor?: number };

/** A GET of an ID. */
export interface Asked {
	id: string;
	found: Found;
	/** Set where it was to prove an ID of the list: whether it has. */
	isProof?: boolean;
}

/** What a run has seen of a reservation and done to it. */
export interface History {
	first: Observation;
	now: Observation;
	/** Why the last list could not be read. */
	unread?: Error;
	/** How often the list was read again since something was sent. */
	rechecks: number;
	/** By the index of the wish, the last one last. */
	creates: SentCreate[][];
	/** By the index of the wish. */
	updates: Array<SentUpdate | undefined>;
	deletes: SentDelete[];
	gets: Asked[];
	/** What other reservations of the account hold up was looked at anew. */
	isAccountRechecked: boolean;
	/** Nothing more is to be started. */
	isStopped: boolean;
}

/** What the account has proven in this process. */
export interface Known {
	/** The list shows IDs as answers to creates give them. */
	answerIds: 'unknown' | 'proven' | 'broken';
	/** An ID of the list is the ID of that item. */
	listedIds: 'unknown' | 'proven';
	/** An update changes what it names, and nothing else. */
	updates: 'unknown' | 'proven';
	/** No list shows yet what was created elsewhere: nothing more may be created. */
	areCreatesHeld: boolean;
	/** No list shows yet what was updated elsewhere as wanted: nothing more may be updated. */
	areUpdatesHeld: boolean;
}

export type Change =
	| { do: 'create'; wish: number }
	| { do: 'update'; wish: number; item: ExistingItem }
	| { do: 'delete'; item: ExistingItem; madeFor?: number };

export type Step =
	| { do: 'recheck' }
	| { do: 'recheckAccount' }
	/** `listed`: what the list shows under that ID, to be proven by it. */
	| { do: 'get'; id: string; listed?: ExistingItem }
	/** One after another, without a list in between. */
	| { do: 'change'; changes: Change[] }
	| { do: 'end'; outcomes: Array<WishOutcome | undefined>; deletions: DeletionOutcome[] };

/** What is known of a kind by numbers alone: which item came of which request does not matter. */
export interface Count {
	kind: Kind;
	/** By how many the list shows fewer than there have to be by now. */
	missing: number;
	/** All matches, where there are more than there may be. */
	tooMany: ExistingItem[];
	/** The list shows more than the first one did, and something was created. */
	isCreateSeen: boolean;
	/** A duplicate was to be deleted, also where that was refused. */
	wasReduced: boolean;
}

/** What follows from a list and from all that was sent before it. */
export interface Facts {
	goal: Goal;
	history: History;
	known: Known;
	/**
	 * By the index of the wish: the creates that count. One of an earlier try of the execution counts as well, unless what it
	 * made was deleted since.
	 */
	creates: SentCreate[][];
	/** The IDs that answers to creates of this try gave and that are those of nothing else, with their wishes. */
	ownIds: Map<string, number>;
	counts: Count[];
	/** By the index of the wish: updates that no list shows yet as wanted, with all else as before. */
	unseenUpdates: Array<SentUpdate | undefined>;
	isStopped: boolean;
}

export function isCarriedOut(sent: Sent): boolean {
	return sent.answered !== 'refused';
}

/** True where a create may have made something. */
export function hasCreated(creates: SentCreate[] = []): boolean {
	return creates.some(isCarriedOut);
}

/** True where the charge that was made for a wish was to be deleted as a duplicate. */
export function wasReduced(history: History, wish: number): boolean {
	return history.deletes.some(({ madeFor }) => madeFor === wish);
}

export function isDone(wish: Wish | undefined): boolean {
	return wish?.earlier?.state === 'done';
}

/** What Sync is to delete: what the first list had and the last one still shows. */
export function orphansOf({ isOrphan }: Goal, { first, now }: History): ExistingItem[] {
	if (!isOrphan) return [];
	return first.items.filter((item) => isOrphan(item) && isStillThere(now, item));
}

/** By its ID, and where that is shared or missing by its reference. */
export function isStillThere({ items }: Observation, { id, fields }: ExistingItem): boolean {
	return items.some((item) => item.id === id && item.fields.reference === fields.reference);
}
