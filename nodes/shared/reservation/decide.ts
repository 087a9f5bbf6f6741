import { ownDuplicate } from './duplicates';
import type { Change, Count, Facts, Goal, History, Known, Step } from './history';
import {
	createsOf,
	hasCreated,
	isCreateSeen,
	isDone,
	isStillThere,
	orphansOf,
	ownIdsOf,
} from './history';
import type { Kind, Matcher, Observation } from './observation';
import { countPlaced, isUnseen } from './observation';
import { deletionsOf, hasFailed, outcomesOf } from './outcomes';
import type { ExistingItem } from '../lists/reservations';
import { hasOwnId } from '../lists/reservations';
import type { Input } from './sent';
import { isComplete } from './words';

/** How often a list is read again for what it does not show, after 0.5, 1 and 2 seconds. */
export const MAX_RECHECKS = 3;

/** Of how many charges the ID is asked for that no list shows: more words about the same fault help nobody. */
const MAX_ASKED = 10;

/** The next step towards the goal, or what has become of it, after a list was read. Pure: no requests, no clock. */
export function decide(at: Facts): Step {
	if (at.unread) return end(at, !hasFailed(outcomesOf(at)));
	const step = recheck(at) ?? resend(at) ?? askForMissing(at) ?? reduce(at);
	if (step) return step;
	const stopped = { ...at, isStopped: true };
	const mustStop = at.stopsAtFailure && hasAnyFailed(stopped);
	if (at.isStopped || mustStop) return end(stopped, false);
	const change = nextChange(at);
	if (change) return change;
	// Nothing is deleted where anything is left undone.
	const isDue = !hasFailed(outcomesOf(at));
	const deletion = isDue ? nextDeletion(at) : undefined;
	return deletion ?? end(at, isDue);
}

function hasAnyFailed(at: Facts): boolean {
	const wasRefused = at.deletes.some(({ answered }) => answered === 'refused');
	return wasRefused || hasFailed(outcomesOf(at));
}

function end(at: Facts, areDeletionsDue: boolean): Step {
	return { do: 'end', outcomes: outcomesOf(at), deletions: deletionsOf(at, areDeletionsDue) };
}

export function factsOf(goal: Goal, history: History, known: Known): Facts {
	const ownIds = ownIdsOf(goal, history);
	const counts = goal.matcher.kinds.map((kind) => count(kind, goal, history));
	return { ...goal, ...history, known, ownIds, counts };
}

/** Counts a kind against what is wanted, whoever made what is there. */
function count(kind: Kind, { matcher }: Goal, history: History): Count {
	const { first, now, unread, gets } = history;
	const open = kind.inputs.filter((input) => !isDone(input));
	const there = countPlaced(now, open);
	const before = countPlaced(first, open);
	let created = 0;
	let refused = 0;
	for (const input of open) {
		const creates = createsOf(input, gets);
		if (hasCreated(creates)) created++;
		else if (creates.length > 0) refused++;
	}
	const due = Math.min(open.length - refused, before + created);
	const matches = matcher.matchesOf(kind, now);
	// By reference, more than one in any list; else more than were wanted or there, once something was created.
	let areTooMany = matches.length > 1;
	if (!kind.isByReference) {
		const isMore = countSpare(kind, now, matcher) > countSpare(kind, first, matcher);
		areTooMany = created > 0 && (isMore || isStillTwice(kind, now));
	}
	return {
		kind,
		missing: unread ? 0 : Math.max(0, due - there),
		tooMany: areTooMany ? matches : [],
		isCreateSeen: created > 0 && there > before,
	};
}

function countSpare({ inputs }: Kind, { free }: Observation, matcher: Matcher): number {
	const [input] = inputs;
	return free.filter((item) => input && matcher.fit(input, item)).length;
}

/** True while all are there that an earlier try has found to be too many. */
function isStillTwice({ inputs }: Kind, { byId }: Observation): boolean {
	const earlier = inputs[0]?.earlier;
	if (earlier?.state !== 'stray' || earlier.ids.length < 2) return false;
	return earlier.ids.every((id) => byId.has(id));
}

/** Reads the list again for what it may show later. */
function recheck(at: Facts): Step | undefined {
	if (at.rechecks >= MAX_RECHECKS) return undefined;
	if (isAnyMissing(at) || isChangeAwaited(at) || isOwnAwaited(at)) return { do: 'recheck' };
	return undefined;
}

function isAnyMissing(at: Facts): boolean {
	return at.counts.some((count) => count.missing > 0);
}

function isChangeAwaited({ now, inputs, deletes }: Facts): boolean {
	for (const sent of deletes) {
		if (sent.answered !== 'refused' && isStillThere(now, sent.item)) return true;
	}
	return inputs.some((input) => isUnseen(input, now));
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
	if (at.isDryRun || at.isStopped || at.rechecks < MAX_RECHECKS) return undefined;
	const changes: Change[] = [];
	for (const { kind, missing } of at.counts) {
		const unclear = kind.inputs.filter((input) => mayResend(at, input));
		for (const input of unclear.slice(0, missing)) changes.push({ do: 'create', input });
	}
	if (!isCreateSeen(at)) changes.splice(1);
	return send(changes, at);
}

function mayResend(at: Facts, input: Input): boolean {
	const creates = createsOf(input, at.gets);
	if (creates.at(-1)?.answered !== 'unclear') return false;
	// Under a key the client itself has sent it again.
	const hasKey = input.desired.charge.idempotencyKey !== undefined;
	let retries = hasKey ? 0 : at.maxRetries;
	if (input.earlier) retries = Math.max(1, retries);
	return creates.length <= retries;
}

/** Asks for the ID of what no list shows: whether it is on the bill, or was deleted since an earlier try. */
function askForMissing({ gets, now, counts }: Facts): Step | undefined {
	if (gets.length >= MAX_ASKED) return undefined;
	const known = new Set([...now.byId.keys(), ...gets.map(({ id }) => id)]);
	for (const { kind, missing } of counts) {
		if (missing === 0) continue;
		for (const { id } of kind.inputs.flatMap((input) => createsOf(input, gets))) {
			if (id !== undefined && !known.has(id)) return { do: 'get', id };
		}
	}
	return undefined;
}

/** Too many: ours is deleted if the list shows it for sure, and another one that stays before it. */
function reduce(at: Facts): Step | undefined {
	for (const count of at.counts) {
		if (count.tooMany.length === 0 || count.missing > 0) continue;
		const own = at.isDryRun ? undefined : ownDuplicate(at, count);
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
	if (isCreateSeen(at)) return Infinity;
	return at.inputs.some(({ creates }) => hasCreated(creates)) ? 0 : 1;
}

/** How many: the first of an account is seen before the second is sent; one that was not kept stops all others. */
function updatesAllowed({ inputs, now, known }: Facts): number {
	for (const input of inputs) {
		if (input.update?.answered === 'yes' && isUnseen(input, now)) return 0;
	}
	return known.seen.has('update') ? Infinity : 1;
}

function needsCreate({ first, now, gets }: Facts, input: Input): boolean {
	const { desired } = input;
	if (isDone(input) || createsOf(input, gets).length > 0) return false;
	// By same fields, what came since the first list may be deleted again by the process that made it.
	const { placed } = desired.matchBy === 'reference' ? now : first;
	return !placed.has(input) && !now.asSent.has(input) && isComplete(desired);
}

/** What is to be updated, if its ID is one of its own. */
function itemToUpdate({ now, matcher }: Facts, input: Input): ExistingItem | undefined {
	const item = now.placed.get(input);
	if (!item || !hasOwnId(item) || input.update || isDone(input)) return undefined;
	const isOwn = hasCreated(input.creates) && !input.reduction;
	const carriers = now.byReference.get(item.fields.reference) ?? [];
	const mayUpdate = !isOwn && carriers.length < 2;
	return mayUpdate && matcher.needsUpdate(input, item) ? item : undefined;
}

/** Last of all: what the first list had and the last one still shows. */
function nextDeletion(at: Facts): Step | undefined {
	if (at.isDryRun) return undefined;
	const due = orphansOf(at).filter(hasOwnId);
	return send(
		due.map((item) => ({ do: 'delete', item })),
		at,
	);
}

/** Sends what the account does not hold up, by IDs that are proven. */
function send(changes: Change[], { known, disproof, isAccountRechecked }: Facts): Step | undefined {
	let allowed = changes.filter((change) => !known.held.has(change.do));
	if (allowed.length < changes.length && !isAccountRechecked) return { do: 'recheckAccount' };
	const byId = allowed.find((change) => change.do !== 'create');
	if (byId && !known.areIdsProven) {
		// Before the first change of an account in a process, a GET of the ID has to show what the list showed.
		if (!disproof) return { do: 'get', id: byId.item.id ?? '', listed: byId.item };
		allowed = allowed.filter((change) => change.do === 'create');
	}
	return allowed.length > 0 ? { do: 'change', changes: allowed } : undefined;
}
