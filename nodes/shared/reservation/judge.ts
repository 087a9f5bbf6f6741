import type { ApiFormat } from '../format/apiFormat';
import { showsCustom, updateBodyOf } from '../format/bodies';
import type { Charge } from '../format/charges';
import {
	chargeOf,
	differencesOf,
	isIn,
	doublesOf,
	unmetIn,
	type Failure,
	type Seen,
	type Want,
} from './seen';
import type { Done, Failed } from './wish';
import * as words from './words';

/** What is known of a reservation. */
export interface Known {
	now: Seen;
	/** Why no list was read after the last changes. */
	unread?: Failure;
	maxRetries: number;
	format: ApiFormat;
}

export interface Due {
	is: 'due';
	want: Want;
	do: NonNullable<Want['sent']>;
	/** What is changed; a create has none. */
	charge?: Charge;
	body?: object;
	/** What to say if it is not sent. */
	otherwise?: Failed;
}

/** Undefined: a later look may show it. */
type Verdict = Done | Failed | Due | undefined;

/** After a change: at once, and after 0.5, 1 and 2 seconds. */
export const LOOKS = 4;

const UNCLEAR = { isUnclear: true };
const BREACH = { isUnclear: true, isBreach: true };

/**
 * What has become of a want, or what is to be done for it: by what the list
 * shows after the last change, whoever made it. Pure.
 */
export function judge(want: Want, at: Known): Verdict {
	if (mayExist(want)) return made(want, at);
	const doubles = doublesOf(want, at.now);
	if (want.sent === 'takeBack') {
		if (at.unread) return failed(words.unread(true, at.unread), UNCLEAR);
		const isLeft = doubles.length > 0 || chargeOf(want.id, at.now.charges);
		if (isLeft && want.looks < LOOKS) return undefined;
	}
	if (doubles.length > 0) return failed(words.tooMany(want, doubles));
	if (want.sent === 'update') return updated(want, at);
	const charge = at.now.placed.get(want);
	return charge ? found(want, charge, at.format) : absent(want, at);
}

/** Its create may have arrived. */
function mayExist(want: Want) {
	return want.sent === 'create' && want.creates > 0;
}

function found(want: Want, charge: Charge, format: ApiFormat): Verdict {
	const isCreated = mayExist(want) || want.earlier !== undefined;
	const isAsWanted = isIn(want.listed, charge.fields);
	if (want.whenFound === 'keep' || (isCreated && isAsWanted)) {
		const action = isCreated ? 'created' : 'alreadyExisted';
		let hint = words.leftAs(want, charge);
		if (want.creates > (want.earlier ? 0 : 1)) hint = words.SENT_TWICE;
		return { is: 'done', action, charge, hint };
	}
	if (mayExist(want)) {
		return failed(words.storedOtherwise(want, charge), UNCLEAR);
	}
	if (isAsWanted && showsCustom(want.custom, charge)) {
		return { is: 'done', action: 'unchanged', charge, before: charge };
	}
	try {
		const body = updateBodyOf(format, want.fields, want.custom, charge);
		return { is: 'due', want, do: 'update', charge, body };
	} catch (error) {
		return failed(error as Error);
	}
}

function absent(want: Want, at: Known): Verdict {
	const { failure, earlier } = want;
	const isLast = want.looks >= LOOKS;
	if (failure) {
		// Whoever had it first is in the list.
		const isAwaited = failure.status === 409 && !isLast;
		return isAwaited && !at.unread ? undefined : failed(failure);
	}
	if (want.id !== undefined) return failed(words.gone(want));
	const why = words.unfit(want, at.now.charges, at.format);
	if (why) return failed(why);
	if (want.isHeld || earlier === 'answered') {
		return failed(words.notShown(want), UNCLEAR);
	}
	// It may have gone out shortly before.
	if (earlier === 'unclear' && !isLast) {
		return at.unread && failed(words.unread(true, at.unread), UNCLEAR);
	}
	return { is: 'due', want, do: 'create', body: want.body };
}

/**
 * What is there may be another one's, and the own may come later: so the ID of
 * the answer is waited for and, without an answer, the last look.
 */
function made(want: Want, at: Known): Verdict {
	const { id, creates, failure } = want;
	const { now, unread } = at;
	const charge = now.placed.get(want);
	const own = chargeOf(id, now.charges);
	const doubles = doublesOf(want, now);
	const isLast = want.looks >= LOOKS;
	const isOver = isLast || unread !== undefined;
	if (doubles.length > 0) {
		const otherwise = failed(words.tooMany(want, doubles), UNCLEAR);
		const isOnce = want.reference !== undefined && creates === 1;
		const isHigher = doubles.some((each) => own && isBefore(each, own));
		if (own && isOnce && isHigher && doubles.includes(own)) {
			return { is: 'due', want, do: 'takeBack', charge: own, otherwise };
		}
		return isOver ? otherwise : undefined;
	}
	const isCertain = !failure && (id === undefined || own);
	if (charge && (isCertain || isLast)) return found(want, charge, at.format);
	if (!isOver) return undefined;
	if (failure) {
		const otherwise = failed(failure, UNCLEAR);
		// Our own Timeout: it may still be under way. With a key, it went again.
		const isTimeout = failure.answer?.kind === 'timeout';
		const isFinal = isTimeout || want.idempotencyKey !== undefined;
		if (isFinal || creates > at.maxRetries) return otherwise;
		return { is: 'due', want, do: 'create', body: want.body, otherwise };
	}
	if (unread) {
		// Not read: no sign of a wrong format.
		const how = unread.outcome ? UNCLEAR : BREACH;
		return failed(words.unread(true, unread), how);
	}
	const unmet = differencesOf(want.listed, own?.fields ?? {});
	// With a wrong List Response, it shows less than was sent.
	if (!own || unmet.some((name) => own.fields[name] === undefined)) {
		return failed(words.notShown(want), BREACH);
	}
	return failed(words.storedOtherwise(want, own), UNCLEAR);
}

/** The lower ID first, in every process. */
function isBefore(one: Charge, other: Charge) {
	const a = one.id ?? '';
	const b = other.id ?? '';
	return a.length === b.length ? a < b : a.length < b.length;
}

function updated(want: Want, at: Known): Verdict {
	const { failure, before, looks } = want;
	if (failure && isRefused(failure)) return failed(failure);
	const charge = chargeOf(want.id, at.now.charges);
	const names = charge ? unmetIn(want, charge) : [];
	if (charge && looks > 0 && names.length === 0) {
		return { is: 'done', action: 'updated', charge, before };
	}
	if (looks < LOOKS && !at.unread) return undefined;
	if (failure) return failed(failure, UNCLEAR);
	if (at.unread) return failed(words.unread(false, at.unread), UNCLEAR);
	if (!charge) return failed(words.gone(want));
	const isBreach = names.some((name) => want.fields[name] === undefined);
	return failed(words.storedOtherwise(want, charge), { isBreach });
}

export function failed(error: Error, how: Partial<Failed> = {}): Failed {
	return { is: 'failed', error, ...how };
}

export function isRefused(failure: Failure | undefined): boolean {
	return failure !== undefined && failure.outcome !== 'unclear';
}
