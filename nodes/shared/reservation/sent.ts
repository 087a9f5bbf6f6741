import type { IDataObject } from 'n8n-workflow';

import type { RequestFailure } from '../http/failure';
import type { ExistingItem } from '../lists/reservations';
import type { EarlierAttempt, Wish } from './desired';

/** A change that was sent. `refused`: certainly not carried out. */
export type Sent =
	{ answered: 'yes' } | { answered: 'unclear' | 'refused'; failure: RequestFailure };

export type SentCreate = Sent & {
	/** In its answer, as far as that tells of what was made. */
	id?: string;
	/** What its answer shows. */
	answer?: IDataObject;
	/** By an earlier try of the execution. */
	isEarlier?: boolean;
};

/** `before`: as the list showed it. */
export type SentUpdate = Sent & { before: ExistingItem };

export type SentDelete = Sent & { item: ExistingItem };

/** A wish, and what was sent for it. */
export interface Input extends Wish {
	/** The last one last. */
	creates: SentCreate[];
	update?: SentUpdate;
	/** Why the update that it needs cannot be written. */
	unwritable?: Error;
	/** The deletion of what its create has made, as a duplicate; also one that was refused. */
	reduction?: SentDelete;
}

export function inputOf(wish: Wish): Input {
	return { ...wish, creates: earlierCreates(wish.earlier) };
}

function earlierCreates(earlier: EarlierAttempt | undefined): SentCreate[] {
	switch (earlier?.state) {
		case 'unclear': {
			const { failure } = earlier;
			const isCreate = failure.request.method === 'POST';
			return isCreate ? [{ answered: 'unclear', failure, isEarlier: true }] : [];
		}
		case 'stray': {
			// Of several, the one that is gone may be that of somebody else.
			const id = earlier.ids.length === 1 ? earlier.ids[0] : undefined;
			return [{ answered: 'yes', id, isEarlier: true }];
		}
		default:
			return [];
	}
}

/** True where a create of this run, or of an earlier try, may have made something. */
export function mayExist(input: Input): boolean {
	return input.creates.some(({ answered }) => answered !== 'refused');
}

/** True where this run may have made something that it has not deleted again. */
export function isOurs(input: Input): boolean {
	if (input.reduction) return false;
	return input.creates.some(({ answered, isEarlier }) => answered !== 'refused' && !isEarlier);
}

export function isDone(wish: Wish): boolean {
	return wish.earlier?.state === 'done';
}
