import { CanceledError } from '../http/wait';
import type { Count } from './decide';
import type {
	Action,
	DeletionVerdict,
	DoneHint,
	Goal,
	History,
	Known,
	Seen,
	SentUpdate,
	Verdict,
} from './history';
import { createsOf, isSeen, isStillThere, orphansOf, ownIds, unseenUpdates } from './history';
import type { ExistingItem } from './reservations';

/** Everything is known that a verdict depends on. Pure, as `decide` is. */
interface Case {
	goal: Goal;
	history: Seen;
	known: Known;
	count: Count;
	/** The index of the wish. */
	n: number;
}

/** By the index of the wish, after a list that leaves nothing to do. */
export function verdictsOf(goal: Goal, history: Seen, known: Known, counts: Count[]): Verdict[] {
	const countOf = new Map(counts.flatMap((count) => count.kind.wishes.map((n) => [n, count])));
	return goal.wishes.map((wish, n) => {
		const count = countOf.get(n);
		if (!count || wish.earlier?.state === 'done') return { is: 'doneBefore' };
		return verdictOf({ goal, history, known, count, n });
	});
}

function verdictOf(at: Case): Verdict {
	const { history, count, n } = at;
	const item = history.now.placed[n];
	const hasCreates = createsOf(history, n).some(({ answered }) => answered !== 'refused');
	const update = history.updates[n];
	const failed = update && failedUpdate(at, update);
	if (failed) return failed;
	if (count.missing > 0 && (hasCreates || !item)) return missingVerdict(at);
	if (count.tooMany.length > 0) return { is: 'tooMany', items: count.tooMany };
	const refused = refusedCreate(at);
	if (refused?.failure) return { is: 'failed', error: refused.failure };
	if (!item) return absentVerdict(at);
	if (update) return { is: 'done', action: 'updated', item, before: update.item };
	return presentVerdict(at, item);
}

function failedUpdate({ goal, history }: Case, update: SentUpdate): Verdict | undefined {
	const { answered, failure, item: before } = update;
	if (answered === 'refused' && failure) return { is: 'failed', error: failure };
	if (!unseenUpdates(goal, history).includes(update)) return undefined;
	if (answered === 'unclear') return { is: 'unclear', failure };
	const item = history.now.items.find(({ id }) => id === before.id);
	return { is: 'notKept', update, item };
}

/** The list shows fewer than there have to be. */
function missingVerdict({ goal, history, n }: Case): Verdict {
	const creates = createsOf(history, n);
	const { earlier } = goal.wishes[n] ?? {};
	const refused = creates.find(({ answered }) => answered === 'refused');
	const unclear = creates.find(({ answered }) => answered === 'unclear');
	if (creates.some(({ answered }) => answered === 'yes')) {
		if (earlier?.state === 'stray') return { is: 'failed', error: earlier.error };
		return { is: 'notShown', ids: ownIds(history, { wishes: [n] }), isOnBill: isOnBill(goal, history, n) };
	}
	if (unclear) return { is: 'unclear', failure: unclear.failure };
	if (refused?.failure) return { is: 'failed', error: refused.failure };
	return { is: history.first.placed[n] ? 'gone' : 'createsHeld' };
}

/** True where the ID of the answer shows what was sent, on this reservation. */
function isOnBill({ wishes, matcher, reservationId }: Goal, history: Seen, n: number): boolean {
	const wish = wishes[n];
	const [create, ...others] = createsOf(history, n);
	const [id] = ownIds(history, { wishes: [n] });
	if (!wish || !create || others.length > 0 || id === undefined) return false;
	const result = history.gets.find((get) => get.id === id)?.result;
	if (typeof result !== 'object') return false;
	return matcher.isPlacedOn(reservationId, result) && matcher.isSent(wish, result);
}

/** A create that counts as refused: what is there instead, after a conflict or by reference, is not deleted by its maker. */
function refusedCreate({ goal, history, n }: Case) {
	const creates = createsOf(history, n);
	const [first] = creates;
	if (!first || creates.some(({ answered }) => answered !== 'refused')) return undefined;
	const isByReference = goal.wishes[n]?.desired.matchBy === 'reference';
	const mayBeThere = isByReference || first.failure?.response.case === 'conflict';
	return mayBeThere && history.now.placed[n] ? undefined : first;
}

/** The list does not show it, and does not have to. */
function absentVerdict({ goal, history, n }: Case): Verdict {
	const wish = goal.wishes[n];
	const other = history.now.asSent[n];
	if (wish && other) {
		const isRight = goal.matcher.isMadeAsWanted(wish, other);
		return isRight
			? { is: 'done', action: 'created', item: other }
			: { is: 'madeOtherwise', item: other };
	}
	if (wish && !goal.matcher.isComplete(wish)) return { is: 'incomplete' };
	if (goal.isDryRun) return { is: 'wouldCreate' };
	return { is: history.isStopped ? 'notStarted' : 'createsHeld' };
}

function presentVerdict(at: Case, item: ExistingItem): Verdict {
	const { goal, history, count, n } = at;
	const wish = goal.wishes[n];
	const hasCreated = createsOf(history, n).some(
		({ answered, afterLists }) => answered !== 'refused' && afterLists >= 0,
	);
	if (wish && goal.matcher.needsUpdate(wish, item)) {
		if (!hasCreated) return notUpdated(at, item);
		if (!goal.matcher.isAsWanted(wish, item)) return { is: 'notAsWanted', item };
	}
	const isUpdating = wish?.desired.whenFound === 'update';
	const there: Action = isUpdating ? 'unchanged' : 'alreadyExisted';
	const { earlier } = wish ?? {};
	if (count.isHealed) return { is: 'done', action: there, item };
	if (earlier?.state === 'unclear' && earlier.sentAs.protection === 'off' && !hasCreated) {
		return { is: 'done', action: there, item, hint: 'madeBefore' };
	}
	const isMade = hasCreated || earlier !== undefined;
	return { is: 'done', action: isMade ? 'created' : there, item, hint: hintOf(history, n) };
}

function hintOf(history: Seen, n: number): DoneHint | undefined {
	const sent = createsOf(history, n).filter(({ answered }) => answered !== 'refused');
	return sent.length > 1 ? 'sentTwice' : undefined;
}

/** Why an item that is not as wanted was left alone. */
function notUpdated({ goal, history, known }: Case, item: ExistingItem): Verdict {
	if (goal.isDryRun) return { is: 'wouldUpdate', item };
	if (item.id === undefined || item.isIdShared) return { is: 'noOwnId', item };
	if (history.isStopped) return { is: 'notStarted' };
	const [proof] = history.proofs;
	const isUnproven = known.listedIds === 'unknown' && proof?.isProven === false;
	return isUnproven ? { is: 'unproven', item, result: proof.result } : { is: 'updatesHeld' };
}

/** @param isDue false where something failed, so that nothing is deleted */
export function deletionsOf(goal: Goal, history: Seen, isDue: boolean): DeletionVerdict[] {
	const sent = history.deletes.filter(({ why }) => why === 'orphan');
	const verdicts = sent.map(({ item, failure }): DeletionVerdict => {
		if (isStillThere(history.now, item)) return { is: 'notDeleted', item, failure };
		return { is: 'deleted', item };
	});
	if (!isDue || history.isStopped) return verdicts;
	const left = orphansOf(goal, history).filter((item) => !sent.some((each) => each.item.id === item.id));
	const [proof] = history.proofs;
	for (const item of left) {
		if (goal.isDryRun) verdicts.push({ is: 'wouldDelete', item });
		else if (proof?.isProven !== false) verdicts.push({ is: 'noOwnId', item });
		else verdicts.push({ is: 'unproven', item, result: proof.result });
	}
	return verdicts;
}

/** What can be said where the last list could not be read. */
export function unreadVerdicts(goal: Goal, history: History, error: Error): Verdict[] {
	return goal.wishes.map((wish, n): Verdict => {
		const { earlier } = wish;
		if (earlier?.state === 'done') return { is: 'doneBefore' };
		const update = history.updates[n];
		if (update?.answered === 'refused' && update.failure) return { is: 'failed', error: update.failure };
		if (update) return { is: 'unclear', failure: update.failure, error };
		return unreadCreate(history, n, error) ?? untouched(goal, history, n, error);
	});
}

function unreadCreate(history: History, n: number, error: Error): Verdict | undefined {
	const creates = createsOf(history, n);
	const answered = creates.find((create) => create.answered === 'yes');
	const unclear = creates.find((create) => create.answered === 'unclear');
	const refused = creates.find((create) => create.answered === 'refused');
	if (history.deletes.some(({ wish }) => wish === n)) return { is: 'unclear', error };
	if (answered && answered.afterLists >= 0) return { is: 'unread', create: answered, error };
	if (unclear) return { is: 'unclear', failure: unclear.failure };
	return refused?.failure && { is: 'failed', error: refused.failure };
}

/** Nothing was sent for it. */
function untouched(goal: Goal, history: History, n: number, error: Error): Verdict {
	const wish = goal.wishes[n];
	if (wish?.earlier?.state === 'stray') return { is: 'failed', error: wish.earlier.error };
	const item = isSeen(history) ? history.now.placed[n] : undefined;
	const carriers = wish && isSeen(history) ? goal.matcher.carriersOf(wish, history.now.items) : [];
	if (wish?.desired.matchBy === 'reference' && carriers.length > 1) {
		return { is: 'tooMany', items: carriers };
	}
	if (wish && item && !goal.matcher.needsUpdate(wish, item)) {
		const action = wish.desired.whenFound === 'update' ? 'unchanged' : 'alreadyExisted';
		return { is: 'done', action, item };
	}
	return error instanceof CanceledError ? { is: 'notStarted' } : { is: 'failed', error };
}

export function unreadDeletions({ deletes }: History, error: Error): DeletionVerdict[] {
	const sent = deletes.filter(({ why }) => why === 'orphan');
	return sent.map(({ item, failure }) => ({ is: 'unclear', item, error: failure ?? error }));
}
