import { isSameReservation } from './reservationId';

/** All that is remembered, of all accounts: some megabytes. */
const MAX_IDS = 50_000;

/**
 * The reservations whose lists have shown a service item; the one shown longest
 * ago comes first.
 */
const ownersOf = new Map<string, Set<string>>();

/**
 * @returns the other reservations that have shown one of these items, as far as
 * the process remembers
 */
export function rememberOwner(
	scope: string,
	reservationId: string,
	ids: string[],
): Set<string> {
	const others = new Set<string>();
	for (const id of ids) {
		const key = keyOf(scope, id);
		const owners = ownersOf.get(key) ?? new Set<string>();
		for (const owner of owners) others.add(owner);
		ownersOf.delete(key);
		ownersOf.set(key, owners.add(reservationId));
	}
	for (const owner of others) {
		if (isSameReservation(owner, reservationId)) others.delete(owner);
	}
	for (const oldest of ownersOf.keys()) {
		if (ownersOf.size <= MAX_IDS) break;
		ownersOf.delete(oldest);
	}
	return others;
}

/** For what the list of a reservation does not show any more. */
export function forgetOwner(
	scope: string,
	reservationId: string,
	ids: string[],
): void {
	for (const id of ids) ownersOf.get(keyOf(scope, id))?.delete(reservationId);
}

function keyOf(scope: string, id: string): string {
	return `${scope} ${id}`;
}
