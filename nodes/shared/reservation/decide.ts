import type { ExistingItem } from '../lists/reservations';
import { deletionsFor, deletionsOf, orphansOf, undeletedOf } from './deletion';
import { ownDuplicate } from './duplicates';
import type { Change, Count, Facts, History, Known, Step } from './history';
import { ownIdsOf } from './history';
import type { Input, SentCreate } from './input';
import { answeredOf, createOf, isOurs, mayExist } from './input';
import type { Kind, Observation } from './observation';
import { isUpdateMissing, referenceOf } from './observation';
import type { Outcome } from './outcomes';
import { finalOf, outcomesOf } from './outcomes';

/**
 * How often a list is read again for what it does not show, after 0.5, 1 and 2
 * seconds.
 */
export const MAX_RECHECKS = 3;

/**
 * Of how many charges the ID is asked for that no list shows: more words about
 * the same fault help nobody.
 */
const MAX_ASKED = 10;

/**
 * The next step, or what has become of all that is wanted. Pure: no requests,
 * no clock.
 */
export function decide(at: Facts): Step {
	if (at.isDryRun || at.unread) return end(at, outcomesOf(at));
	const repair = nextRepair(at);
	if (repair) return repair;
	const outcomes = outcomesOf(at);
	if (mustStop(at, outcomes)) return end({ ...at, isStopped: true }, outcomes);
	return (
		nextChange(at, outcomes) ?? nextDeletion(at, outcomes) ?? end(at, outcomes)
	);
}

function mustStop(at: Facts, outcomes: Outcome[]): boolean {
	if (at.isStopped || !at.stopsAtFailure) return at.isStopped;
	// What was refused and is gone all the same, somebody else has deleted.
	const isRefused = undeletedOf(at).some((each) => each.answered === 'refused');
	return isRefused || outcomes.some((outcome) => outcome?.is === 'failed');
}

function end(at: Facts, outcomes: Outcome[]): Step {
	const final = outcomes.map((outcome) => finalOf(at, outcome));
	const deletions = deletionsOf(at, dueOrphans(at, final));
	return { do: 'end', outcomes: final, deletions, unread: at.unread };
}

/** Nothing is deleted where anything is left undone. */
function dueOrphans(at: Facts, outcomes: Outcome[]): ExistingItem[] {
	const isLeft = outcomes.some(
		(outcome) => outcome?.is === 'failed' || outcome?.is === 'open',
	);
	if (at.isStopped || isLeft) return [];
	return orphansOf(at);
}

export function factsOf(history: History, known: Known): Facts {
	const counts = history.matcher.kinds.map((inputs) =>
		countOf(inputs, history),
	);
	return { ...history, known, ownIds: ownIdsOf(history), counts };
}

/** Counts a kind against what is wanted, whoever made what is there. */
function countOf(inputs: Kind, history: History): Count {
	const existing = inputs.filter(mayExist);
	const answered = inputs.filter(answeredOf);
	const before = inputs.filter((input) => history.first.placed.has(input));
	const now = inputs.filter((input) => history.now.placed.has(input)).length;
	// What an earlier try has created may stand in the first list: it counts
	// once.
	const due = new Set([...before, ...answered]).size;
	const expected = new Set([...before, ...existing]).size;
	return {
		inputs,
		missing: Math.max(0, expected - now),
		unseen:
			answered.length > 0 && now < due ? { inputs: answered, due } : undefined,
		tooMany: tooManyOf(inputs, history),
	};
}

function tooManyOf(inputs: Kind, history: History): ExistingItem[] {
	const { now, matcher } = history;
	const [input] = inputs;
	const reference = referenceOf(input);
	if (reference !== undefined) {
		const carriers = now.byReference.get(reference) ?? [];
		return carriers.length > 1 ? carriers : [];
	}
	// By same fields, what was there before may be meant to be there several
	// times.
	if (!inputs.some(mayExist)) return [];
	const isMore = hasMore(input, history) || isStillTooMany(inputs, now);
	if (!isMore) return [];
	return now.items.filter((item) => matcher.fit(input, item));
}

/** True where more stand for nothing than at first. */
function hasMore(input: Input, { matcher, first, now }: History): boolean {
	const isSpare = (item: ExistingItem): boolean =>
		matcher.fit(input, item) !== undefined;
	return now.free.filter(isSpare).length > first.free.filter(isSpare).length;
}

/** True where all that an earlier try has found to be too many are there. */
function isStillTooMany(inputs: Kind, { byId }: Observation): boolean {
	for (const { earlier } of inputs) {
		const ids = earlier?.state === 'stray' ? earlier.ids : [];
		if (ids.length > 1 && ids.every((id) => byId.has(id))) return true;
	}
	return false;
}

/** True once a list has shown something that a create of this run was for. */
export function isCreateSeen(at: Facts): boolean {
	return at.counts.some(
		({ inputs, missing }) => missing === 0 && inputs.some(isOurs),
	);
}

/** What was begun is cleared up before anything new is. */
function nextRepair(at: Facts): Step | undefined {
	return recheck(at) ?? resend(at) ?? askForMissing(at) ?? reduce(at);
}

/** Reads the list again for what it may show later. */
function recheck(at: Facts): Step | undefined {
	if (at.rechecks >= MAX_RECHECKS) return undefined;
	if (isAnyMissing(at) || isChangeAwaited(at) || isOwnAwaited(at)) {
		return { do: 'recheck' };
	}
	return undefined;
}

function isAnyMissing(at: Facts): boolean {
	return at.counts.some((each) => each.missing > 0);
}

function isChangeAwaited(at: Facts): boolean {
	if (undeletedOf(at).some((each) => each.answered !== 'refused')) {
		return true;
	}
	return at.inputs.some((input) => isUpdateMissing(input, at.now));
}

/**
 * A count that is reached may be that of another process: the own one is waited
 * for.
 */
function isOwnAwaited(at: Facts): boolean {
	if (at.known.answerIds === 'broken') return false;
	for (const [input, id] of at.ownIds) {
		if (!input.isTakenBack && !at.now.byId.has(id)) return true;
	}
	return false;
}

/**
 * Sends again what no list has shown after all looks: one where no create was
 * seen yet, else all.
 */
function resend(at: Facts): Step | undefined {
	if (at.isStopped || at.rechecks < MAX_RECHECKS) return undefined;
	const changes: Change[] = [];
	for (const { inputs, missing } of at.counts) {
		const unclear = inputs.filter((input) => mayResend(at, input));
		for (const input of unclear.slice(0, missing)) {
			changes.push({ do: 'create', input });
		}
	}
	if (!isCreateSeen(at)) changes.splice(1);
	return stepFor(changes, at);
}

function mayResend(at: Facts, input: Input): boolean {
	const last = input.creates.at(-1);
	if (last?.answered !== 'unclear') return false;
	if (last.failure.isTaken && !isRetried(input, last)) return false;
	// Under a key the client itself has sent it again.
	const hasKey = input.desired.charge.idempotencyKey !== undefined;
	let retries = hasKey ? 0 : at.maxRetries;
	if (input.creates[0]?.isEarlier) retries = Math.max(1, retries);
	return input.creates.length <= retries;
}

/** True where nothing was sent since somebody was told to look. */
function isRetried(
	{ earlier }: Input,
	{ isEarlier = false }: SentCreate,
): boolean {
	return (
		isEarlier && earlier?.state === 'unclear' && earlier.isRetried === true
	);
}

/**
 * Asks for the ID of what no list shows: whether it is on the bill, or was
 * deleted since an earlier try.
 */
function askForMissing(at: Facts): Step | undefined {
	if (at.gets.size >= MAX_ASKED) return undefined;
	const lacking = at.counts.filter((each) => each.missing > 0);
	for (const input of lacking.flatMap((each) => each.inputs)) {
		const create = createOf(input);
		const id = create?.answered === 'yes' ? create.id : undefined;
		if (id !== undefined && !at.now.byId.has(id) && !at.gets.has(id)) {
			return { do: 'get', id };
		}
	}
	return undefined;
}

/**
 * Too many: ours is deleted if the list shows it for sure, and another one that
 * stays before it.
 */
function reduce(at: Facts): Step | undefined {
	for (const count of at.counts) {
		if (count.tooMany.length === 0 || count.missing > 0) continue;
		const own = at.isStopped ? undefined : ownDuplicate(at, count);
		const step = own && stepFor([own], at);
		if (step) return step;
		// Another process may be deleting its own.
		if (at.rechecks < MAX_RECHECKS) return { do: 'recheck' };
	}
	return undefined;
}

/** Creates and updates, in input order. */
function nextChange(at: Facts, outcomes: Outcome[]): Step | undefined {
	const changes: Change[] = [];
	const allowed = { create: createsAllowed(at), update: updatesAllowed(at) };
	for (const outcome of outcomes) {
		if (outcome?.is !== 'open' || allowed[outcome.change.do] === 0) continue;
		allowed[outcome.change.do]--;
		changes.push(outcome.change);
	}
	return stepFor(changes, at);
}

/**
 * How many: the first one that a run makes on a reservation is seen before the
 * second is sent.
 */
function createsAllowed(at: Facts): number {
	if (isAnyMissing(at)) return 0;
	return isCreateSeen(at) ? Infinity : 1;
}

/**
 * How many: the first of an account is seen before the second is sent; one that
 * was not kept stops all others.
 */
function updatesAllowed(at: Facts): number {
	for (const input of at.inputs) {
		if (input.update?.answered === 'yes' && isUpdateMissing(input, at.now)) {
			return 0;
		}
	}
	return at.known.seen.has('update') ? Infinity : 1;
}

/** Last of all. */
function nextDeletion(at: Facts, outcomes: Outcome[]): Step | undefined {
	return stepFor(deletionsFor(dueOrphans(at, outcomes), at.now), at);
}

/** What the account does not hold up, by IDs that are proven. */
function stepFor(changes: Change[], at: Facts): Step | undefined {
	let allowed = changes.filter((change) => !at.known.held.has(change.do));
	if (allowed.length < changes.length && !at.isAccountRechecked) {
		return { do: 'recheckAccount' };
	}
	const byId = allowed.find((change) => change.do !== 'create');
	if (byId && !at.known.areIdsProven) {
		// Before the first change of an account in a process, a GET of the ID has
		// to show what the list showed.
		if (!at.disproof) return { do: 'prove', item: byId.item };
		allowed = allowed.filter((change) => change.do === 'create');
	}
	return allowed.length > 0 ? { do: 'change', changes: allowed } : undefined;
}
