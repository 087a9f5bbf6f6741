import type { ExistingItem } from '../lists/reservations';
import { hasOwnId } from '../lists/reservations';
import { ownDuplicate } from './duplicates';
import type { Change, Count, Facts, History, Known, Step } from './history';
import type { Input } from './sent';
import { isCreateSeen, isStillThere, orphansOf, ownIdsOf } from './history';
import { isDone, isOurs, mayExist } from './sent';
import type { Kind } from './observation';
import { countPlaced, isUnseen } from './observation';
import type { Outcome } from './outcomes';
import { deletionsOf, finalOf, outcomesOf } from './outcomes';
import { isComplete } from './words';

/** How often a list is read again for what it does not show, after 0.5, 1 and 2 seconds. */
export const MAX_RECHECKS = 3;

/** Of how many charges the ID is asked for that no list shows: more words about the same fault help nobody. */
const MAX_ASKED = 10;

/** The next step, or what has become of all that is wanted. Pure: no requests, no clock. */
export function decide(at: Facts): Step {
	const look = nextLook(at);
	if (look) return look;
	const outcomes = outcomesOf(at);
	// Nothing is deleted where anything is left undone.
	const areDeletionsDue = outcomes.every((outcome) => !outcome || outcome.is === 'done');
	if (at.unread) return end(at, outcomes, { areDeletionsDue });
	if (at.isStopped || mustStop(at, outcomes)) return end({ ...at, isStopped: true }, outcomes);
	const change = nextChange(at);
	if (change) return change;
	if (!areDeletionsDue) return end(at, outcomes);
	return nextDeletion(at) ?? end(at, outcomes, { areDeletionsDue });
}

function mustStop(at: Facts, outcomes: Outcome[]): boolean {
	if (!at.stopsAtFailure) return false;
	// What was refused and is gone all the same, somebody else has deleted.
	const wasRefused = at.deletes.some(({ answered, item }) => {
		return answered === 'refused' && isStillThere(at.now, item);
	});
	return wasRefused || outcomes.some((outcome) => outcome?.is === 'failed');
}

function end(at: Facts, outcomes: Outcome[], { areDeletionsDue = false } = {}): Step {
	const deletions = deletionsOf(at, areDeletionsDue);
	return { do: 'end', outcomes: outcomes.map((outcome) => finalOf(at, outcome)), deletions };
}

export function factsOf(history: History, known: Known): Facts {
	const counts = history.matcher.kinds.map((kind) => count(kind, history));
	return { ...history, known, ownIds: ownIdsOf(history), counts };
}

/** Counts a kind against what is wanted, whoever made what is there. */
function count(kind: Kind, history: History): Count {
	const { first, now, unread } = history;
	const open = kind.inputs.filter((input) => !isDone(input));
	const created = open.filter(mayExist).length;
	const sent = open.filter(({ creates }) => creates.length > 0).length;
	const wanted = open.length - (sent - created);
	const due = Math.min(wanted, countPlaced(first, open) + created);
	const missing = unread ? 0 : Math.max(0, due - countPlaced(now, open));
	const matches = history.matcher.matchesOf(kind, now);
	let areTooMany = matches.length > 1;
	// By same fields, what was there before may be meant to be there several times.
	if (!kind.isByReference) areTooMany = created > 0 && hasMore(kind, history);
	return { kind, missing, tooMany: areTooMany ? matches : [] };
}

/** True where more stand for nothing than at first, or all that an earlier try has found to be too many. */
function hasMore(kind: Kind, at: History): boolean {
	const [input] = kind.inputs as [Input];
	const isSpare = (item: ExistingItem): boolean => at.matcher.fit(input, item) !== undefined;
	if (at.now.free.filter(isSpare).length > at.first.free.filter(isSpare).length) return true;
	const { earlier } = input;
	if (earlier?.state !== 'stray' || earlier.ids.length < 2) return false;
	return earlier.ids.every((id) => at.now.byId.has(id));
}

/** What is to be seen before anything new is begun. */
function nextLook(at: Facts): Step | undefined {
	if (at.isDryRun || at.unread) return undefined;
	return recheck(at) ?? resend(at) ?? askForMissing(at) ?? reduce(at);
}

/** Reads the list again for what it may show later. */
function recheck(at: Facts): Step | undefined {
	if (at.rechecks >= MAX_RECHECKS) return undefined;
	if (isAnyMissing(at) || isChangeAwaited(at) || isOwnAwaited(at)) return { do: 'recheck' };
	return undefined;
}

function isAnyMissing(at: Facts): boolean {
	return at.counts.some(({ missing }) => missing > 0);
}

function isChangeAwaited(at: Facts): boolean {
	for (const sent of at.deletes) {
		if (sent.answered !== 'refused' && isStillThere(at.now, sent.item)) return true;
	}
	return at.inputs.some((input) => isUnseen(input, at.now));
}

/** A count that is reached may be that of another process: the own one is waited for. */
function isOwnAwaited(at: Facts): boolean {
	if (at.known.answerIds === 'broken') return false;
	for (const [id, input] of at.ownIds) {
		if (!input.reduction && !at.now.byId.has(id)) return true;
	}
	return false;
}

/** Sends again what no list has shown after all looks: one where no create was seen yet, else all. */
function resend(at: Facts): Step | undefined {
	if (at.isStopped || at.rechecks < MAX_RECHECKS) return undefined;
	const changes: Change[] = [];
	for (const { kind, missing } of at.counts) {
		const unclear = kind.inputs.filter((input) => mayResend(at, input));
		for (const input of unclear.slice(0, missing)) changes.push({ do: 'create', input });
	}
	if (!isCreateSeen(at)) changes.splice(1);
	return send(changes, at);
}

function mayResend(at: Facts, input: Input): boolean {
	if (input.creates.at(-1)?.answered !== 'unclear') return false;
	// Under a key the client itself has sent it again.
	const hasKey = input.desired.charge.idempotencyKey !== undefined;
	let retries = hasKey ? 0 : at.maxRetries;
	if (input.earlier) retries = Math.max(1, retries);
	return input.creates.length <= retries;
}

/** Asks for the ID of what no list shows: whether it is on the bill, or was deleted since an earlier try. */
function askForMissing(at: Facts): Step | undefined {
	if (at.gets.length >= MAX_ASKED) return undefined;
	const known = new Set([...at.now.byId.keys(), ...at.gets.map(({ id }) => id)]);
	for (const { kind, missing } of at.counts) {
		if (missing === 0) continue;
		for (const { id } of kind.inputs.flatMap(({ creates }) => creates)) {
			if (id !== undefined && !known.has(id)) return { do: 'get', id };
		}
	}
	return undefined;
}

/** Too many: ours is deleted if the list shows it for sure, and another one that stays before it. */
function reduce(at: Facts): Step | undefined {
	for (const count of at.counts) {
		if (count.tooMany.length === 0 || count.missing > 0) continue;
		const own = at.isStopped ? undefined : ownDuplicate(at, count);
		const step = own && send([own], at);
		if (step) return step;
		// Another process may be deleting its own.
		if (at.rechecks < MAX_RECHECKS) return { do: 'recheck' };
	}
	return undefined;
}

/** Creates and updates, in input order. */
function nextChange(at: Facts): Step | undefined {
	if (at.isDryRun) return undefined;
	const changes: Change[] = [];
	let creates = createsAllowed(at);
	let updates = updatesAllowed(at);
	for (const input of at.inputs) {
		const item = itemToUpdate(at, input);
		if (creates > 0 && needsCreate(at, input)) {
			creates--;
			changes.push({ do: 'create', input });
		} else if (updates > 0 && item) {
			updates--;
			changes.push({ do: 'update', input, item });
		}
	}
	return send(changes, at);
}

/** How many: the first one that a run makes on a reservation is seen before the second is sent. */
function createsAllowed(at: Facts): number {
	if (isAnyMissing(at)) return 0;
	return isCreateSeen(at) ? Infinity : 1;
}

/** How many: the first of an account is seen before the second is sent; one that was not kept stops all others. */
function updatesAllowed(at: Facts): number {
	for (const input of at.inputs) {
		if (input.update?.answered === 'yes' && isUnseen(input, at.now)) return 0;
	}
	return at.known.seen.has('update') ? Infinity : 1;
}

function needsCreate(at: Facts, input: Input): boolean {
	const { desired, creates } = input;
	if (isDone(input) || creates.length > 0) return false;
	// By same fields, what came since the first list may be deleted again by the process that made it.
	const { placed } = desired.matchBy === 'reference' ? at.now : at.first;
	return !placed.has(input) && isComplete(desired);
}

/** What is to be updated, if its ID is one of its own. */
function itemToUpdate(at: Facts, input: Input): ExistingItem | undefined {
	const item = at.now.placed.get(input);
	if (!item || !hasOwnId(item) || input.update || input.unwritable) return undefined;
	if (isDone(input) || isOurs(input)) return undefined;
	const carriers = at.now.byReference.get(item.fields.reference) ?? [];
	const mayUpdate = carriers.length < 2 && at.matcher.fit(input, item) !== undefined;
	return mayUpdate && at.matcher.needsUpdate(input, item) ? item : undefined;
}

/** Last of all: what the first list had and the last one still shows. */
function nextDeletion(at: Facts): Step | undefined {
	if (at.isDryRun) return undefined;
	const changes: Change[] = [];
	for (const item of orphansOf(at)) {
		if (hasOwnId(item)) changes.push({ do: 'delete', item });
	}
	return send(changes, at);
}

/** Sends what the account does not hold up, by IDs that are proven. */
function send(changes: Change[], at: Facts): Step | undefined {
	let allowed = changes.filter((change) => !at.known.held.has(change.do));
	if (allowed.length < changes.length && !at.isAccountRechecked) return { do: 'recheckAccount' };
	const byId = allowed.find((change) => change.do !== 'create');
	if (byId && !at.known.areIdsProven) {
		// Before the first change of an account in a process, a GET of the ID has to show what the list showed.
		if (!at.disproof) return { do: 'get', id: byId.item.id ?? '', listed: byId.item };
		allowed = allowed.filter((change) => change.do === 'create');
	}
	return allowed.length > 0 ? { do: 'change', changes: allowed } : undefined;
}
