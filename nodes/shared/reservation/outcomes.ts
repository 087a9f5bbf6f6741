import { merge } from '../format/json';
import type { RequestFailure } from '../http/failure';
import { isSame } from '../lists/owners';
import { CanceledError } from '../n8n/canceled';
import type {
	DeletionOutcome,
	DoneOutcome,
	EarlierAttempt,
	FailedOutcome,
	Wish,
	WishOutcome,
} from './desired';
import type { Facts } from './history';
import type { Input, SentCreate, SentDelete } from './sent';
import { createsOf, hasCreated, isDone, isStillThere, orphansOf } from './history';
import { fitOf } from './match';
import { isAsWanted, isSameCharge, isUnseen } from './observation';
import type { ExistingItem } from './reservations';
import { hasOwnId, noOwnId } from './reservations';
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
	// Where fewer are there than have to be, nobody knows whose they are, but for those with the ID of an answer.
	const isCertain = item && (!hasCreated(creates) || item.id === ownIdOf(at));
	if (at.missing > 0 && !isCertain) return unconfirmed(at);
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
function stray({ creates, input }: Case, error: Error, ids: string[]): FailedOutcome {
	if (!hasCreated(creates)) return failed(error, input.earlier);
	return failed(error, { state: 'stray', ids, error });
}

function unclear(at: Case, failure: RequestFailure): FailedOutcome {
	const { desired, earlier, listedAs } = at.input;
	const sentNow = { protection: desired.matchBy, fields: listedAs };
	const sentAs = earlier?.state === 'unclear' ? earlier.sentAs : sentNow;
	const isSentTwice = wasSentTwice(at);
	return failed(failure, { state: 'unclear', failure, sentAs, isSentTwice });
}

/** The first may still arrive, in this try or in an earlier one. */
function wasSentTwice({ creates, input: { earlier } }: Case): boolean {
	if (earlier?.state === 'unclear' && earlier.isSentTwice) return true;
	return creates.filter(({ answered }) => answered !== 'refused').length > 1;
}

/** Of an update, or of the deletion of a duplicate. */
function failureOfChange(at: Case): FailedOutcome | undefined {
	const { input, now, unread } = at;
	const { update, reduction } = input;
	if (unread && reduction) return failed(words.unreadAfter(at, unread));
	if (!update) return undefined;
	if (update.answered === 'refused') return failed(update.failure);
	if (!unread && !isUnseen(input, now)) return undefined;
	if (update.answered === 'unclear') return unclear(at, update.failure);
	if (unread) return failed(words.unreadAfter(at, unread));
	return failed(words.notKept(input, update.before, now.byId.get(update.before.id ?? '')));
}

/** Something is not shown that was sent, or was there: by a list that shows too few, or that could not be read. */
function unconfirmed(at: Case): WishOutcome {
	const { input, creates } = at;
	const answered = creates.find((create) => create.answered === 'yes');
	if (answered && input.earlier?.state === 'stray' && input.creates.length === 0) {
		return failed(input.earlier.error, input.earlier);
	}
	if (answered) return at.unread ? createdUnseen(at, answered) : notShown(at);
	const failure = failureIn(creates, 'unclear');
	if (failure) return unclear(at, failure);
	const refused = failureIn(creates, 'refused');
	if (refused) return failed(refused);
	return failed(at.first.placed.has(input) ? words.gone(at) : words.createsHeld());
}

function createdUnseen(at: Case, { id, answer = {} }: SentCreate): DoneOutcome {
	const raw = merge(at.input.desired.charge.expected, answer);
	const hint = wasSentTwice(at) ? words.SENT_TWICE : words.UNREAD;
	return { is: 'done', action: 'created', item: { id, raw }, hint };
}

function notShown(at: Case): FailedOutcome {
	const id = ownIdOf(at);
	if (id === undefined) return stray(at, words.notShown(at.input, undefined), []);
	return stray(at, words.notShown(at.input, isOnBill(at, id) ? id : undefined), [id]);
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
function refusedCreate({ creates, input, item }: Case): RequestFailure | undefined {
	const failure = hasCreated(creates) ? undefined : failureIn(creates, 'refused');
	const isConflict = failure?.response.case === 'conflict';
	const mayBeThere = isConflict || input.desired.matchBy === 'reference';
	return item && mayBeThere ? undefined : failure;
}

/** The list does not show it, and does not have to. */
function absent(at: Case): WishOutcome | undefined {
	const { input, now } = at;
	const { desired } = input;
	const other = now.asSent.get(input);
	if (other && isMadeAsWanted(input, other)) return done('created', other);
	if (other) return failed(words.madeOtherwise(other), input.earlier);
	if (at.unread) return notStarted(at, at.unread);
	if (!words.isComplete(desired)) return failed(words.incomplete(desired));
	if (!at.isDryRun) return notStarted(at, words.createsHeld());
	return { is: 'done', action: 'wouldCreate', item: { raw: desired.charge.expected } };
}

/** It is what is wanted now, but for the reference. */
function isMadeAsWanted({ desired, earlier, listedAs }: Wish, other: ExistingItem): boolean {
	const wasProtected = earlier?.state === 'unclear' && earlier.sentAs.protection !== 'off';
	const isBySameFields = desired.matchBy === 'sameFields';
	return wasProtected && isBySameFields && fitOf(listedAs, other.fields) !== undefined;
}

function present(at: Case, item: ExistingItem): WishOutcome | undefined {
	const { input, creates } = at;
	const isOurs = hasCreated(input.creates) && !input.reduction;
	if (at.matcher.needsUpdate(input, item)) {
		if (!isOurs) return notUpdated(at, item);
		if (!isAsWanted(input, item)) return failed(words.notAsWanted(input, item));
	}
	if (isOurs) return created(at, item);
	const found = foundAs(input, item);
	if (!hasCreated(creates) || input.reduction || at.isDryRun) return found;
	const { earlier } = input;
	const wasOff = earlier?.state === 'unclear' && earlier.sentAs.protection === 'off';
	return wasOff ? { ...found, hint: words.madeBefore(item) } : created(at, item);
}

function created(at: Case, item: ExistingItem): DoneOutcome {
	const outcome = done('created', item);
	outcome.item.id ??= at.creates.at(-1)?.id;
	if (wasSentTwice(at)) outcome.hint = words.SENT_TWICE;
	return outcome;
}

/** The ID that the answer to its create gave, if that is the ID of nothing else. */
function ownIdOf({ input, ownIds }: Case): string | undefined {
	for (const { id } of input.creates) {
		if (id !== undefined && ownIds.get(id) === input) return id;
	}
	return undefined;
}

/** It is there as it is wanted. */
function foundAs({ desired }: Wish, item: ExistingItem): DoneOutcome {
	if (desired.whenFound === 'keep') return done('alreadyExisted', item);
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
function notStarted({ isStopped, unread }: Case, error: Error): WishOutcome | undefined {
	const isCanceled = unread instanceof CanceledError;
	return isStopped || isCanceled ? undefined : failed(error);
}

function unproven({ disproof, known }: Facts, item: ExistingItem): Error | undefined {
	return disproof && !known.areIdsProven ? words.unproven(item, disproof) : undefined;
}

/** @param isDue false where something failed, so that nothing more is deleted */
export function deletionsOf(at: Facts, isDue: boolean): DeletionOutcome[] {
	const outcomes = at.deletes.map((sent) => deletionOf(at, sent));
	if (!isDue) return outcomes;
	for (const item of orphansOf(at)) {
		if (at.isDryRun) outcomes.push({ is: 'wouldDelete', item });
		else outcomes.push(failed(unproven(at, item) ?? noOwnId(item)));
	}
	return outcomes;
}

function deletionOf(at: Facts, sent: SentDelete): DeletionOutcome {
	const { item } = sent;
	const { unread } = at;
	if (!unread && !isStillThere(at.now, item)) return { is: 'deleted', item };
	if (sent.answered !== 'yes') return failed(sent.failure);
	return failed(unread ? words.unreadAfter(at, unread) : words.notDeleted(at, item));
}
