import type { ApiFormat } from '../format/apiFormat';
import { showsCustom, updateBodyOf } from '../format/bodies';
import type { Charge } from '../format/charges';
import type { Failure, Seen, Sent, Want } from './seen';
import { chargeOf, differencesOf, isIn, rivalsOf, unmetIn } from './seen';
import type { Done, Failed } from './wish';
import * as words from './words';

/** What a run knows of its reservation. */
export interface Known {
	now: Seen;
	/** Why no list was read after the last changes. */
	unread?: Error;
	maxRetries: number;
	/** How often the list was read since the first time. */
	looks: number;
	format: ApiFormat;
}

export interface Due {
	is: 'due';
	want: Want;
	do: Sent['do'];
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
	const { sent } = want;
	if (sent && isMade(want)) return made(want, sent, at);
	const { now, unread } = at;
	const rivals = rivalsOf(want, now);
	if (sent?.do === 'takeBack') {
		if (unread) return failed(words.unread(true, unread), UNCLEAR);
		const isLeft = rivals.length > 0 || chargeOf(want.id, now.charges);
		if (isLeft && sent.looks < LOOKS) return undefined;
	}
	if (rivals.length > 0) return failed(words.tooMany(want, rivals));
	if (sent?.do === 'update') return updated(want, sent, at);
	const charge = now.placed.get(want);
	return charge ? found(want, charge, at.format) : absent(want, at);
}

/** A create may have arrived. */
function isMade({ sent, creates }: Want): boolean {
	return sent?.do === 'create' && creates > 0;
}

function found(want: Want, charge: Charge, format: ApiFormat): Verdict {
	const { creates, custom, fields, earlier, shown, whenFound } = want;
	const isOwn = isMade(want);
	const isCreated = isOwn || earlier !== undefined;
	const isAsWanted = isIn(shown, charge.fields);
	const hint = creates > 1 ? words.SENT_TWICE : words.leftAs(want, charge);
	if (whenFound === 'keep' || (isCreated && isAsWanted)) {
		const action = isCreated ? 'created' : 'alreadyExisted';
		return { ...done(action, charge), hint };
	}
	if (isOwn) return failed(words.storedOtherwise(want, charge), UNCLEAR);
	if (isAsWanted && showsCustom(custom, charge)) {
		return done('unchanged', charge, charge);
	}
	try {
		const body = updateBodyOf(format, fields, custom, charge);
		return { is: 'due', want, do: 'update', charge, body };
	} catch (error) {
		return failed(error as Error);
	}
}

function absent(want: Want, at: Known): Verdict {
	const { now, format, unread } = at;
	const { sent, id, earlier, isHeld, body } = want;
	if (sent?.failure) {
		// Whoever had it first is in the list.
		const isAwaited = sent.failure.status === 409 && sent.looks < LOOKS;
		return isAwaited && !unread ? undefined : failed(sent.failure);
	}
	if (id !== undefined) return failed(words.gone(want));
	const why = words.unfit(want, now.charges, format);
	if (why) return failed(why);
	if (isHeld || earlier === 'answered') {
		return failed(words.notShown(want), UNCLEAR);
	}
	// It may have gone out shortly before.
	if (earlier === 'unclear' && at.looks < LOOKS) {
		return unread && failed(words.unread(true, unread), UNCLEAR);
	}
	return { is: 'due', want, do: 'create', body };
}

/**
 * What is there may be another one's, and the own may come later: so the ID of
 * the answer is waited for and, without an answer, the last look.
 */
function made(want: Want, sent: Sent, at: Known): Verdict {
	const { id, creates, reference } = want;
	const { now, unread } = at;
	const { failure, looks } = sent;
	const charge = now.placed.get(want);
	const own = chargeOf(id, now.charges);
	const rivals = rivalsOf(want, now);
	const isOver = looks >= LOOKS || unread !== undefined;
	if (rivals.length > 0) {
		const otherwise = failed(words.tooMany(want, rivals), UNCLEAR);
		const isSpare = own && rivals.some((each) => orderOf(each) < orderOf(own));
		const isOnce = reference !== undefined && creates === 1;
		if (isSpare && isOnce && rivals.includes(own)) {
			return { is: 'due', want, do: 'takeBack', charge: own, otherwise };
		}
		return isOver ? otherwise : undefined;
	}
	const isCertain = !failure && (id === undefined || own);
	if (charge && (isCertain || looks >= LOOKS)) {
		return found(want, charge, at.format);
	}
	if (!isOver) return undefined;
	if (failure) {
		const otherwise = failed(failure, UNCLEAR);
		if (failure.isOwnTimeout || creates > at.maxRetries) return otherwise;
		return { is: 'due', want, do: 'create', body: want.body, otherwise };
	}
	if (unread) return failed(words.unread(true, unread), BREACH);
	const unmet = differencesOf(want.shown, own?.fields ?? {});
	// With a wrong List Response, it shows less than was sent.
	if (!own || unmet.some((name) => own.fields[name] === undefined)) {
		return failed(words.notShown(want), BREACH);
	}
	return failed(words.storedOtherwise(want, own), UNCLEAR);
}

/** The same for all. As numbers, of digits only. */
function orderOf({ id = '' }: Charge): string {
	return `${id.length}`.padStart(9, '0') + id;
}

function updated(want: Want, sent: Sent, { now, unread }: Known): Verdict {
	const { failure, before, looks } = sent;
	if (failure && isRefused(failure)) return failed(failure);
	const charge = chargeOf(want.id, now.charges);
	const names = charge ? unmetIn(want, charge) : [];
	const isShown = looks > 0 && names.length === 0;
	if (charge && isShown) return done('updated', charge, before);
	if (looks < LOOKS && !unread) return undefined;
	if (failure) return failed(failure, UNCLEAR);
	if (unread) return failed(words.unread(false, unread), UNCLEAR);
	if (!charge) return failed(words.gone(want));
	const isBreach = names.some((name) => want.fields[name] === undefined);
	return failed(words.storedOtherwise(want, charge), { isBreach });
}

export function done(
	action: Done['action'],
	charge: Charge,
	before?: Charge,
): Done {
	return { is: 'done', action, charge, before };
}

export function failed(error: Error, how: Partial<Failed> = {}): Failed {
	return { is: 'failed', error, ...how };
}

export function isRefused(failure: Failure | undefined): boolean {
	return failure !== undefined && failure.outcome !== 'unclear';
}
