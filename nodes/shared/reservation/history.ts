import { isOrphan } from './deletion';
import type { DeletionOutcome, Desired, Wish, WishOutcome } from './desired';
import type { Kind, Matcher, Observation } from './observation';
import type { ExistingItem, Found } from '../lists/reservations';
import type { SentCreate, SentDelete, Input } from './sent';

/** What a run wants of one reservation. */
export interface Goal extends Omit<Desired, 'wishes'> {
	inputs: readonly Input[];
	matcher: Matcher;
	/** How often an unclear create may be sent again. */
	maxRetries: number;
}

/** A GET of an ID. */
export interface Asked {
	id: string;
	found: Found;
}

/** What a run has seen of a reservation, beside what it has sent for its inputs. */
export interface History {
	first: Observation;
	now: Observation;
	/** Why the last list could not be read. */
	unread?: Error;
	/** How often the list was read again since something was sent. */
	rechecks: number;
	/** What Sync has deleted. */
	deletes: SentDelete[];
	/** What no list has shown. */
	gets: Asked[];
	/** Of an ID of the list: the service has something else under it. */
	disproof?: Asked;
	/** What other reservations of the account hold up was looked at anew. */
	isAccountRechecked: boolean;
	/** Nothing more is to be started. */
	isStopped: boolean;
}

/** What the account has proven in this process. */
export interface Known {
	/** Whether the list shows IDs as answers to creates give them. */
	answerIds: 'unknown' | 'proven' | 'broken';
	/** An ID of the list is the ID of that item. */
	areIdsProven: boolean;
	/** Changes of which a list has shown one as it was wanted. */
	seen: ReadonlySet<Change['do']>;
	/** Changes of which no list shows yet what was sent elsewhere: no more of them are sent. */
	held: ReadonlySet<Change['do']>;
}

export type Change =
	| { do: 'create'; input: Input }
	| { do: 'update'; input: Input; item: ExistingItem }
	/** `madeFor`: of a duplicate, the input. */
	| { do: 'delete'; item: ExistingItem; madeFor?: Input };

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
	/** Something was created, and the list shows more than the first one did. */
	isCreateSeen: boolean;
}

/** What follows from a list and from all that was sent before it. */
export interface Facts extends Goal, History {
	known: Known;
	counts: Count[];
	ownIds: Map<string, Input>;
}

/**
 * The creates that count for an input. One of an earlier try of the execution counts as well, unless what it made was deleted
 * since.
 */
export function createsOf({ earlier, creates }: Input, gets: Asked[]): SentCreate[] {
	if (earlier?.state === 'unclear' && earlier.failure.request.method === 'POST') {
		return [{ answered: 'unclear', failure: earlier.failure }, ...creates];
	}
	if (earlier?.state !== 'stray') return creates;
	// Of several, the one that is gone may be that of somebody else.
	if (earlier.ids.length > 1) return [{ answered: 'yes' }, ...creates];
	const [id] = earlier.ids;
	const isDeleted = gets.some((get) => get.id === id && get.found === 'missing');
	return isDeleted ? creates : [{ answered: 'yes', id }, ...creates];
}

/** The IDs that answers to creates gave and that are those of nothing else. */
export function ownIdsOf({ inputs }: Goal, { first }: History): Map<string, Input> {
	const own = new Map<string, Input>();
	const named = new Set(first.byId.keys());
	for (const input of inputs) {
		for (const { id } of input.creates) {
			if (id === undefined) continue;
			if (named.has(id)) own.delete(id);
			else own.set(id, input);
			named.add(id);
		}
	}
	return own;
}

/** True where one of them may have made something. */
export function hasCreated(creates: SentCreate[]): boolean {
	return creates.some(({ answered }) => answered !== 'refused');
}

/** True once a list has shown something that a create of this run was for. */
export function isCreateSeen({ counts }: Facts): boolean {
	return counts.some((count) => count.isCreateSeen);
}

export function isDone({ earlier }: Wish): boolean {
	return earlier?.state === 'done';
}

/** What Sync is to delete and has not tried to: what the first list had and the last one still shows. */
export function orphansOf({ deletion, first, now, deletes }: Facts): ExistingItem[] {
	if (!deletion) return [];
	const tried = new Set(deletes.map(({ item }) => item.id));
	return first.items.filter((item) => {
		return isOrphan(deletion, item) && !tried.has(item.id) && isStillThere(now, item);
	});
}

/** By its ID, and where that is shared or missing by its reference. */
export function isStillThere({ items }: Observation, { id, fields }: ExistingItem): boolean {
	return items.some((item) => item.id === id && item.fields.reference === fields.reference);
}
