import { merge } from '../format/json';
import type { RequestFailure } from '../http/failure';
import { isSameReservation } from '../lists/reservationId';
import type { ExistingItem, Found } from '../lists/reservations';
import { hasOwnId, noOwnId } from '../lists/reservations';
import type {
	DoneOutcome,
	EarlierAttempt,
	FailedOutcome,
	SentAs,
	WishOutcome,
} from './desired';
import type { Change, Count, Facts } from './history';
import type { AnsweredCreate, Input } from './input';
import { createOf, isConflict, isOurs, mayExist } from './input';
import { fitOf } from './match';
import {
	isSameCharge,
	isUpdateMissing,
	unmetFields,
	updatedItem,
} from './observation';
import * as words from './words';

/** A change that it takes, and that was not sent yet. */
interface Open {
	is: 'open';
	change: Exclude<Change, { do: 'delete' }>;
}

/** What an input has come to so far; undefined: it was done before. */
export type Outcome = WishOutcome | Open | undefined;

/** In input order. */
export function outcomesOf(at: Facts): Outcome[] {
	const outcomes = new Map<Input, Outcome>();
	for (const count of at.counts) {
		for (const input of count.inputs) {
			outcomes.set(input, outcomeOf(at, input, count));
		}
	}
	return at.inputs.map((input) => outcomes.get(input));
}

/** What is told at the end; undefined: not started, or done before. */
export function finalOf(at: Facts, outcome: Outcome): WishOutcome | undefined {
	if (outcome?.is !== 'open') return outcome;
	if (at.isStopped) return undefined;
	if (at.unread) return failed(at.unread);
	const { change } = outcome;
	if (at.isDryRun) return planned(at, change);
	if (change.do === 'create') return failed(words.createsHeld(at));
	return failed(unproven(at, change.item) ?? words.updatesHeld(at));
}

function planned({ matcher }: Facts, change: Open['change']): WishOutcome {
	const { expected } = change.input.desired.charge;
	if (change.do === 'create') {
		return { is: 'done', action: 'wouldCreate', item: { raw: expected } };
	}
	const { input, item } = change;
	try {
		const raw = matcher.updated(input, item);
		return { ...done('wouldUpdate', { ...item, raw }), before: item.raw };
	} catch (error) {
		return failed(error as Error);
	}
}

function outcomeOf(at: Facts, input: Input, count: Count): Outcome {
	const failure = failureOfChange(at, input);
	if (failure) return failure;
	const { tooMany } = count;
	if (tooMany.length > 0) {
		const ids = tooMany.flatMap((each) => each.id ?? []);
		return stray(input, words.tooMany(input, tooMany), ids);
	}
	const item = itemFor(at, input, count);
	return item ? present(at, input, item) : absent(at, input);
}

/** Of an update, or of the deletion of a duplicate. */
function failureOfChange(at: Facts, input: Input): FailedOutcome | undefined {
	const { unread, now } = at;
	const { update } = input;
	if (unread && input.isTakenBack) return unseen(at, input, unread);
	if (!update) return undefined;
	if (update.answered === 'refused') return failed(update.failure);
	if (!unread && !isUpdateMissing(input, now)) return undefined;
	if (update.answered === 'unclear') return unclear(input, update.failure);
	if (unread) return unseen(at, input, unread);
	const { before } = update;
	return failed(words.notKept(input, before, updatedItem(input, before, now)));
}

/** The item that stands for an input for sure. */
function itemFor(
	at: Facts,
	input: Input,
	{ missing }: Count,
): ExistingItem | undefined {
	const item = at.now.placed.get(input);
	if (!mayExist(input)) return item;
	if (at.unread) return undefined;
	// Where fewer are there than have to be, nobody knows whose they are, but for
	// those with the ID of an answer.
	return missing === 0 || item?.id === at.ownIds.get(input) ? item : undefined;
}

/** No list shows it, or the last one could not be read. */
function absent(at: Facts, input: Input): Outcome {
	const { earlier, desired } = input;
	const create = createOf(input);
	switch (create?.answered) {
		case 'yes':
			if (create.isEarlier && earlier?.state === 'stray') {
				return failed(earlier.error, earlier);
			}
			return at.unread ? createdUnseen(input, create) : notShown(at, input);
		case 'unclear':
			return unclear(input, create.failure);
		case 'refused':
			return failed(create.failure);
	}
	if (at.first.placed.has(input)) return failed(words.gone(at));
	const incomplete = words.incomplete(desired);
	if (incomplete && !at.unread) return failed(incomplete);
	return { is: 'open', change: { do: 'create', input } };
}

function createdUnseen(
	input: Input,
	{ id, item = {} }: AnsweredCreate,
): DoneOutcome {
	const raw = merge(input.desired.charge.expected, item);
	const hint = wasSentTwice(input) ? words.SENT_TWICE : words.UNREAD;
	return { is: 'done', action: 'created', item: { id, raw }, hint };
}

function notShown(at: Facts, input: Input): FailedOutcome {
	const id = at.ownIds.get(input);
	if (id === undefined) return stray(input, words.notShown(input), []);
	const listed = at.now.byId.get(id);
	if (listed) return stray(input, words.notShown(input, { listed }), [id]);
	const found = at.gets.get(id);
	// Where nothing was there from the start, that nothing is there later proves
	// nothing.
	if (found === 'missing') return stray(input, words.notShown(input), []);
	const idOnBill = isOnBill(at, input, found) ? id : undefined;
	return stray(input, words.notShown(input, { idOnBill }), [id]);
}

/** True where a GET shows what was sent, on this reservation. */
function isOnBill(at: Facts, input: Input, found: Found | undefined): boolean {
	if (typeof found !== 'object' || input.creates.length > 1) return false;
	return (
		isSameReservation(found.reservationId, at.reservationId) &&
		isSameCharge(input.listedAs, found)
	);
}

function present(at: Facts, input: Input, item: ExistingItem): Outcome {
	const { matcher } = at;
	const { update, earlier, desired } = input;
	if (update) return { ...done('updated', item), before: update.before.raw };
	if (mayGoAgain(at, input)) return absent(at, input);
	if (!matcher.fit(input, item)) return madeOtherwise(input, item);
	if (matcher.needsUpdate(input, item)) {
		if (!isOurs(input)) return toUpdate(at, input, item);
		const unmet = unmetFields(input, item);
		if (unmet.length > 0) return failed(words.notAsWanted(unmet, item));
	}
	if (isOurs(input)) return created(input, item);
	let found: DoneOutcome = { ...done('unchanged', item), before: item.raw };
	if (desired.whenFound === 'keep') found = done('alreadyExisted', item);
	if (!mayExist(input) || input.isTakenBack || at.isDryRun) return found;
	const wasOff =
		earlier?.state === 'unclear' && earlier.sentAs?.protection === 'off';
	return wasOff
		? { ...found, hint: words.madeBefore(item) }
		: created(input, item);
}

/**
 * By same fields, what came since the first list may be deleted again by the
 * process that made it.
 */
function mayGoAgain({ first }: Facts, input: Input): boolean {
	if (input.desired.matchBy === 'reference' || first.placed.has(input)) {
		return false;
	}
	const create = createOf(input);
	return (
		create === undefined ||
		(create.answered === 'refused' && !isConflict(create))
	);
}

/**
 * As an earlier try has sent it: that may be what is wanted now, but for the
 * reference.
 */
function madeOtherwise(
	{ desired, listedAs, earlier }: Input,
	item: ExistingItem,
): Outcome {
	const isSameFields =
		desired.matchBy === 'sameFields' && fitOf(listedAs, item.fields);
	return isSameFields
		? done('created', item)
		: failed(words.madeOtherwise(item), earlier);
}

function created(input: Input, item: ExistingItem): DoneOutcome {
	const outcome = done('created', item);
	const create = createOf(input);
	if (create?.answered === 'yes') outcome.item.id ??= create.id;
	if (wasSentTwice(input)) outcome.hint = words.SENT_TWICE;
	return outcome;
}

function toUpdate(at: Facts, input: Input, item: ExistingItem): Outcome {
	if (!at.unread && !hasOwnId(item)) return failed(noOwnId(item));
	return { is: 'open', change: { do: 'update', input, item } };
}

export function unproven(at: Facts, item: ExistingItem): Error | undefined {
	const { disproof, known } = at;
	return disproof && !known.areIdsProven
		? words.unproven(item, disproof)
		: undefined;
}

function done(
	action: DoneOutcome['action'],
	{ id, raw }: ExistingItem,
): DoneOutcome {
	return { is: 'done', action, item: { id, raw } };
}

export function failed(error: Error, earlier?: EarlierAttempt): FailedOutcome {
	return { is: 'failed', error, earlier };
}

/** What was created and has a problem must not be created again by a retry. */
function stray(input: Input, error: Error, ids: string[]): FailedOutcome {
	return failed(
		error,
		mayExist(input) ? { state: 'stray', ids, error } : input.earlier,
	);
}

function unseen(at: Facts, { earlier }: Input, unread: Error): FailedOutcome {
	const error = words.unreadAfter(at, unread);
	return failed(error, earlier ?? { state: 'unseen', error });
}

function unclear(input: Input, failure: RequestFailure): FailedOutcome {
	const { desired, listedAs, earlier } = input;
	let sentAs: SentAs = { protection: desired.matchBy, fields: listedAs };
	if (earlier?.state === 'unclear' && earlier.sentAs) sentAs = earlier.sentAs;
	return failed(failure, {
		state: 'unclear',
		failure,
		sentAs,
		isSentTwice: wasSentTwice(input),
	});
}

/** The first may still arrive, in this try or in an earlier one. */
function wasSentTwice({ earlier, creates }: Input): boolean {
	if (earlier?.state === 'unclear' && earlier.isSentTwice) return true;
	return creates.filter((each) => each.answered !== 'refused').length > 1;
}
