import { userError } from '../n8n/userError';

/** All that is remembered, of all accounts: some megabytes. */
const MOST_IDS = 50_000;

/** The IDs that the last list of each reservation has shown, the list read longest ago first. */
const idsOf = new Map<string, Set<string>>();
/** The reservations that have shown an ID. */
const ownersOf = new Map<string, Map<string, string>>();
let idCount = 0;

/** One service item on the lists of two reservations. */
export interface SharedItem {
	id: string;
	/** The other reservation. */
	other: string;
}

/**
 * Remembers in the process what a list has shown, in place of what the list before it did.
 *
 * @param scope what tells reservations of one account from those of others
 */
export function rememberOwners(
	scope: string,
	reservationId: string,
	ids: string[],
): SharedItem | undefined {
	const list = keyOf(scope, reservationId);
	forget(list);
	const shown = new Set(ids.map((id) => keyOf(scope, id)));
	idsOf.set(list, shown);
	idCount += shown.size;
	for (const key of shown) {
		const owners = ownersOf.get(key) ?? new Map<string, string>();
		ownersOf.set(key, owners.set(list, reservationId));
	}
	for (const oldest of idsOf.keys()) {
		if (idCount <= MOST_IDS || oldest === list) break;
		forget(oldest);
	}
	for (const id of ids) {
		const owners = [...(ownersOf.get(keyOf(scope, id))?.values() ?? [])];
		const other = owners.find((owner) => owner !== reservationId);
		if (other !== undefined) return { id, other };
	}
	return undefined;
}

function forget(list: string): void {
	const shown = idsOf.get(list) ?? new Set();
	idsOf.delete(list);
	idCount -= shown.size;
	for (const key of shown) {
		const owners = ownersOf.get(key);
		owners?.delete(list);
		if (owners?.size === 0) ownersOf.delete(key);
	}
}

function keyOf(scope: string, name: string): string {
	return `${scope} ${name}`;
}

/**
 * @param shown the reservations that the items of a list show
 * @param asked the reservation whose list was asked for
 * @throws UserError when an item shows another one: it may be another guest's
 */
export function assertOfReservation(shown: Array<string | undefined>, asked: string): void {
	const others = new Map<string, string>();
	for (const each of shown) if (each !== undefined) others.set(plainId(each), each);
	others.delete(plainId(asked));
	const [first, second] = others.values();
	if (first === undefined) return;
	const isOneOther = second === undefined && !shown.some((each) => isSame(each, asked));
	const names = [...others.values()].slice(0, 3).map((each) => `'${each}'`);
	if (!isOneOther) {
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
