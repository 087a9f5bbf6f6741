import { withoutEscapes } from '../format/fields';
import { userError } from '../n8n/userError';

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
		if (isSame(owner, reservationId)) others.delete(owner);
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

/**
 * @throws UserError when an item of the list shows another reservation: it may
 * be another guest's
 */
export function assertOfReservation(
	shown: Array<string | undefined>,
	asked: string,
): void {
	const others = shown.filter((each) => !mayBeOf(each, asked));
	if (others.length === 0) return;
	const names = [...new Set(others)].slice(0, 3).map((each) => `'${each}'`);
	throw userError({
		what: `The list of reservation '${asked}' shows ${names.join(', ')} as the reservation of service items`,
		advice:
			"Use that ID, or leave {reservationId} out of 'List Response' in the credential",
		more: "It may be another guest's: a service that searches by the beginning of an ID, or takes the query parameter under another name than 'List Query' in the credential has, answers like this.",
	});
}

export function mayBeOf(shown: string | undefined, asked: string): boolean {
	return shown === undefined || isSame(shown, asked);
}

export function isSame(shown: string | undefined, asked: string): boolean {
	return shown !== undefined && reservationKey(shown) === reservationKey(asked);
}

/**
 * As it is compared: services and people write an ID in capitals, with spaces
 * or escapes of HTML, as number or text.
 */
export function reservationKey(id: string): string {
	return withoutEscapes(id).trim().toLowerCase();
}
