import type { Wish } from './desired';
import { ownDuplicate } from './duplicates';
import type { Change, Count, Facts, Goal, History, Known, SentCreate, Step } from './history';
import { hasCreated, isDone, isStillThere, orphansOf, wasReduced } from './history';
import type { Kind, Observation } from './observation';
import { countPlaced, isUpdated } from './observation';
import { deletionsOf, hasFailed, outcomesOf } from './outcomes';
import type { ExistingItem } from './reservations';
import { hasOwnId } from './reservations';
import { isComplete } from './words';

/** How often a list is read again for what it does not show, after 0.5, 1 and 2 seconds. */
export const MAX_RECHECKS = 3;

/** Of how many charges the ID is asked for that no list shows: more words about the same fault help nobody. */
const MAX_ASKED = 10;

/** The next step towards the goal, or what has become of it, after a list was read. Pure: no requests, no clock. */
export function decide(at: Facts): Step {
	if (at.history.unread) return end(at, false);
	const step = recheck(at) ?? resend(at) ?? askForMissing(at) ?? reduce(at);
	if (step) return step;
	const stopped = { ...at, isStopped: true };
	const isStopped = at.isStopped || (at.goal.stopsAtFailure && hasFailed(outcomesOf(stopped)));
	const change = isStopped ? undefined : nextChange(at);
	if (change) return change;
	// Nothing is deleted where anything failed.
	const isDue = !isStopped && !hasFailed(outcomesOf(at));
	const deletion = isDue ? nextDeletion(at) : undefined;
	return deletion ?? end({ ...at, isStopped }, isDue);
}

function end(at: Facts, areDeletionsDue: boolean): Step {
	return { do: 'end', outcomes: outcomesOf(at), deletions: deletionsOf(at, areDeletionsDue) };
}

export function factsOf(goal: Goal, history: History, known: Known): Facts {
	const creates = goal.wishes.map((wish, n) => createsOf(wish, n, history));
	return {
		goal,
		history,
		known,
		creates,
		ownIds: ownIdsOf(history),
		counts: goal.matcher.kinds.map((kind) => count(goal, history, kind, creates)),
		unseenUpdates: goal.wishes.map((wish, n) => unseenUpdate(wish, n, history)),
		isStopped: history.isStopped,
	};
}

function createsOf({ earlier }: Wish, n: number, history: History): SentCreate[] {
	const creates = history.creates[n] ?? [];
	if (earlier?.state === 'unclear' && earlier.failure.request.method === 'POST') {
		return [{ answered: 'unclear', failure: earlier.failure }, ...creates];
	}
	if (earlier?.state !== 'stray') return creates;
	// Of several, the one that is gone may be that of somebody else.
	const [id, ...others] = earlier.ids;
	if (others.length > 0) return [{ answered: 'yes' }, ...creates];
	const isDeleted = history.gets.some((get) => get.id === id && get.found === 'missing');
	return isDeleted ? creates : [{ answered: 'yes', id }, ...creates];
}

function ownIdsOf({ creates, first }: History): Map<string, number> {
	const own = new Map<string, number>();
	const named = new Set<string | undefined>(first.byId.keys());
	for (const [n, sent] of creates.entries()) {
		for (const { id } of sent) {
			if (id === undefined) continue;
			if (named.has(id)) own.delete(id);
			else own.set(id, n);
			named.add(id);
		}
	}
	return own;
}

function unseenUpdate(wish: Wish, n: number, { updates, now }: History) {
	const update = updates[n];
	if (!update || update.answered === 'refused') return undefined;
	const item = now.byId.get(update.before.id);
	return item && isUpdated(wish, update.before, item) ? undefined : update;
}

/** Counts a kind against what is wanted, whoever made what is there. */
function count(goal: Goal, history: History, kind: Kind, creates: SentCreate[][]): Count {
	const { first, now, unread } = history;
	const open = kind.wishes.filter((n) => !isDone(goal.wishes[n]));
	const tried = open.filter((n) => creates[n]?.length);
	const created = tried.filter((n) => hasCreated(creates[n])).length;
	const refused = tried.length - created;
	const there = countPlaced(now, open);
	const before = countPlaced(first, open);
	const due = Math.min(open.length - refused, before + created);
	return {
		kind,
		missing: unread ? 0 : Math.max(0, due - there),
		tooMany: tooManyOf(goal, history, kind, created),
		isCreateSeen: created > 0 && there > before,
		wasReduced: open.some((n) => wasReduced(history, n)),
	};
}

/** By reference, more than one in any list; else more than were wanted or there, once something was created. */
function tooManyOf(
	{ matcher }: Goal,
	{ first, now }: History,
	{ wish, isByReference }: Kind,
	created: number,
): ExistingItem[] {
	if (isByReference) {
		const carriers = now.byReference.get(wish.desired.fields.reference) ?? [];
		return carriers.length > 1 ? carriers : [];
	}
	if (created === 0) return [];
	const matches = (items: ExistingItem[]) => items.filter((item) => matcher.fit(wish, item));
	const isMore = matches(now.free).length > matches(first.free).length;
	return isMore || isStillTwice(wish, now) ? matches(now.items) : [];
}

/** True while all are there that an earlier try has found to be too many. */
function isStillTwice({ earlier }: Wish, { byId }: Observation): boolean {
	if (earlier?.state !== 'stray' || earlier.ids.length < 2) return false;
	return earlier.ids.every((id) => byId.has(id));
}

/** Reads the list again for what it may show later. */
function recheck(at: Facts): Step | undefined {
	const { history, counts, known, ownIds } = at;
	if (history.rechecks >= MAX_RECHECKS) return undefined;
	const isLate =
		counts.some(({ missing }) => missing > 0) ||
		at.unseenUpdates.some((update) => update !== undefined) ||
		history.deletes.some(
			(sent) => sent.answered !== 'refused' && isStillThere(history.now, sent.item),
		);
	if (isLate) return { do: 'recheck' };
	if (known.answerIds === 'broken') return undefined;
	// A count that is reached may be that of another process: the own one is waited for.
	const settled = new Set(
		counts.flatMap(({ kind, wasReduced }) => (wasReduced ? kind.wishes : [])),
	);
	for (const [id, wish] of ownIds) {
		if (!history.now.byId.has(id) && !settled.has(wish)) return { do: 'recheck' };
	}
	return undefined;
}

/** Sends again what no list has shown after all looks: one where no create was seen yet, else all. */
function resend(at: Facts): Step | undefined {
	const { goal, history, counts } = at;
	if (goal.isDryRun || at.isStopped || history.rechecks < MAX_RECHECKS) return undefined;
	const changes: Change[] = [];
	for (const { kind, missing } of counts) {
		const unclear = kind.wishes.filter((n) => mayResend(at, n));
		for (const wish of unclear.slice(0, missing)) changes.push({ do: 'create', wish });
	}
	return send(isCreateSeen(at) ? changes : changes.slice(0, 1), at);
}

/** Under a key the client itself has sent it again. */
function mayResend({ goal, creates }: Facts, n: number): boolean {
	const sent = creates[n] ?? [];
	const wish = goal.wishes[n];
	if (isDone(wish) || sent.at(-1)?.answered !== 'unclear') return false;
	const hasKey = wish?.desired.charge.idempotencyKey !== undefined;
	const retries = hasKey ? 0 : goal.maxRetries;
	return sent.length <= (wish?.earlier ? Math.max(1, retries) : retries);
}

/** True once a list has shown something that a create of this run was for. */
export function isCreateSeen({ counts }: Facts): boolean {
	return counts.some((count) => count.isCreateSeen);
}

/** Asks for the ID of what no list shows: whether it is on the bill, or was deleted since an earlier try. */
function askForMissing({ history, counts, creates }: Facts): Step | undefined {
	if (history.gets.length >= MAX_ASKED) return undefined;
	const asked = new Set(history.gets.map(({ id }) => id));
	for (const { kind, missing } of counts) {
		if (missing === 0) continue;
		for (const { id } of kind.wishes.flatMap((n) => creates[n] ?? [])) {
			if (id !== undefined && !history.now.byId.has(id) && !asked.has(id)) return { do: 'get', id };
		}
	}
	return undefined;
}

/** Too many: ours is deleted if the list shows it for sure, and another one that stays before it. */
function reduce(at: Facts): Step | undefined {
	const { goal, history, counts } = at;
	for (const count of counts) {
		if (count.tooMany.length === 0 || count.missing > 0) continue;
		const mayDelete = !count.wasReduced && !goal.isDryRun;
		const own = mayDelete ? ownDuplicate(at, count) : undefined;
		const step = own && send([own], at);
		if (step) return step;
		// Another process may be deleting its own.
		if (history.rechecks < MAX_RECHECKS) return { do: 'recheck' };
	}
	return undefined;
}

/** Creates and updates, in input order. */
function nextChange(at: Facts): Step | undefined {
	const { goal } = at;
	if (goal.isDryRun) return undefined;
	const changes: Change[] = [];
	let creates = createsAllowed(at);
	let updates = updatesAllowed(at);
	for (const wish of goal.wishes.keys()) {
		const item = itemToUpdate(at, wish);
		if (creates > 0 && needsCreate(at, wish)) {
			creates--;
			changes.push({ do: 'create', wish });
		} else if (updates > 0 && item) {
			updates--;
			changes.push({ do: 'update', wish, item });
		}
	}
	return send(changes, at);
}

/** How many: the first one that a run makes on a reservation is seen before the second is sent. */
function createsAllowed(at: Facts): number {
	if (at.counts.some(({ missing }) => missing > 0)) return 0;
	if (isCreateSeen(at)) return Infinity;
	return at.history.creates.some(hasCreated) ? 0 : 1;
}

/** How many: the first of an account is seen before the second is sent; one that was not kept stops all others. */
function updatesAllowed({ known, unseenUpdates }: Facts): number {
	if (unseenUpdates.some((update) => update?.answered === 'yes')) return 0;
	return known.updates === 'proven' ? Infinity : 1;
}

function needsCreate({ goal, history, creates }: Facts, n: number): boolean {
	const wish = goal.wishes[n];
	if (!wish || isDone(wish) || creates[n]?.length) return false;
	// By same fields, what came since the first list may be deleted again by the process that made it.
	const { placed } = wish.desired.matchBy === 'reference' ? history.now : history.first;
	return !placed[n] && !history.now.asSent[n] && isComplete(wish.desired);
}

/** What is to be updated, if its ID is one of its own. */
function itemToUpdate({ goal, history }: Facts, n: number): ExistingItem | undefined {
	const wish = goal.wishes[n];
	const item = history.now.placed[n];
	if (!wish || !item || history.updates[n] || isDone(wish)) return undefined;
	const isOwn = hasCreated(history.creates[n]) && !wasReduced(history, n);
	const alike = history.now.byReference.get(wish.desired.fields.reference) ?? [];
	if (isOwn || !hasOwnId(item) || alike.length > 1) return undefined;
	return goal.matcher.needsUpdate(wish, item) ? item : undefined;
}

/** Last of all: what the first list had and the last one still shows. */
function nextDeletion(at: Facts): Step | undefined {
	const { goal, history } = at;
	const wasRefused = history.deletes.some(({ answered }) => answered === 'refused');
	if (goal.isDryRun || (wasRefused && goal.stopsAtFailure)) return undefined;
	const tried = new Set(history.deletes.map(({ item }) => item.id));
	const due = orphansOf(goal, history).filter((item) => hasOwnId(item) && !tried.has(item.id));
	const changes = due.map((item): Change => ({ do: 'delete', item }));
	return send(changes, at);
}

/** Sends what the account does not hold up, by IDs that are proven. */
function send(changes: Change[], { history, known }: Facts): Step | undefined {
	const isHeld = {
		create: known.areCreatesHeld,
		update: known.areUpdatesHeld,
		delete: false,
	};
	const open = changes.filter((change) => !isHeld[change.do]);
	if (open.length < changes.length && !history.isAccountRechecked) return { do: 'recheckAccount' };
	const byId = open.find((change) => change.do !== 'create');
	if (!byId || known.listedIds === 'proven') return stepOf(open);
	// Before the first change of an account in a process, a GET of the ID has to show what the list showed.
	const wasAsked = history.gets.some(({ isProof }) => isProof !== undefined);
	if (!wasAsked) return { do: 'get', id: byId.item.id ?? '', listed: byId.item };
	return stepOf(open.filter((change) => change.do === 'create'));
}

function stepOf(changes: Change[]): Step | undefined {
	return changes.length > 0 ? { do: 'change', changes } : undefined;
}
