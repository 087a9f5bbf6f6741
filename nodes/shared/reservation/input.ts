import type { IDataObject } from 'n8n-workflow';

import { RequestFailure } from '../http/failure';
import type { ExistingItem } from '../lists/reservations';
import type { Mapper } from '../format/mapper';
import type { DesiredCharge, EarlierAttempt, Wish } from './desired';

/**
 * A change that was sent, and how it was answered. `refused`: certainly not
 * carried out.
 */
export type SentChange =
	| { answered: 'yes' }
	| { answered: 'unclear'; failure: RequestFailure }
	| { answered: 'refused'; failure: Error };

export type SentCreate = (
	Exclude<SentChange, { answered: 'yes' }> | AnsweredCreate
) & {
	/** By an earlier try of the execution. */
	isEarlier?: boolean;
};

export interface AnsweredCreate {
	answered: 'yes';
	/** From its answer, unless that shows something else. */
	id?: string;
	/** What its answer shows. */
	item?: IDataObject;
}

/** `before`: as the list showed it. */
export type SentUpdate = SentChange & { before: ExistingItem };

export type SentDelete = SentChange & { item: ExistingItem };

/** A wish, and what was sent for it. */
export interface Input extends Wish {
	/** The last one last. */
	creates: SentCreate[];
	update?: SentUpdate;
	/** What its create has made was to be deleted again, as a duplicate. */
	isTakenBack?: boolean;
}

export function wishOf(
	desired: DesiredCharge,
	mapper: Mapper,
	earlier?: EarlierAttempt,
): Wish {
	const { fields, reference } = mapper.read(desired.charge.expected);
	const setByCustom = mapper.fieldsSetBy(desired.custom);
	return { desired, listedAs: { ...fields, reference }, setByCustom, earlier };
}

export function inputOf(wish: Wish): Input {
	return { ...wish, creates: earlierCreates(wish.earlier) };
}

function earlierCreates(earlier: EarlierAttempt | undefined): SentCreate[] {
	switch (earlier?.state) {
		case 'unclear': {
			const { failure } = earlier;
			const isCreate = failure.request.method === 'POST';
			return isCreate
				? [{ answered: 'unclear', failure, isEarlier: true }]
				: [];
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

/** True where it was refused for what the service has already. */
export function isConflict(sent: SentChange): boolean {
	if (
		sent.answered !== 'refused' ||
		!(sent.failure instanceof RequestFailure)
	) {
		return false;
	}
	return sent.failure.status === 409;
}

/**
 * What has become of the creates of an input: the last that was answered, else
 * the last unclear one, tells it.
 */
export function createOf({ creates }: Input): SentCreate | undefined {
	return lastOf(creates, 'yes') ?? lastOf(creates, 'unclear') ?? creates.at(-1);
}

function lastOf(
	creates: SentCreate[],
	answered: SentChange['answered'],
): SentCreate | undefined {
	return creates.filter((create) => create.answered === answered).at(-1);
}

/** A create that was answered in this run. */
export function answeredOf(input: Input): AnsweredCreate | undefined {
	const create = createOf(input);
	return create?.answered === 'yes' && !create.isEarlier ? create : undefined;
}

/**
 * True where a create of this run, or of an earlier try, may have made
 * something.
 */
export function mayExist(input: Input): boolean {
	const create = createOf(input);
	return create !== undefined && create.answered !== 'refused';
}

/**
 * True where this run may have made something that it has not deleted again.
 */
export function isOurs(input: Input): boolean {
	return mayExist(input) && !createOf(input)?.isEarlier && !input.isTakenBack;
}
