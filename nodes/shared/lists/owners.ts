import { userError } from '../n8n/userError';

/** All that is remembered, of all accounts: some megabytes. */
const MOST_IDS = 50_000;

/** The reservations whose lists have shown a service item; the one shown longest ago comes first. */
const ownersOf = new Map<string, Set<string>>();

/**
 * Remembers in the process what the list of a reservation shows.
 *
 * @param scope what tells reservations of one account from those of others
 * @returns the other reservations that have shown one of these items
 */
export function rememberOwner(scope: string, reservationId: string, ids: string[]): Set<string> {
	const others = new Set<string>();
	for (const id of ids) {
		const key = keyOf(scope, id);
		const owners = ownersOf.get(key) ?? new Set<string>();
		for (const owner of owners) others.add(owner);
		ownersOf.delete(key);
		ownersOf.set(key, owners.add(reservationId));
	}
	others.delete(reservationId);
	for (const oldest of ownersOf.keys()) {
		if (ownersOf.size <= MOST_IDS) break;
		ownersOf.delete(oldest);
	}
	return others;
}

/** For what the list of a reservation does not show any more. */
export function forgetOwner(scope: string, reservationId: string, ids: string[]): void {
	for (const id of ids) ownersOf.get(keyOf(scope, id))?.delete(reservationId);
}

function keyOf(scope: string, id: string): string {
	return `${scope} ${id}`;
}

/**
 * @param shown the reservations that the items of a list show
 * @param asked the reservation whose list was asked for
 * @throws UserError when an item shows another one: it may be another guest's
 */
export function assertOfReservation(shown: Array<string | undefined>, asked: string): void {
	const known = new Map<string, string>();
	for (const each of shown) if (each !== undefined) known.set(plainId(each), each);
	const hasOwn = known.delete(plainId(asked));
	const names = [...known.values()].slice(0, 3).map((each) => `'${each}'`);
	if (names.length === 0) return;
	if (hasOwn || names.length > 1) {
		throw userError({
			what: `The list of reservation '${asked}' has service items of other reservations in it: ${names.join(', ')}`,
			advice: "Check 'List Query' in the credential",
			more: "It says which reservation to list. Turn on 'Custom API Format' in the credential and give the query parameter as the service calls it.",
		});
	}
	throw userError({
		what: `The list of reservation '${asked}' shows ${names[0]} as the reservation of its service items`,
		advice: "Use that ID, or leave {reservationId} out of 'List Response' in the credential",
		more: "It may be another reservation: a service that searches by the beginning of an ID answers like this. Look there which one it is. If it is the same under another name, take {reservationId} out of 'List Response', which Custom API Format shows.",
	});
}

/** False for an item that shows another reservation. */
export function mayBeOf(shown: string | undefined, asked: string): boolean {
	return shown === undefined || isSame(shown, asked);
}

export function isSame(shown: string | undefined, asked: string): boolean {
	return shown !== undefined && plainId(shown) === plainId(asked);
}

/** As it is compared: services write an ID in capitals, with blanks, as number or text. */
function plainId(id: string): string {
	return id.trim().toLowerCase();
}
