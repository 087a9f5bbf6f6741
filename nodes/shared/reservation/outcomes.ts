import { merge } from '../format/json';
import type { RequestFailure } from '../http/failure';
import { CanceledError } from '../n8n/canceled';
import type { DeletionOutcome, DoneOutcome, FailedOutcome, SentAs, WishOutcome } from './desired';
import type { Count, Goal, History, Known, Seen, SentCreate, SentUpdate } from './history';
import { createsOf, isSeen, isStillThere, orphansOf, ownIds, isUnseen } from './history';
import type { ExistingItem } from './reservations';
import { noOwnId } from './reservations';
import * as words from './words';
import { isComplete } from './words';

/** All that an outcome depends on. */
interface Case {
	goal: Goal;
	history: Seen;
	known: Known;
	count: Count;
	/** The index of the wish. */
	n: number;
	wish: Goal['wishes'][number];
}

/** By the index of the wish, after a list that leaves nothing to do; undefined: not started, or done before. */
export function outcomesOf(
	goal: Goal,
	history: Seen,
	known: Known,
	counts: Count[],
): Array<WishOutcome | undefined> {
	const countOf = new Map(counts.flatMap((count) => count.kind.wishes.map((n) => [n, count])));
	return goal.wishes.map((wish, n) => {
		const count = countOf.get(n);
		if (!count || wish.earlier?.state === 'done') return undefined;
		return outcomeOf({ goal, history, known, count, n, wish });
	});
}

function outcomeOf(at: Case): WishOutcome | undefined {
	const { goal, history, count, n } = at;
	const item = history.now.placed[n];
	const update = history.updates[n];
	const failed = update && failedUpdate(at, update);
	if (failed) return failed;
	if (count.missing > 0) {
		const own = ownItem(at);
		if (own) return made(at, own);
		if (!item || hasSent(history, n) || isOfAnother(at, item)) return missing(at);
	}
	if (count.tooMany.length > 0) {
		const ids = count.tooMany.flatMap(({ id }) => id ?? []);
		return stray(at, words.tooMany(goal, at.wish, count.tooMany), ids);
	}
	const refused = refusedCreate(at);
	if (refused?.failure) return { is: 'failed', error: refused.failure };
	if (!item) return absent(at);
	if (update) return { ...done('updated', item), before: update.item.raw };
	return present(at, item);
}

function done(action: DoneOutcome['action'], item: ExistingItem, hint?: string): DoneOutcome {
	return { is: 'done', action, item: { id: item.id, raw: item.raw }, hint };
}

/** What was created and has a problem must not be created again by a retry. */
function stray({ history, n, wish }: Case, error: Error, ids: string[]): FailedOutcome {
	const earlier = hasSent(history, n) ? { state: 'stray' as const, ids, error } : wish.earlier;
	return { is: 'failed', error, earlier };
}

function unclear(
	{ desired, earlier, listedAs }: Goal['wishes'][number],
	failure: RequestFailure,
	isSentAgain = false,
): FailedOutcome {
	const known = earlier?.state === 'unclear' ? earlier : undefined;
	const sentAs: SentAs = known?.sentAs ?? { protection: desired.matchBy, fields: listedAs };
	const isSentTwice = isSentAgain || known?.isSentTwice === true;
	const left = { state: 'unclear' as const, failure, sentAs, isSentTwice };
	return { is: 'failed', error: failure, earlier: left };
}

/** The first may still arrive, in this try or in an earlier one. */
function isSentTwice(history: History, n: number, { earlier }: Goal['wishes'][number]): boolean {
	const sent = createsOf(history, n).filter(({ answered }) => answered !== 'refused');
	return sent.length > 1 || (earlier?.state === 'unclear' && earlier.isSentTwice === true);
}

function hasSent(history: History, n: number): boolean {
	return createsOf(history, n).some(({ answered }) => answered !== 'refused');
}

function failedUpdate(at: Case, update: SentUpdate): FailedOutcome | undefined {
	const { goal, history, wish } = at;
	const { answered, failure, item: before } = update;
	if (answered === 'refused' && failure) return { is: 'failed', error: failure };
	if (!isUnseen(goal, history, update)) return undefined;
	if (failure) return unclear(wish, failure);
	const item = history.now.byId.get(before.id);
	return { is: 'failed', error: words.notKept(goal, wish, before, item) };
}

/** The list shows fewer than there have to be. */
function missing(at: Case): WishOutcome {
	const { goal, history, n, wish } = at;
	const creates = createsOf(history, n);
	const failed = creates.find(({ answered }) => answered === 'unclear') ?? creates[0];
	if (creates.some(({ answered }) => answered === 'yes')) {
		if (wish.earlier?.state === 'stray')
			return { is: 'failed', ...wish.earlier, earlier: wish.earlier };
		const ids = ownIds(history, { wishes: [n] });
		return stray(at, words.notShown(wish, ids, isOnBill(at, ids)), ids);
	}
	if (failed?.answered === 'unclear' && failed.failure) {
		return unclear(wish, failed.failure, isSentTwice(history, n, wish));
	}
	if (failed?.failure) return { is: 'failed', error: failed.failure };
	const wasThere = history.first.placed[n] !== undefined;
	return { is: 'failed', error: wasThere ? words.gone(goal) : words.createsHeld() };
}

/** True where the ID of the answer shows what was sent, on this reservation. */
function isOnBill({ goal, history, n, wish }: Case, [id]: string[]): boolean {
	const result = history.gets.find((get) => get.id === id)?.result;
	if (id === undefined || createsOf(history, n).length > 1 || typeof result !== 'object')
		return false;
	return goal.matcher.isPlacedOn(goal.reservationId, result) && goal.matcher.isSent(wish, result);
}

/** A create that counts as refused: what is there instead, after a conflict or by reference, is not deleted by its maker. */
function refusedCreate({ history, n, wish }: Case): SentCreate | undefined {
	const creates = createsOf(history, n);
	const [first] = creates;
	if (!first || hasSent(history, n)) return undefined;
	const isConflict = first.failure?.response.case === 'conflict';
	const mayBeThere = isConflict || wish.desired.matchBy === 'reference';
	return mayBeThere && history.now.placed[n] ? undefined : first;
}

/** The list does not show it, and does not have to. */
function absent({ goal, history, n, wish }: Case): WishOutcome | undefined {
	const other = history.now.asSent[n];
	if (other && goal.matcher.isMadeAsWanted(wish, other)) return done('created', other);
	if (other) return { is: 'failed', error: words.madeOtherwise(other), earlier: wish.earlier };
	if (!isComplete(wish.desired)) return { is: 'failed', error: words.incomplete(wish.desired) };
	if (goal.isDryRun) {
		return { is: 'done', action: 'wouldCreate', item: { raw: wish.desired.charge.expected } };
	}
	return history.isStopped ? undefined : { is: 'failed', error: words.createsHeld() };
}

function present(at: Case, item: ExistingItem): WishOutcome | undefined {
	const { goal, history, count, n, wish } = at;
	const { earlier } = wish;
	const sent = createsOf(history, n).filter(({ answered }) => answered !== 'refused');
	const isCreated = sent.some(({ afterLists }) => afterLists >= 0);
	if (goal.matcher.needsUpdate(wish, item)) {
		if (!isCreated || count.isHealed) return notUpdated(at, item);
		if (!goal.matcher.isAsWanted(wish, item)) {
			return { is: 'failed', error: words.notAsWanted(wish, item) };
		}
	}
	const there = foundAs(wish, item);
	if (count.isHealed || goal.isDryRun || sent.length === 0) return there;
	const isOfOff = earlier?.state === 'unclear' && earlier.sentAs.protection === 'off';
	if (isOfOff && !isCreated) return { ...there, hint: words.madeBefore(item) };
	return made(at, item);
}

function made({ history, n, wish }: Case, item: ExistingItem): DoneOutcome {
	const hint = isSentTwice(history, n, wish) ? words.SENT_TWICE : undefined;
	const outcome = done('created', item, hint);
	outcome.item.id ??= createsOf(history, n).at(-1)?.id;
	return outcome;
}

/** Where fewer are there than have to be, each of ours that the list shows is that of its wish. */
function ownItem({ goal, history, n, wish }: Case): ExistingItem | undefined {
	const [id] = ownIds(history, { wishes: [n] });
	const item = id === undefined ? undefined : history.now.byId.get(id);
	return item && goal.matcher.fit(wish, item) ? item : undefined;
}

function isOfAnother({ history, count, n }: Case, { id }: ExistingItem): boolean {
	const others = count.kind.wishes.filter((each) => each !== n);
	return id !== undefined && ownIds(history, { wishes: others }).includes(id);
}

/** It is there as it is wanted. */
function foundAs({ desired }: Goal['wishes'][number], item: ExistingItem): DoneOutcome {
	if (desired.whenFound === 'keep') return done('alreadyExisted', item);
	return { ...done('unchanged', item), before: item.raw };
}

/** Why an item that is not as wanted was left alone. */
function notUpdated(at: Case, item: ExistingItem): WishOutcome | undefined {
	const { goal, history, known, wish } = at;
	if (goal.isDryRun) {
		const raw = merge(item.raw, wish.desired.charge.expected);
		return { ...done('wouldUpdate', item), item: { id: item.id, raw }, before: item.raw };
	}
	if (item.id === undefined || item.isIdShared) return { is: 'failed', error: noOwnId(item) };
	if (history.isStopped) return undefined;
	return { is: 'failed', error: unprovenError(history, known, item) ?? words.updatesHeld() };
}

function unprovenError(history: History, known: Known, item: ExistingItem): Error | undefined {
	const proof = history.gets.find(({ isProof }) => isProof === 'unproven');
	if (known.listedIds === 'proven' || !proof) return undefined;
	return words.unproven(item, proof);
}

/** @param isDue false where something failed, so that nothing is deleted */
export function deletionsOf(goal: Goal, history: Seen, isDue: boolean): DeletionOutcome[] {
	const sent = history.deletes.filter(({ why }) => why === 'orphan');
	const outcomes = sent.map(({ item, failure }): DeletionOutcome => {
		if (!isStillThere(history.now, item)) return { is: 'deleted', item };
		return { is: 'failed', error: failure ?? words.notDeleted(goal, item) };
	});
	const hasFailed = sent.some(({ answered }) => answered === 'refused');
	if (!isDue || (goal.stopsAtFailure && hasFailed)) return outcomes;
	const proof = history.gets.find(({ isProof }) => isProof === 'unproven');
	for (const item of orphansOf(goal, history)) {
		if (sent.some((each) => each.item.id === item.id)) continue;
		if (goal.isDryRun) outcomes.push({ is: 'wouldDelete', item });
		else if (proof) outcomes.push({ is: 'failed', error: words.unproven(item, proof) });
		else outcomes.push({ is: 'failed', error: noOwnId(item) });
	}
	return outcomes;
}

/** What can be said where the last list could not be read. */
export function unreadOutcomes(
	goal: Goal,
	history: History,
	counts: Count[],
	unread: Error,
): Array<WishOutcome | undefined> {
	const tooMany = new Map(
		counts.flatMap(({ kind, tooMany: items }) => kind.wishes.map((n) => [n, items])),
	);
	return goal.wishes.map((wish, n) => {
		if (wish.earlier?.state === 'done') return undefined;
		const update = history.updates[n];
		if (update) return unreadUpdate(goal, wish, update, unread);
		const made = unreadCreate(goal, history, n, unread);
		const items = tooMany.get(n) ?? [];
		if (made?.is !== 'done' || items.length === 0)
			return made ?? untouched(goal, history, n, unread);
		// What was seen twice does not count as done because it was not seen again.
		const ids = items.flatMap(({ id }) => id ?? []);
		const error = words.tooMany(goal, wish, items);
		return { is: 'failed', error, earlier: { state: 'stray', ids, error } };
	});
}

function unreadUpdate(
	goal: Goal,
	wish: Goal['wishes'][number],
	{ answered, failure }: SentUpdate,
	error: Error,
): FailedOutcome {
	if (answered === 'unclear' && failure) return unclear(wish, failure);
	return { is: 'failed', error: failure ?? words.unreadAfter(goal, error) };
}

function unreadCreate(
	goal: Goal,
	history: History,
	n: number,
	error: Error,
): WishOutcome | undefined {
	const wish = goal.wishes[n];
	const creates = createsOf(history, n).filter(({ afterLists }) => afterLists >= 0);
	const answered = creates.find((create) => create.answered === 'yes');
	const failed = createsOf(history, n).find(({ failure }) => failure);
	if (!wish || history.deletes.some((each) => each.wish === n)) {
		return { is: 'failed', error: words.unreadAfter(goal, error) };
	}
	if (answered) {
		const raw = merge(wish.desired.charge.expected, answered.answer ?? {});
		const hint = isSentTwice(history, n, wish) ? words.SENT_TWICE : words.UNREAD;
		return { is: 'done', action: 'created', item: { id: answered.id, raw }, hint };
	}
	if (failed?.answered === 'unclear' && failed.failure) {
		return unclear(wish, failed.failure, isSentTwice(history, n, wish));
	}
	return failed?.failure && { is: 'failed', error: failed.failure };
}

/** Nothing was sent for it. */
function untouched(goal: Goal, history: History, n: number, error: Error): WishOutcome | undefined {
	const wish = goal.wishes[n];
	if (!wish) return undefined;
	const { desired, earlier } = wish;
	if (earlier?.state === 'stray') return { is: 'failed', error: earlier.error, earlier };
	const item = isSeen(history) ? history.now.placed[n] : undefined;
	const carriers = isSeen(history) ? goal.matcher.carriersOf(wish, history.now) : [];
	if (desired.matchBy === 'reference' && carriers.length > 1) {
		return { is: 'failed', error: words.tooMany(goal, wish, carriers) };
	}
	if (item && !goal.matcher.needsUpdate(wish, item)) {
		return foundAs(wish, item);
	}
	return error instanceof CanceledError ? undefined : { is: 'failed', error };
}

export function unreadDeletions(goal: Goal, { deletes }: History, error: Error): DeletionOutcome[] {
	const sent = deletes.filter(({ why }) => why === 'orphan');
	return sent.map(({ failure }) => ({
		is: 'failed',
		error: failure ?? words.unreadAfter(goal, error),
	}));
}
