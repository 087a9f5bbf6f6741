import { merge } from '../format/json';
import type { RequestFailure } from '../http/failure';
import { isSame } from '../lists/owners';
import type { ExistingItem } from '../lists/reservations';
import { hasOwnId, noOwnId } from '../lists/reservations';
import { CanceledError } from '../n8n/userError';
import type {
	DeletionOutcome,
	DoneOutcome,
	EarlierAttempt,
	FailedOutcome,
	SentAs,
	WishOutcome,
} from './desired';
import type { Count, Facts } from './history';
import type { Input, SentCreate, SentDelete } from './sent';
import { isStillThere, orphansOf, wasMissing } from './history';
import { isDone, isOurs, mayExist } from './sent';
import { fitOf } from './match';
import { isAsWanted, isSameCharge, isUnseen } from './observation';
import * as words from './words';

/** Nothing was sent for it: the list could not be read, or others of its sort are not seen. */
interface Waiting {
	is: 'waiting';
	/** What it would take. */
	to: 'create' | 'update';
	item?: ExistingItem;
}

/** What an input has come to so far; undefined: it was done before. */
export type Outcome = WishOutcome | Waiting | undefined;

/** In input order. */
export function outcomesOf(at: Facts): Outcome[] {
	const outcomes = new Map<Input, Outcome>();
	for (const count of at.counts) {
		for (const input of count.kind.inputs) outcomes.set(input, outcomeOf(at, input, count));
	}
	return at.inputs.map((input) => outcomes.get(input));
}

/** What is told at the end; undefined: not started, or done before. */
export function finalOf(at: Facts, outcome: Outcome): WishOutcome | undefined {
	if (outcome?.is !== 'waiting') return outcome;
	const { isStopped, unread } = at;
	if (isStopped || unread instanceof CanceledError) return undefined;
	if (unread) return failed(unread);
	if (outcome.to === 'create') return failed(words.createsHeld());
	return failed(unproven(at, outcome.item) ?? words.updatesHeld());
}

function outcomeOf(at: Facts, input: Input, { missing, tooMany }: Count): Outcome {
	if (isDone(input)) return undefined;
	const failure = failureOfChange(at, input);
	if (failure) return failure;
	if (missing > 0 && !isCertain(at, input)) return unconfirmed(at, input);
	if (tooMany.length > 0) {
		const ids = tooMany.flatMap(({ id }) => id ?? []);
		return stray(input, words.tooMany(input, tooMany), ids);
	}
	if (at.unread && mayExist(input)) return unconfirmed(at, input);
	const item = at.now.placed.get(input);
	const rejection = rejectionOf(input, item);
	if (rejection) return failed(rejection);
	return item ? present(at, input, item) : absent(at, input);
}

/** Of an update, or of the deletion of a duplicate. */
function failureOfChange(at: Facts, input: Input): FailedOutcome | undefined {
	const { unread, now } = at;
	const { update } = input;
	if (unread && input.reduction) return failed(words.unreadAfter(at, unread));
	if (input.unwritable) return failed(input.unwritable);
	if (!update) return undefined;
	if (update.answered === 'refused') return failed(update.failure);
	if (!unread && !isUnseen(input, now)) return undefined;
	if (update.answered === 'unclear') return unclear(input, update.failure);
	if (unread) return failed(words.unreadAfter(at, unread));
	return failed(words.notKept(input, update.before, now.byId.get(update.before.id ?? '')));
}

/** Where fewer are there than have to be, nobody knows whose they are, but for those with the ID of an answer. */
function isCertain(at: Facts, input: Input): boolean {
	const item = at.now.placed.get(input);
	if (!item) return false;
	return !mayExist(input) || item.id === ownIdOf(at, input);
}

/** The ID that the answer to its create gave, if that is the ID of nothing else. */
function ownIdOf(at: Facts, input: Input): string | undefined {
	for (const [id, owner] of at.ownIds) if (owner === input) return id;
	return undefined;
}

/** Something is not shown that was sent, or was there: by a list that shows too few, or that could not be read. */
function unconfirmed(at: Facts, input: Input): Outcome {
	const { creates, earlier } = input;
	const answered = creates.find((create) => create.answered === 'yes');
	if (answered?.isEarlier && earlier?.state === 'stray') return failed(earlier.error, earlier);
	if (answered) return at.unread ? createdUnseen(input, answered) : notShown(at, input);
	const lost = failureIn(creates, 'unclear');
	if (lost) return unclear(input, lost);
	const rejection = failureIn(creates, 'refused');
	if (rejection) return failed(rejection);
	if (at.first.placed.has(input)) return failed(words.gone(at));
	return { is: 'waiting', to: 'create' };
}

function createdUnseen(input: Input, { id, answer = {} }: SentCreate): DoneOutcome {
	const raw = merge(input.desired.charge.expected, answer);
	const hint = wasSentTwice(input) ? words.SENT_TWICE : words.UNREAD;
	return { is: 'done', action: 'created', item: { id, raw }, hint };
}

function notShown(at: Facts, input: Input): FailedOutcome {
	const id = ownIdOf(at, input);
	if (id === undefined) return stray(input, words.notShown(input), []);
	const idOnBill = isOnBill(at, input, id) ? id : undefined;
	// That such an ID is gone later would prove nothing.
	return stray(input, words.notShown(input, idOnBill), wasMissing(at, id) ? [] : [id]);
}

/** True where the ID of the answer shows what was sent, on this reservation. */
function isOnBill(at: Facts, input: Input, id: string): boolean {
	const found = at.gets.find((get) => get.id === id)?.found;
	if (typeof found !== 'object' || input.creates.length > 1) return false;
	return isSame(found.reservationId, at.reservationId) && isSameCharge(input.listedAs, found);
}

function failureIn(
	creates: SentCreate[],
	answered: 'unclear' | 'refused',
): RequestFailure | undefined {
	for (const each of creates) {
		if (each.answered === answered) return each.failure;
	}
	return undefined;
}

/** A create that counts as refused: what is there instead, after a conflict or by reference, is not deleted by its maker. */
function rejectionOf(input: Input, item: ExistingItem | undefined): RequestFailure | undefined {
	if (mayExist(input)) return undefined;
	const failure = failureIn(input.creates, 'refused');
	const isConflict = failure?.response.case === 'conflict';
	const mayBeThere = isConflict || input.desired.matchBy === 'reference';
	return item && mayBeThere ? undefined : failure;
}

/** The list does not show it, and does not have to. */
function absent(at: Facts, input: Input): Outcome {
	if (at.unread) return { is: 'waiting', to: 'create' };
	if (!words.isComplete(input.desired)) return failed(words.incomplete(input.desired));
	if (!at.isDryRun) return { is: 'waiting', to: 'create' };
	return { is: 'done', action: 'wouldCreate', item: { raw: input.desired.charge.expected } };
}

function present(at: Facts, input: Input, item: ExistingItem): Outcome {
	const { matcher, isDryRun } = at;
	const { update, earlier, desired } = input;
	if (update) return { ...done('updated', item), before: update.before.raw };
	if (!matcher.fit(input, item)) return madeOtherwise(input, item);
	if (matcher.needsUpdate(input, item)) {
		if (!isOurs(input)) return notUpdated(at, input, item);
		if (!isAsWanted(input, item)) return failed(words.notAsWanted(input, item));
	}
	if (isOurs(input)) return created(input, item);
	let found: DoneOutcome = { ...done('unchanged', item), before: item.raw };
	if (desired.whenFound === 'keep') found = done('alreadyExisted', item);
	if (!mayExist(input) || input.reduction || isDryRun) return found;
	const wasOff = earlier?.state === 'unclear' && earlier.sentAs.protection === 'off';
	return wasOff ? { ...found, hint: words.madeBefore(item) } : created(input, item);
}

/** As an earlier try has sent it: that may be what is wanted now, but for the reference. */
function madeOtherwise(input: Input, item: ExistingItem): Outcome {
	const wasProtected =
		input.earlier?.state === 'unclear' && input.earlier.sentAs.protection !== 'off';
	const isSameFields = input.desired.matchBy === 'sameFields' && fitOf(input.listedAs, item.fields);
	if (wasProtected && isSameFields) return done('created', item);
	return failed(words.madeOtherwise(item), input.earlier);
}

function created(input: Input, item: ExistingItem): DoneOutcome {
	const outcome = done('created', item);
	outcome.item.id ??= input.creates.at(-1)?.id;
	if (wasSentTwice(input)) outcome.hint = words.SENT_TWICE;
	return outcome;
}

/** An item that is not as wanted, and why it was left alone. */
function notUpdated(at: Facts, input: Input, item: ExistingItem): Outcome {
	if (at.isDryRun && !at.unread) {
		const raw = merge(item.raw, input.desired.charge.expected);
		return { ...done('wouldUpdate', { ...item, raw }), before: item.raw };
	}
	if (!at.unread && !hasOwnId(item)) return failed(noOwnId(item));
	return { is: 'waiting', to: 'update', item };
}

function unproven(at: Facts, item?: ExistingItem): Error | undefined {
	return item && at.disproof && !at.known.areIdsProven
		? words.unproven(item, at.disproof)
		: undefined;
}

function done(action: DoneOutcome['action'], { id, raw }: ExistingItem): DoneOutcome {
	return { is: 'done', action, item: { id, raw } };
}

function failed(error: Error, earlier?: EarlierAttempt): FailedOutcome {
	return { is: 'failed', error, earlier };
}

/** What was created and has a problem must not be created again by a retry. */
function stray(input: Input, error: Error, ids: string[]): FailedOutcome {
	return failed(error, mayExist(input) ? { state: 'stray', ids, error } : input.earlier);
}

function unclear(input: Input, failure: RequestFailure): FailedOutcome {
	const { desired, listedAs, earlier } = input;
	let sentAs: SentAs = { protection: desired.matchBy, fields: listedAs };
	if (earlier?.state === 'unclear') sentAs = earlier.sentAs;
	return failed(failure, { state: 'unclear', failure, sentAs, isSentTwice: wasSentTwice(input) });
}

/** The first may still arrive, in this try or in an earlier one. */
function wasSentTwice(input: Input): boolean {
	if (input.earlier?.state === 'unclear' && input.earlier.isSentTwice) return true;
	return input.creates.filter(({ answered }) => answered !== 'refused').length > 1;
}

/** @param isDue false where something failed, so that nothing more is deleted */
export function deletionsOf(at: Facts, isDue: boolean): DeletionOutcome[] {
	const outcomes = at.deletes.map((sent) => deletionOf(at, sent));
	if (!isDue || at.unread instanceof CanceledError) return outcomes;
	for (const item of orphansOf(at)) {
		if (at.isDryRun) outcomes.push({ is: 'wouldDelete', item });
		else if (at.unread) outcomes.push(failed(words.leftUndeleted(at, item, at.unread)));
		else outcomes.push(failed(unproven(at, item) ?? noOwnId(item)));
	}
	return outcomes;
}

function deletionOf(at: Facts, sent: SentDelete): DeletionOutcome {
	const { item } = sent;
	if (!at.unread && !isStillThere(at.now, item)) return { is: 'deleted', item };
	if (sent.answered !== 'yes') return failed(sent.failure);
	return failed(at.unread ? words.unreadAfter(at, at.unread) : words.notDeleted(at, item));
}
