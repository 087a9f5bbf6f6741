import type { Count, Goal, History, Kind, Known, Seen, SentCreate, Step } from './history';
import {
	createsOf,
	hasCreated,
	hasRefused,
	isCreateSeen,
	isSeen,
	isStillThere,
	orphansOf,
	ownIds,
	placedOf,
	shows,
	unseenUpdates,
} from './history';
import { ownDuplicate } from './duplicates';
import type { Observation } from './observation';
import type { ExistingItem } from './reservations';
import { isComplete } from './words';
import { deletionsOf, outcomesOf, unreadDeletions, unreadOutcomes } from './outcomes';

/** How often a list is read again for what it does not show, after 0.5, 1 and 2 seconds. */
export const MAX_RECHECKS = 3;

/** Of how many charges the ID is asked for that no list shows: more words about the same fault help nobody. */
const MAX_ASKED = 10;

const LIST: Step = { do: 'list' };

/** The next step towards the goal, or what has become of it. Pure: no requests, no clock. */
export function decide(goal: Goal, history: History, known: Known): Step {
	if (history.unread) return endUnread(goal, history, history.unread);
	if (!isSeen(history)) return LIST;
	if (history.isChanged) return nextUnseen(goal, history, known) ?? LIST;
	const counts = countAll(goal, history);
	const step =
		recheck(goal, history, known, counts) ??
		nextResend(goal, history, known, counts) ??
		askForMissing(history, counts) ??
		reduce(goal, history, known, counts);
	if (step) return step;
	const isStopped = history.isStopped || (goal.stopsAtFailure && isWrong(goal, history, counts));
	const change = isStopped ? undefined : nextChange(goal, history, known, counts);
	if (change) return change;
	const outcomes = outcomesOf(goal, { ...history, isStopped }, known, counts);
	// Nothing is deleted where anything failed.
	const isDue = outcomes.every((outcome) => outcome?.is !== 'failed') && !isStopped;
	const deletion = isDue ? nextDeletion(goal, history, known) : undefined;
	return deletion ?? { do: 'end', outcomes, deletions: deletionsOf(goal, history, isDue) };
}

/** What may be sent before the list is read again. */
function nextUnseen(goal: Goal, history: Seen, known: Known): Step | undefined {
	const isDeleting = history.deletes.some(({ why }) => why === 'orphan');
	if (isDeleting) return nextDeletion(goal, history, known);
	// Only after the last look is something sent again.
	const isLast = history.rechecks === MAX_RECHECKS;
	const again = isLast ? nextResend(goal, history, known, countAll(goal, history)) : undefined;
	if (again) return again;
	const isStopped = goal.stopsAtFailure && hasRefused(history);
	return isStopped ? undefined : nextChange(goal, history, known, []);
}

/** True where the last list leaves something wrong, or something was refused. */
function isWrong(goal: Goal, history: Seen, counts: Count[]): boolean {
	const isMiscounted = counts.some(({ missing, tooMany }) => missing > 0 || tooMany.length > 0);
	return isMiscounted || unseenUpdates(goal, history).length > 0 || hasRefused(history);
}

function countAll(goal: Goal, history: Seen): Count[] {
	return goal.kinds.map((kind) => count(goal, history, kind));
}

function endUnread(goal: Goal, history: History, error: Error): Step {
	const counts = isSeen(history) ? countAll(goal, history) : [];
	const outcomes = unreadOutcomes(goal, history, counts, error);
	return { do: 'end', outcomes, deletions: unreadDeletions(goal, history, error) };
}

/** Counts a kind against what is wanted, whoever made what is there. */
function count(goal: Goal, history: Seen, kind: Kind): Count {
	const { first, now } = history;
	const open = kind.wishes.filter((n) => goal.wishes[n]?.earlier?.state !== 'done');
	const creates = open.map((n) => createsOf(history, n));
	const isRefused = (of: SentCreate[]) => of.every(({ answered }) => answered === 'refused');
	const sent = creates.filter((of) => !isRefused(of)).length;
	const refused = creates.filter((of) => of.length > 0 && isRefused(of)).length;
	const due = Math.min(open.length - refused, placedOf(first, open) + sent);
	const missing = due - placedOf(now, open);
	const tooMany = tooManyOf(goal, history, kind, sent > 0);
	const isUnanswered = (n: number) => createsOf(history, n).at(-1)?.answered === 'unclear';
	return {
		kind,
		missing,
		tooMany,
		open: missing > 0 ? open.filter(isUnanswered) : [],
		isHealed: history.deletes.some(({ wish }) => wish !== undefined && open.includes(wish)),
	};
}

/** By reference, more than one in any list; else more than were wanted or there, once something was created. */
function tooManyOf(
	goal: Goal,
	{ first, now }: Seen,
	kind: Kind,
	hasCreated: boolean,
): ExistingItem[] {
	const { matcher, wishes } = goal;
	const [wish] = kind.wishes.flatMap((n) => wishes[n] ?? []);
	if (!wish) return [];
	if (kind.isByReference) {
		const carriers = matcher.carriersOf(wish, now);
		return carriers.length > 1 ? carriers : [];
	}
	if (!hasCreated) return [];
	const matches = (items: ExistingItem[]) => items.filter((item) => matcher.fit(wish, item));
	const isMore = matches(now.free).length > matches(first.free).length;
	return isMore || isStillTwice(wish.earlier, now) ? matches(now.items) : [];
}

/** True while all are there that an earlier try has found to be too many. */
function isStillTwice(earlier: Goal['wishes'][number]['earlier'], { items }: Observation): boolean {
	if (earlier?.state !== 'stray' || earlier.ids.length < 2) return false;
	return earlier.ids.every((id) => items.some((item) => item.id === id));
}

/** Reads the list again for what it may show later. */
function recheck(goal: Goal, history: Seen, known: Known, counts: Count[]): Step | undefined {
	if (history.rechecks >= MAX_RECHECKS) return undefined;
	const isAwaited = ({ kind, missing, isHealed }: Count): boolean => {
		if (missing > 0) return true;
		// A count that is reached may be that of another process: the own one is waited for.
		if (isHealed || known.answerIds === 'broken') return false;
		return ownIds(history, kind).some((id) => !shows(history.now, id));
	};
	const isLingering = history.deletes.some(
		({ answered, item }) => answered !== 'refused' && isStillThere(history.now, item),
	);
	const isLate = isLingering || unseenUpdates(goal, history).length > 0 || counts.some(isAwaited);
	return isLate ? LIST : undefined;
}

/** Sends again what no list has shown after all looks: one where no create was seen yet, else all. */
function nextResend(goal: Goal, history: Seen, known: Known, counts: Count[]): Step | undefined {
	const isResent = (n: number): boolean => {
		const last = createsOf(history, n).at(-1);
		return last?.isAgain === true && last.afterLists === history.lists;
	};
	if (goal.isDryRun || history.isStopped || history.rechecks < MAX_RECHECKS) return undefined;
	if (history.isChanged) {
		const isResending = goal.wishes.some((_, n) => isResent(n));
		if (!isResending || !isCreateSeen(goal, history)) return undefined;
	}
	for (const { kind, open, missing } of counts) {
		const wish = open.find((n) => !isResent(n) && hasTriesLeft(goal, history, n));
		if (wish === undefined || kind.wishes.filter(isResent).length >= missing) continue;
		return unlessHeld(known.areCreatesHeld, history, { do: 'create', wish, isAgain: true });
	}
	return undefined;
}

/** Under a key the client itself has sent it again. */
function hasTriesLeft({ wishes, maxRetries }: Goal, history: History, n: number): boolean {
	const { desired, earlier } = wishes[n] ?? {};
	const retries = desired?.charge.idempotencyKey === undefined ? maxRetries : 0;
	const most = earlier ? Math.max(1, retries) : retries;
	return createsOf(history, n).filter(({ isAgain }) => isAgain).length < most;
}

/** Asks for the ID of what no list shows: whether it is on the bill, or was deleted since an earlier try. */
function askForMissing(history: Seen, counts: Count[]): Step | undefined {
	if (history.gets.length >= MAX_ASKED) return undefined;
	for (const { kind, missing } of counts) {
		if (missing <= 0) continue;
		const ids = kind.wishes.flatMap((n) =>
			createsOf(history, n).flatMap((create) => create.id ?? []),
		);
		const isAsked = (id: string): boolean =>
			shows(history.now, id) || history.gets.some((get) => get.id === id);
		const id = ids.find((each) => !isAsked(each));
		if (id !== undefined) return { do: 'get', id };
	}
	return undefined;
}

/** Too many: ours is deleted if the list shows it for sure, and another one that stays before it. */
function reduce(goal: Goal, history: Seen, known: Known, counts: Count[]): Step | undefined {
	for (const { kind, tooMany, isHealed, missing } of counts) {
		if (tooMany.length === 0 || missing > 0) continue;
		const own = isHealed ? undefined : ownDuplicate(goal, history, kind, tooMany);
		if (own && !goal.isDryRun) {
			const proof = proofOf(own.item, history, known);
			if (proof === 'proven') return { do: 'delete', why: 'duplicate', ...own };
			if (proof !== 'unproven') return proof;
		}
		// Another process may be deleting its own.
		if (history.rechecks < MAX_RECHECKS) return LIST;
	}
	return undefined;
}

/** The next create or update, in input order; undefined where there is none, or where a list has to be read first. */
function nextChange(goal: Goal, history: Seen, known: Known, counts: Count[]): Step | undefined {
	if (goal.isDryRun || history.isStopped) return undefined;
	const isShort = counts.some(({ missing }) => missing > 0);
	const areUpdatesSeen = mayUpdate(goal, history, known);
	for (const n of goal.wishes.keys()) {
		if (needsCreate(goal, history, n)) {
			if (isShort) continue;
			// The first is seen before the second is sent.
			if (hasCreated(history) && !isCreateSeen(goal, history)) return undefined;
			const create: Step = { do: 'create', wish: n, isAgain: false };
			const step = unlessHeld(known.areCreatesHeld, history, create);
			if (step) return step;
		}
		const item = itemToUpdate(goal, history, n);
		if (!item) continue;
		if (!areUpdatesSeen && history.isChanged) return undefined;
		if (!areUpdatesSeen) continue;
		const step = changeOf(item, n, history, known);
		if (step) return step;
	}
	return undefined;
}

/** The first update of an account is seen before the second is sent; one that was not kept stops all others. */
function mayUpdate(goal: Goal, history: Seen, known: Known): boolean {
	if (history.isChanged && known.updates === 'proven') return true;
	return !unseenUpdates(goal, history).some(
		({ answered }) => history.isChanged || answered === 'yes',
	);
}

function changeOf(item: ExistingItem, wish: number, history: Seen, known: Known): Step | undefined {
	const proof = proofOf(item, history, known);
	if (proof === 'unproven') return undefined;
	const step: Step = proof === 'proven' ? { do: 'update', wish, item } : proof;
	return unlessHeld(known.areUpdatesHeld, history, step);
}

function needsCreate({ wishes }: Goal, history: Seen, n: number): boolean {
	const wish = wishes[n];
	if (!wish || wish.earlier?.state === 'done') return false;
	// By same fields, what came since the first list may be deleted again by the process that made it.
	const { placed } = wish.desired.matchBy === 'reference' ? history.now : history.first;
	if (placed[n]) return false;
	return createsOf(history, n).length === 0 && isComplete(wish.desired) && !history.now.asSent[n];
}

/** What is to be updated, if its ID is one of its own. */
function itemToUpdate({ wishes, matcher }: Goal, history: Seen, n: number) {
	const [wish, item] = [wishes[n], history.now.placed[n]];
	if (!wish || !item || history.updates[n] || wish.earlier?.state === 'done') return undefined;
	const isDeleted = history.deletes.some(({ wish: of }) => of === n);
	const isOwn = !isDeleted && createsOf(history, n).some(({ afterLists }) => afterLists >= 0);
	if (isOwn || item.id === undefined || item.isIdShared) return undefined;
	if (matcher.carriersOf(wish, history.now).length > 1) return undefined;
	return matcher.needsUpdate(wish, item) ? item : undefined;
}

/** Last of all: what the first list had and the last one still shows. */
function nextDeletion(goal: Goal, history: Seen, known: Known): Step | undefined {
	const hasFailed = history.deletes.some(({ answered }) => answered === 'refused');
	if (goal.isDryRun || history.isStopped || (hasFailed && goal.stopsAtFailure)) return undefined;
	for (const item of orphansOf(goal, history)) {
		if (item.id === undefined || item.isIdShared) continue;
		if (history.deletes.some((each) => each.item.id === item.id)) continue;
		const proof = proofOf(item, history, known);
		if (proof === 'proven') return { do: 'delete', why: 'orphan', item };
		if (proof !== 'unproven') return proof;
	}
	return undefined;
}

/** Before the first change of an account in a process, a GET of the ID has to show what the list showed. */
function proofOf(item: ExistingItem, history: History, known: Known): Step | 'proven' | 'unproven' {
	if (known.listedIds === 'proven') return 'proven';
	const { id = '' } = item;
	const proof = history.gets.find(({ isProof }) => isProof);
	return proof?.isProof ?? { do: 'get', id, listed: item };
}

function unlessHeld(isHeld: boolean, history: History, step: Step): Step | undefined {
	if (!isHeld) return step;
	return history.isAccountRechecked ? undefined : { do: 'recheckAccount' };
}
