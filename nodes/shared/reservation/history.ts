import type { IDataObject } from 'n8n-workflow';

import type { RequestFailure } from '../http/failure';
import type { DeletionOutcome, Wish, WishOutcome } from './desired';
import type { Matcher, Observation } from './observation';
import type { ExistingItem } from './reservations';

/** Interchangeable inputs: what is wanted of a reservation is counted by kinds. */
export interface Kind {
	/** Indexes of its wishes, in input order. */
	wishes: number[];
	isByReference: boolean;
}

/** What is known of a kind by numbers alone: which item came of which request does not matter. */
export interface Count {
	kind: Kind;
	/** By how many the list shows fewer than there have to be by now. */
	missing: number;
	/** All matches, where there are more than there may be. */
	tooMany: ExistingItem[];
	/** The wishes with a create of which nobody knows whether it was carried out. */
	open: number[];
	isHealed: boolean;
}

/** What a run wants of one reservation. */
export interface Goal {
	reservationId: string;
	wishes: readonly Wish[];
	kinds: readonly Kind[];
	matcher: Matcher;
	isDryRun: boolean;
	/** Once something has failed, nothing more is started. */
	stopsAtFailure: boolean;
	/** How often an unclear create may be sent again. */
	maxRetries: number;
	/** Which items Sync is to delete; absent: none. */
	isOrphan?: (item: ExistingItem) => boolean;
}

/** A request of ours. */
export interface Sent {
	/** `refused`: certainly not carried out. */
	answered: 'yes' | 'unclear' | 'refused';
	failure?: RequestFailure;
	/** How many lists had been read before it; -1: by an earlier try of the execution. */
	afterLists: number;
}

export interface SentCreate extends Sent {
	wish: number;
	/** The ID in its answer: of what it made, as far as the answer tells. */
	id?: string;
	/** What the answer shows. */
	answer?: IDataObject;
	isAgain: boolean;
}

export interface SentUpdate extends Sent {
	wish: number;
	/** As the list showed it before. */
	item: ExistingItem;
}

export interface SentDelete extends Sent {
	why: 'duplicate' | 'orphan';
	/** Of a duplicate: the wish it was made for. */
	wish?: number;
	item: ExistingItem;
}

/** What a GET of an ID has shown. */
export interface Found {
	id: string;
	result: ExistingItem | 'missing' | 'refused';
	/** Set where it was asked for to prove an ID of the list. */
	isProof?: 'proven' | 'unproven';
}

/** What a run has seen of a reservation and done to it. */
export interface History {
	first?: Observation;
	now?: Observation;
	/** Why the last list could not be read. */
	unread?: Error;
	/** How many lists were read. */
	lists: number;
	/** How often the list was read again since something was sent. */
	rechecks: number;
	/** Something was sent since the last list that may have changed it. */
	isChanged: boolean;
	/** By the index of the wish, the last one last. */
	creates: SentCreate[][];
	/** How many answers to creates have named an ID. */
	answeredIds: Map<string, number>;
	/** By the index of the wish. */
	updates: Array<SentUpdate | undefined>;
	deletes: SentDelete[];
	gets: Found[];
	/** What other reservations of the account hold up was looked at anew. */
	isAccountRechecked: boolean;
	/** Nothing more is to be started. */
	isStopped: boolean;
}

/** What the account has proven in this process, see `AccountProof`. */
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

export type Step =
	| { do: 'list' }
	| { do: 'recheckAccount' }
	/** `listed`: what the list shows under that ID, to be proven by it. */
	| { do: 'get'; id: string; listed?: ExistingItem }
	| { do: 'create'; wish: number; isAgain: boolean }
	| { do: 'update'; wish: number; item: ExistingItem }
	| { do: 'delete'; item: ExistingItem; why: SentDelete['why']; wish?: number }
	| { do: 'end'; outcomes: Array<WishOutcome | undefined>; deletions: DeletionOutcome[] };

/** A history whose list was read. */
export type Seen = History & { first: Observation; now: Observation };

export function isSeen(history: History): history is Seen {
	return history.first !== undefined && history.now !== undefined;
}

export function orphansOf({ isOrphan }: Goal, { first, now }: Seen): ExistingItem[] {
	if (!isOrphan) return [];
	return first.items.filter((item) => isOrphan(item) && isStillThere(now, item));
}

/** IDs that answers to creates of this try gave, and that are those of nothing else. */
export function ownIds(history: Seen, { wishes }: Pick<Kind, 'wishes'>): string[] {
	const own = wishes.flatMap((n) => createsOf(history, n));
	const ids = own.flatMap(({ id, afterLists }) => (afterLists >= 0 && id) || []);
	return ids.filter((id) => !shows(history.first, id) && history.answeredIds.get(id) === 1);
}

/** Creates of a wish, without those of an earlier try that were deleted since. */
export function createsOf({ creates, gets }: History, n: number): SentCreate[] {
	return (creates[n] ?? []).filter(({ afterLists, id }) => {
		const isDeleted = gets.some((get) => get.id === id && get.result === 'missing');
		return afterLists >= 0 || !isDeleted;
	});
}

/** Updates that no list shows yet as wanted, with all else as before. */
export function unseenUpdates(goal: Goal, history: Seen): SentUpdate[] {
	return history.updates.flatMap((update) =>
		update && isUnseen(goal, history, update) ? update : [],
	);
}

export function isUnseen({ wishes, matcher }: Goal, { now }: Seen, update: SentUpdate): boolean {
	const wish = wishes[update.wish];
	if (!wish || update.answered === 'refused') return false;
	const item = now.byId.get(update.item.id);
	if (!item || !matcher.isAsWanted(wish, item)) return true;
	return !matcher.isKept(wish, update.item, item);
}

/** A create that was refused by a conflict may be there. */
export function hasRefused({ creates, updates }: History): boolean {
	const sent = [...creates.flat(), ...updates];
	return sent.some((each) => {
		return each?.answered === 'refused' && each.failure?.response.case !== 'conflict';
	});
}

export function hasCreated({ creates }: History): boolean {
	return creates.some((of) =>
		of.some(({ answered, afterLists }) => answered !== 'refused' && afterLists >= 0),
	);
}

/** True once a list has shown something that a create of this run was for. */
export function isCreateSeen({ kinds }: Goal, history: Seen): boolean {
	const { first, now, creates } = history;
	return kinds.some(({ wishes }) => {
		const isSent = wishes.some((n) => (creates[n]?.length ?? 0) > 0);
		return isSent && placedOf(now, wishes) > placedOf(first, wishes);
	});
}

export function placedOf({ placed, asSent }: Observation, wishes: number[]): number {
	return wishes.filter((n) => placed[n] ?? asSent[n]).length;
}

export function shows({ byId }: Observation, id: string): boolean {
	return byId.has(id);
}

/** By its ID, and where that is shared or missing by its reference. */
export function isStillThere({ items }: Observation, { id, fields }: ExistingItem): boolean {
	return items.some((item) => item.id === id && item.fields.reference === fields.reference);
}
