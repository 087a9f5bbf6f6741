import { CHECK, unusable } from '../format/fields';
import type { Charge } from '../format/charges';
import { digest } from '../format/json';
import { RequestFailure } from '../http/failure';
import type { Session } from '../http/session';
import { userError } from '../n8n/userError';
import { readList } from './readList';

/**
 * What is on a reservation, and certainly on this one: each charge with an ID of
 * its own, and none that is gone.
 */
export async function readReservation(
	session: Session,
	reservationId: string,
	rule?: { mayBeMissing?: boolean },
): Promise<Charge[]> {
	const all = await readList(session, reservationId, Infinity, rule);
	if (all.some((charge) => charge.reservationId === undefined)) {
		await proveFilter(session, reservationId);
	}
	const charges = all.filter((charge) => !charge.isGone);
	const ids = new Set(charges.map((charge) => charge.id));
	if (ids.size === charges.length && !ids.has(undefined)) return charges;
	const what = `gives not every service item of '${reservationId}' an ID of its own`;
	throw unusable('listResponse', what, 'Correct {id}');
}

/** By account and format. */
const proofs = new Map<string, Promise<true>>();

/**
 * Where charges do not show their reservation, the list of one that nobody has
 * must have none: with a wrong List Query, it has those of other guests.
 */
async function proveFilter(session: Session, reservationId: string) {
	const key = `${session.account} ${digest(session.format)}`;
	const earlier = proofs.get(key);
	if (earlier && (await earlier.catch(() => false))) return;
	const proof = listNothing(session, `${reservationId}99999`);
	proofs.set(key, proof);
	await proof;
}

async function listNothing(session: Session, unknown: string): Promise<true> {
	const found = await readList(session, unknown, 1).catch(asNone);
	if (found.length === 0) return true;
	throw userError({
		what: `The service ignores 'List Query': it lists service items for '${unknown}', which nobody has`,
		advice:
			"Correct its parameter in the credential, or show {reservationId} in 'List Response'",
		more: CHECK,
	});
}

function asNone(error: unknown): Charge[] {
	const kind = error instanceof RequestFailure ? error.answer.kind : '';
	if (/^(400|404|422)$/.test(kind)) return [];
	throw error;
}
