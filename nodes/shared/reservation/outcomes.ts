import { merge } from '../format/json';
import type { RequestFailure } from '../http/failure';
import { isSame } from '../lists/owners';
import { CanceledError } from '../n8n/userError';
import type {
	DeletionOutcome,
	DoneOutcome,
	EarlierAttempt,
	FailedOutcome,
	SentAs,
	Wish,
	WishOutcome,
} from './desired';
import type { Facts } from './history';
import type { Input, SentCreate, SentDelete } from './sent';
import { createsOf, hasCreated, isDone, isStillThere, orphansOf } from './history';
import { fitOf } from './match';
import { isAsWanted, isSameCharge, isUnseen } from './observation';
import type { ExistingItem } from '../lists/reservations';
import { hasOwnId, noOwnId } from '../lists/reservations';
import * as words from './words';

/** An input whose outcome is asked for. */
interface Case extends Facts {
	input: Input;
	/** What stands for it in the last list. */
	item?: ExistingItem;
	/** The creates that count for it. */
	creates: SentCreate[];
	missing: number;
	tooMany: ExistingItem[];
}

/** In input order; undefined: not started, or done before. */
export function outcomesOf(at: Facts): Array<WishOutcome | undefined> {
	const outcomes = new Map<Input, WishOutcome | undefined>();
	for (const { kind, missing, tooMany } of at.counts) {
		for (const input of kind.inputs) {
			if (isDone(input)) continue;
			const item = at.now.placed.get(input);
			const creates = createsOf(input, at.gets);
			outcomes.set(input, outcomeOf({ ...at, input, item, creates, missing, tooMany }));
		}
	}
	return at.inputs.map((input) => outcomes.get(input));
}

export function hasFailed(outcomes: Array<WishOutcome | undefined>): boolean {
	return outcomes.some((outcome) => outcome?.is === 'failed');
}

function outcomeOf(at: Case): WishOutcome | undefined {
	const { input, item, creates, tooMany } = at;
	const failure = failureOfChange(at);
	if (failure) return failure;
	if (at.missing > 0 && !isCertain(at)) return unconfirmed(at);
	if (tooMany.length > 0) {
		const ids = tooMany.flatMap(({ id }) => id ?? []);
		return stray(at, words.tooMany(input, tooMany), ids);
	}
	if (at.unread && hasCreated(creates)) return unconfirmed(at);
	const refused = refusedCreate(at);
	if (refused) return failed(refused);
	if (!item) return absent(at);
	if (input.update) return { ...done('updated', item), before: input.update.before.raw };
	return present(at, item);
}

function done(action: DoneOutcome['action'], { id, raw }: ExistingItem): DoneOutcome {
	return { is: 'done', action, item: { id, raw } };
}

function failed(error: Error, earlier?: EarlierAttempt): FailedOutcome {
	return { is: 'failed', error, earlier };
}

/** What was created and has a problem must not be created again by a retry. */
function stray(at: Case, error: Error, ids: string[]): FailedOutcome {
	if (!hasCreated(at.creates)) return failed(error, at.input.earlier);
	return failed(error, { state: 'stray', ids, error });
}

function unclear(at: Case, failure: RequestFailure): FailedOutcome {
	const { desired, earlier } = at.input;
	let sentAs: SentAs = { protection: desired.matchBy, fields: at.input.listedAs };
	if (earlier?.state === 'unclear') sentAs = earlier.sentAs;
	const isSentTwice = wasSentTwice(at);
	return failed(failure, { state: 'unclear', failure, sentAs, isSentTwice });
}

/** The first may still arrive, in this try or in an earlier one. */
function wasSentTwice(at: Case): boolean {
	const { earlier } = at.input;
	if (earlier?.state === 'unclear' && earlier.isSentTwice) return true;
	return at.creates.filter(({ answered }) => answered !== 'refused').length > 1;
}

/** Of an update, or of the deletion of a duplicate. */
function failureOfChange(at: Case): FailedOutcome | undefined {
	const { input, unread } = at;
	const { update } = input;
	if (unread && input.reduction) return failed(words.unreadAfter(at, unread));
	if (!update) return undefined;
	if (update.answered === 'refused') return failed(update.failure);
	if (!unread && !isUnseen(input, at.now)) return undefined;
	if (update.answered === 'unclear') return unclear(at, update.failure);
	if (unread) return failed(words.unreadAfter(at, unread));
	const item = at.now.byId.get(update.before.id ?? '');
	return failed(words.notKept(input, update.before, item));
}

/** Where fewer are there than have to be, nobody knows whose they are, but for those with the ID of an answer. */
function isCertain(at: Case): boolean {
	if (!at.item) return false;
	return !hasCreated(at.creates) || at.item.id === ownIdOf(at);
}

/** Something is not shown that was sent, or was there: by a list that shows too few, or that could not be read. */
function unconfirmed(at: Case): WishOutcome {
	const { input, creates } = at;
	const answered = creates.find((create) => create.answered === 'yes');
	if (answered && input.earlier?.state === 'stray' && input.creates.length === 0) {
		return failed(input.earlier.error, input.earlier);
	}
	if (answered && at.unread) return createdUnseen(at, answered);
	if (answered) return notShown(at);
	const failure = failureIn(creates, 'unclear');
	if (failure) return unclear(at, failure);
	const refused = failureIn(creates, 'refused');
	if (refused) return failed(refused);
	if (at.first.placed.has(input)) return failed(words.gone(at));
	return failed(words.createsHeld());
}

function createdUnseen(at: Case, { id, answer = {} }: SentCreate): DoneOutcome {
	const raw = merge(at.input.desired.charge.expected, answer);
	const hint = wasSentTwice(at) ? words.SENT_TWICE : words.UNREAD;
	return { is: 'done', action: 'created', item: { id, raw }, hint };
}

function notShown(at: Case): FailedOutcome {
	const id = ownIdOf(at);
	if (id === undefined) return stray(at, words.notShown(at.input), []);
	const idOnBill = isOnBill(at, id) ? id : undefined;
	return stray(at, words.notShown(at.input, idOnBill), [id]);
}

function failureIn(creates: SentCreate[], answered: 'unclear' | 'refused') {
	for (const each of creates) {
		if (each.answered === answered) return each.failure;
	}
	return undefined;
}

/** True where the ID of the answer shows what was sent, on this reservation. */
function isOnBill(at: Case, id: string): boolean {
	const found = at.gets.find((get) => get.id === id)?.found;
	if (typeof found !== 'object' || at.creates.length > 1) return false;
	const isThere = isSame(found.reservationId, at.reservationId);
	return isThere && isSameCharge(at.input.listedAs, found);
}

/** A create that counts as refused: what is there instead, after a conflict or by reference, is not deleted by its maker. */
function refusedCreate(at: Case): RequestFailure | undefined {
	if (hasCreated(at.creates)) return undefined;
	const failure = failureIn(at.creates, 'refused');
	const isConflict = failure?.response.case === 'conflict';
	const mayBeThere = isConflict || at.input.desired.matchBy === 'reference';
	return at.item && mayBeThere ? undefined : failure;
}

/** The list does not show it, and does not have to. */
function absent(at: Case): WishOutcome | undefined {
	const { input } = at;
	const { desired } = input;
	const other = at.now.asSent.get(input);
	if (other && isMadeAsWanted(input, other)) return done('created', other);
	if (other) return failed(words.madeOtherwise(other), input.earlier);
	if (at.unread) return notStarted(at, at.unread);
	if (!words.isComplete(desired)) return failed(words.incomplete(desired));
	if (!at.isDryRun) return notStarted(at, words.createsHeld());
	return { is: 'done', action: 'wouldCreate', item: { raw: desired.charge.expected } };
}

/** It is what is wanted now, but for the reference. */
function isMadeAsWanted(wish: Wish, other: ExistingItem): boolean {
	const { earlier } = wish;
	if (wish.desired.matchBy === 'reference') return false;
	const wasProtected = earlier?.state === 'unclear' && earlier.sentAs.protection !== 'off';
	return wasProtected && fitOf(wish.listedAs, other.fields) !== undefined;
}

function present(at: Case, item: ExistingItem): WishOutcome | undefined {
	const { input } = at;
	const isOurs = hasCreated(input.creates) && !input.reduction;
	if (at.matcher.needsUpdate(input, item)) {
		if (!isOurs) return notUpdated(at, item);
		if (!isAsWanted(input, item)) return failed(words.notAsWanted(input, item));
	}
	if (isOurs) return created(at, item);
	const found = foundAs(input, item);
	if (!hasCreated(at.creates) || input.reduction || at.isDryRun) return found;
	const { earlier } = input;
	const wasOff = earlier?.state === 'unclear' && earlier.sentAs.protection === 'off';
	if (wasOff) return { ...found, hint: words.madeBefore(item) };
	return created(at, item);
}

function created(at: Case, item: ExistingItem): DoneOutcome {
	const outcome = done('created', item);
	outcome.item.id ??= at.creates.at(-1)?.id;
	if (wasSentTwice(at)) outcome.hint = words.SENT_TWICE;
	return outcome;
}

/** The ID that the answer to its create gave, if that is the ID of nothing else. */
function ownIdOf(at: Case): string | undefined {
	for (const [id, input] of at.ownIds) if (input === at.input) return id;
	return undefined;
}

/** It is there as it is wanted. */
function foundAs(wish: Wish, item: ExistingItem): DoneOutcome {
	if (wish.desired.whenFound === 'keep') return done('alreadyExisted', item);
	return { ...done('unchanged', item), before: item.raw };
}

/** Why an item that is not as wanted was left alone. */
function notUpdated(at: Case, item: ExistingItem): WishOutcome | undefined {
	if (at.unread) return notStarted(at, at.unread);
	if (at.isDryRun) {
		const raw = merge(item.raw, at.input.desired.charge.expected);
		return { ...done('wouldUpdate', { ...item, raw }), before: item.raw };
	}
	if (!hasOwnId(item)) return failed(noOwnId(item));
	return notStarted(at, unproven(at, item) ?? words.updatesHeld());
}

/** Nothing was sent for it, and why. */
function notStarted(at: Case, error: Error): WishOutcome | undefined {
	if (at.isStopped || at.unread instanceof CanceledError) return undefined;
	return failed(error);
}

function unproven(at: Facts, item: ExistingItem): Error | undefined {
	if (!at.disproof || at.known.areIdsProven) return undefined;
	return words.unproven(item, at.disproof);
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
	if (at.unread) return failed(words.unreadAfter(at, at.unread));
	return failed(words.notDeleted(at, item));
}
