import type { ExistingItem, Found } from '../lists/reservations';
import { isOrphan } from './deletion';
import type { DeletionOutcome, Desired, WishOutcome } from './desired';
import type { Kind, Matcher, Observation } from './observation';
import type { Input, SentDelete } from './sent';
import { isOurs } from './sent';

/** A GET of an ID. */
export interface Asked {
	id: string;
	found: Found;
}

/** What a run wants of one reservation, and what it has seen and sent. */
export interface History extends Omit<Desired, 'wishes'> {
	inputs: readonly Input[];
	matcher: Matcher;
	/** How often an unclear create may be sent again. */
	maxRetries: number;
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

/** What is known of a kind by numbers alone: which item came of which request does not matter. */
export interface Count {
	kind: Kind;
	/** By how many the list shows fewer than there have to be by now. */
	missing: number;
	/** All matches, where there are more than there may be. */
	tooMany: ExistingItem[];
}

/** A history, and what follows from it. */
export interface Facts extends History {
	known: Known;
	counts: Count[];
	ownIds: Map<string, Input>;
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

/** Takes up what a GET has shown. What an earlier try has made and is gone since does not count any more. */
export function keepAsked(at: History, asked: Asked): void {
	at.gets.push(asked);
	if (asked.found !== 'missing') return;
	for (const input of at.inputs) {
		input.creates = input.creates.filter(({ id, isEarlier }) => !isEarlier || id !== asked.id);
	}
}

/** True where a GET has shown nothing under an ID: what an answer named so is something else. */
export function wasMissing(at: History, id: string): boolean {
	return at.gets.some((get) => get.id === id && get.found === 'missing');
}

/** The IDs that answers to creates of this run gave and that are those of nothing else. */
export function ownIdsOf(at: History): Map<string, Input> {
	const own = new Map<string, Input>();
	const named = new Set(at.first.byId.keys());
	for (const input of at.inputs) {
		for (const { id, isEarlier } of input.creates) {
			if (id === undefined || isEarlier) continue;
			if (named.has(id)) own.delete(id);
			else own.set(id, input);
			named.add(id);
		}
	}
	return own;
}

/** True once a list has shown something that a create of this run was for. */
export function isCreateSeen(at: Facts): boolean {
	return at.counts.some(({ kind, missing }) => missing === 0 && kind.inputs.some(isOurs));
}

/** What Sync is to delete and has not tried to: what the first list had and the last one still shows. */
export function orphansOf(at: Facts): ExistingItem[] {
	const { deletion } = at;
	if (!deletion) return [];
	const tried = new Set(at.deletes.map(({ item }) => item.id));
	return at.first.items.filter((item) => {
		return isOrphan(deletion, item) && !tried.has(item.id) && isStillThere(at.now, item);
	});
}

/** By its ID, and where that is shared or missing by its reference. */
export function isStillThere(list: Observation, { id, fields }: ExistingItem): boolean {
	return list.items.some((item) => item.id === id && item.fields.reference === fields.reference);
}
