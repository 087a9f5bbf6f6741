import { merge } from '../format/json';
import type { RequestFailure } from '../http/failure';
import { isSame } from '../lists/owners';
import { CanceledError } from '../n8n/canceled';
import type {
	DeletionOutcome,
	DoneOutcome,
	FailedOutcome,
	SentAs,
	Wish,
	WishOutcome,
} from './desired';
import type { Count, Facts, SentCreate, SentDelete, SentUpdate } from './history';
import { hasCreated, isDone, isStillThere, orphansOf, wasReduced } from './history';
import { fitOf } from './match';
import { isAsWanted, isSameCharge } from './observation';
import type { ExistingItem } from './reservations';
import { hasOwnId, noOwnId } from './reservations';
import * as words from './words';

/** An input whose outcome is asked for. */
interface Case extends Facts {
	/** The index of the wish. */
	n: number;
	wish: Wish;
	count: Count;
	/** What stands for it in the last list. */
	item?: ExistingItem;
	/** The creates that count for it. */
	sent: SentCreate[];
}

/** By the index of the wish; undefined: not started, or done before. */
export function outcomesOf(at: Facts): Array<WishOutcome | undefined> {
	const outcomes: Array<WishOutcome | undefined> = at.goal.wishes.map(() => undefined);
	for (const count of at.counts) {
		for (const n of count.kind.wishes) {
			const wish = at.goal.wishes[n];
			if (!wish || isDone(wish)) continue;
			const item = at.history.now.placed[n];
			outcomes[n] = outcomeOf({ ...at, n, wish, count, item, sent: at.creates[n] ?? [] });
		}
	}
	return outcomes;
}

export function hasFailed(outcomes: Array<WishOutcome | undefined>): boolean {
	return outcomes.some((outcome) => outcome?.is === 'failed');
}

function outcomeOf(at: Case): WishOutcome | undefined {
	const { goal, history, n, wish, count, item, sent } = at;
	const update = history.updates[n];
	const failure = update && failureOf(at, update);
	if (failure) return failure;
	if (count.missing > 0) {
		const own = ownItem(at);
		if (own) return created(at, own);
		if (!item || hasCreated(sent) || isOfAnother(at, item)) return missing(at);
	}
	const { unread } = history;
	if (unread && wasReduced(history, n)) return failed(words.unreadAfter(goal, unread));
	if (count.tooMany.length > 0) {
		const ids = count.tooMany.flatMap(({ id }) => id ?? []);
		return stray(at, words.tooMany(goal, wish, count.tooMany), ids);
	}
	if (unread && hasCreated(sent)) return notSeen(at, unread);
	const refused = refusedCreate(at);
	if (refused) return failed(refused);
	if (!item) return absent(at);
	if (update) return { ...done('updated', item), before: update.before.raw };
	return present(at, item);
}

function done(action: DoneOutcome['action'], { id, raw }: ExistingItem): DoneOutcome {
	return { is: 'done', action, item: { id, raw } };
}

function failed(error: Error): FailedOutcome {
	return { is: 'failed', error };
}

/** What was created and has a problem must not be created again by a retry. */
function stray({ sent, wish }: Case, error: Error, ids: string[]): FailedOutcome {
	const earlier = hasCreated(sent) ? ({ state: 'stray', ids, error } as const) : wish.earlier;
	return { is: 'failed', error, earlier };
}

function unclear(at: Case, failure: RequestFailure): FailedOutcome {
	const { desired, earlier, listedAs } = at.wish;
	let sentAs: SentAs = { protection: desired.matchBy, fields: listedAs };
	if (earlier?.state === 'unclear') sentAs = earlier.sentAs;
	const attempt = { state: 'unclear', failure, sentAs, isSentTwice: isSentTwice(at) } as const;
	return { is: 'failed', error: failure, earlier: attempt };
}

/** The first may still arrive, in this try or in an earlier one. */
function isSentTwice({ sent, wish }: Case): boolean {
	const carriedOut = sent.filter(({ answered }) => answered !== 'refused');
	return carriedOut.length > 1 || (wish.earlier?.state === 'unclear' && !!wish.earlier.isSentTwice);
}

function failureOf(at: Case, update: SentUpdate): FailedOutcome | undefined {
	const { goal, history, n, wish } = at;
	if (update.answered === 'refused') return failed(update.failure);
	if (!history.unread && !at.unseenUpdates[n]) return undefined;
	if (update.answered === 'unclear') return unclear(at, update.failure);
	if (history.unread) return failed(words.unreadAfter(goal, history.unread));
	return failed(words.notKept(wish, update.before, history.now.byId.get(update.before.id)));
}

/** The list shows fewer than there have to be. */
function missing(at: Case): WishOutcome {
	const { goal, history, n, wish, sent } = at;
	if (sent.some(({ answered }) => answered === 'yes')) {
		if (wish.earlier?.state === 'stray')
			return { is: 'failed', error: wish.earlier.error, earlier: wish.earlier };
		const id = ownIdOf(at);
		return stray(at, words.notShown(wish, id, isOnBill(at, id)), id === undefined ? [] : [id]);
	}
	const failure = failureIn(sent, 'unclear');
	if (failure) return unclear(at, failure);
	const refused = failureIn(sent, 'refused');
	if (refused) return failed(refused);
	return failed(history.first.placed[n] ? words.gone(goal) : words.createsHeld());
}

/** The list could not be read that would show what was created. */
function notSeen(at: Case, unread: Error): WishOutcome {
	const { history, n, wish, sent } = at;
	const answered = history.creates[n]?.find((create) => create.answered === 'yes');
	if (answered) {
		const raw = merge(wish.desired.charge.expected, answered.answer ?? {});
		const hint = isSentTwice(at) ? words.SENT_TWICE : words.UNREAD;
		return { is: 'done', action: 'created', item: { id: answered.id, raw }, hint };
	}
	const failure = failureIn(sent, 'unclear');
	if (failure) return unclear(at, failure);
	const error = wish.earlier?.state === 'stray' ? wish.earlier.error : unread;
	return { is: 'failed', error, earlier: wish.earlier };
}

function failureIn(sent: SentCreate[], answered: 'unclear' | 'refused') {
	for (const each of sent) {
		if (each.answered === answered) return each.failure;
	}
	return undefined;
}

/** True where the ID of the answer shows what was sent, on this reservation. */
function isOnBill({ goal, history, sent, wish }: Case, id: string | undefined): boolean {
	const found = history.gets.find((get) => get.id === id)?.found;
	if (id === undefined || sent.length > 1 || typeof found !== 'object') return false;
	return isSame(found.reservationId, goal.reservationId) && isSameCharge(wish.listedAs, found);
}

/** A create that counts as refused: what is there instead, after a conflict or by reference, is not deleted by its maker. */
function refusedCreate({ wish, item, sent }: Case): RequestFailure | undefined {
	const failure = hasCreated(sent) ? undefined : failureIn(sent, 'refused');
	const isConflict = failure?.response.case === 'conflict';
	const mayBeThere = isConflict || wish.desired.matchBy === 'reference';
	return item && mayBeThere ? undefined : failure;
}

/** The list does not show it, and does not have to. */
function absent(at: Case): WishOutcome | undefined {
	const { goal, history, n, wish } = at;
	const other = history.now.asSent[n];
	if (other && isMadeAsWanted(wish, other)) return done('created', other);
	if (other) return stray(at, words.madeOtherwise(other), []);
	if (history.unread) return notStarted(at, history.unread);
	if (!words.isComplete(wish.desired)) return failed(words.incomplete(wish.desired));
	if (!goal.isDryRun) return notStarted(at, words.createsHeld());
	return { is: 'done', action: 'wouldCreate', item: { raw: wish.desired.charge.expected } };
}

/** It is what is wanted now, but for the reference. */
function isMadeAsWanted({ desired, earlier, listedAs }: Wish, other: ExistingItem): boolean {
	const wasProtected = earlier?.state === 'unclear' && earlier.sentAs.protection !== 'off';
	const isBySameFields = desired.matchBy === 'sameFields';
	return wasProtected && isBySameFields && fitOf(listedAs, other.fields) !== undefined;
}

function present(at: Case, item: ExistingItem): WishOutcome | undefined {
	const { goal, history, count, n, wish, sent } = at;
	const isOurs = hasCreated(history.creates[n]) && !count.wasReduced;
	if (goal.matcher.needsUpdate(wish, item)) {
		if (!isOurs) return notUpdated(at, item);
		if (!isAsWanted(wish, item)) return failed(words.notAsWanted(wish, item));
	}
	if (isOurs) return created(at, item);
	const found = foundAs(wish, item);
	const { earlier } = wish;
	if (!hasCreated(sent) || count.wasReduced || goal.isDryRun) return found;
	const wasOff = earlier?.state === 'unclear' && earlier.sentAs.protection === 'off';
	return wasOff ? { ...found, hint: words.madeBefore(item) } : created(at, item);
}

function created(at: Case, item: ExistingItem): DoneOutcome {
	const outcome = done('created', item);
	outcome.item.id ??= at.sent.at(-1)?.id;
	if (isSentTwice(at)) outcome.hint = words.SENT_TWICE;
	return outcome;
}

/** The ID that the answer to its create gave, if that is the ID of nothing else. */
function ownIdOf({ history, n, ownIds }: Case): string | undefined {
	for (const { id } of history.creates[n] ?? []) {
		if (id !== undefined && ownIds.get(id) === n) return id;
	}
	return undefined;
}

/** Where fewer are there than have to be, each of ours that the list shows is that of its wish. */
function ownItem(at: Case): ExistingItem | undefined {
	const id = ownIdOf(at);
	const item = id === undefined ? undefined : at.history.now.byId.get(id);
	return item && at.goal.matcher.fit(at.wish, item) ? item : undefined;
}

function isOfAnother({ ownIds, n }: Case, { id = '' }: ExistingItem): boolean {
	return (ownIds.get(id) ?? n) !== n;
}

/** It is there as it is wanted. */
function foundAs({ desired }: Wish, item: ExistingItem): DoneOutcome {
	if (desired.whenFound === 'keep') return done('alreadyExisted', item);
	return { ...done('unchanged', item), before: item.raw };
}

/** Why an item that is not as wanted was left alone. */
function notUpdated(at: Case, item: ExistingItem): WishOutcome | undefined {
	const { goal, history, wish } = at;
	if (history.unread) return notStarted(at, history.unread);
	if (goal.isDryRun) {
		const raw = merge(item.raw, wish.desired.charge.expected);
		return { ...done('wouldUpdate', { ...item, raw }), before: item.raw };
	}
	if (!hasOwnId(item)) return failed(noOwnId(item));
	return notStarted(at, unproven(at, item) ?? words.updatesHeld());
}

/** Nothing was sent for it, and why. */
function notStarted({ history, isStopped }: Case, error: Error): WishOutcome | undefined {
	const isCanceled = history.unread instanceof CanceledError;
	return isStopped || isCanceled ? undefined : failed(error);
}

function unproven({ history, known }: Facts, item: ExistingItem): Error | undefined {
	const proof = history.gets.find(({ isProof }) => isProof === false);
	if (known.listedIds === 'proven' || !proof) return undefined;
	return words.unproven(item, proof);
}

/** @param isDue false where something failed, so that nothing more is deleted */
export function deletionsOf(at: Facts, isDue: boolean): DeletionOutcome[] {
	const { goal, history } = at;
	const outcomes: DeletionOutcome[] = [];
	const tried = new Set<string | undefined>();
	let wasRefused = false;
	for (const sent of history.deletes) {
		if (sent.madeFor !== undefined) continue;
		tried.add(sent.item.id);
		wasRefused ||= sent.answered === 'refused';
		outcomes.push(deletionOf(at, sent));
	}
	if (!isDue || (goal.stopsAtFailure && wasRefused)) return outcomes;
	for (const item of orphansOf(goal, history)) {
		if (tried.has(item.id)) continue;
		if (goal.isDryRun) outcomes.push({ is: 'wouldDelete', item });
		else outcomes.push({ is: 'failed', error: unproven(at, item) ?? noOwnId(item) });
	}
	return outcomes;
}

function deletionOf({ goal, history }: Facts, sent: SentDelete): DeletionOutcome {
	const { item } = sent;
	const { unread } = history;
	if (!unread && !isStillThere(history.now, item)) return { is: 'deleted', item };
	if (sent.answered !== 'yes') return { is: 'failed', error: sent.failure };
	const error = unread ? words.unreadAfter(goal, unread) : words.notDeleted(goal, item);
	return { is: 'failed', error };
}
