import { groupedBy } from '../lists/grouping';
import type { ExistingItem, Found } from '../lists/reservations';
import type { DeletionOutcome, Desired, WishOutcome } from './desired';
import type { Input, SentCreate, SentDelete } from './input';
import { answeredOf } from './input';
import type { Kind, Matcher, Observation } from './observation';

/** What a GET has shown under the ID of an item of the list, in its place. */
export interface Disproof {
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
	/**
	 * Why no list shows what has become of the last changes: it could not be
	 * read, or the execution was stopped.
	 */
	unread?: Error;
	/** How often the list was read again since something was sent. */
	rechecks: number;
	/** What Sync has deleted. */
	deletes: SentDelete[];
	/** By ID, what a GET has shown of what no list shows. */
	gets: Map<string, Found>;
	disproof?: Disproof;
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
	/**
	 * Changes of which no list shows yet what was sent, with its reservation: no
	 * more of them are sent.
	 */
	held: ReadonlyMap<Change['do'], string>;
}

/** A history, and what follows from it. */
export interface Facts extends History {
	known: Known;
	counts: Count[];
	/** The IDs that answers to creates of this run gave, see `ownIdsOf`. */
	ownIds: Map<Input, string>;
}

/**
 * What is known of a kind by numbers alone: which item came of which request
 * does not matter.
 */
export interface Count {
	inputs: Kind;
	/** By how many the list shows fewer than there have to be by now. */
	missing: number;
	/**
	 * Inputs whose create this run has had answered, where the list shows fewer
	 * than `due`.
	 */
	unseen?: { inputs: Input[]; due: number };
	/** All matches, where there are more than there may be. */
	tooMany: ExistingItem[];
}

export type Change =
	| { do: 'create'; input: Input }
	| { do: 'update'; input: Input; item: ExistingItem }
	/** `madeFor`: of a duplicate, the input. */
	| { do: 'delete'; item: ExistingItem; madeFor?: Input };

export type Step =
	| { do: 'recheck' }
	| { do: 'recheckAccount' }
	/** Asks for the ID of what no list shows. */
	| { do: 'get'; id: string }
	/** Asks for the ID of what the list shows. */
	| { do: 'prove'; item: ExistingItem }
	/** One after another, without a list in between. */
	| { do: 'change'; changes: Change[] }
	| End;

/** What has become of all that is wanted. */
export interface End {
	do: 'end';
	/** By the index of the wish; undefined: not started, or done before. */
	outcomes: Array<WishOutcome | undefined>;
	deletions: DeletionOutcome[];
	/** Why the last list could not be read. */
	unread?: Error;
}

/**
 * By input, the ID that the answer to its create gave in this run, if that is
 * the ID of nothing else.
 */
export function ownIdsOf({
	first,
	inputs,
}: Pick<History, 'first' | 'inputs'>): Map<Input, string> {
	const own = new Map<Input, string>();
	for (const [id, alike] of groupedBy(
		inputs,
		(input) => answeredOf(input)?.id,
	)) {
		const [input, another] = alike;
		if (id === undefined || !input || another || first.byId.has(id)) continue;
		own.set(input, id);
	}
	return own;
}

/**
 * Takes up what a GET has shown. What an earlier try has made and is gone since
 * does not count any more.
 */
export function keepAsked(
	{ gets, inputs }: History,
	id: string,
	found: Found,
): void {
	gets.set(id, found);
	if (found !== 'missing') return;
	const isGone = (create: SentCreate): boolean | undefined => {
		return create.answered === 'yes' && create.isEarlier && create.id === id;
	};
	for (const input of inputs) {
		input.creates = input.creates.filter((create) => !isGone(create));
	}
}
