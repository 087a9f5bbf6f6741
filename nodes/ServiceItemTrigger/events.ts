import type { IDataObject } from 'n8n-workflow';

export type EventName = 'created' | 'updated' | 'deleted';

export interface ServiceItemEvent extends IDataObject {
	event: EventName;
	reservationId: string;
	/**
	 * All that the service returned, and the simplified fields; of a deleted
	 * item, the latter as they last were.
	 */
	serviceItem: IDataObject;
	/** The simplified item as it was before an update. */
	previous?: IDataObject;
}

/** A service item as a list has last shown it. */
export interface KnownItem {
	/** Under the names of Simplify; what is null is left out. */
	fields: IDataObject;
	/**
	 * Of all that the list shows. Compared alone, as the fields depend on time
	 * zone and credential as well.
	 */
	digest: string;
}

/** What earlier polls have seen of a reservation. */
export interface KnownReservation {
	/** Where the IDs stand in an item; absent where no item was ever seen. */
	idPlace?: string;
	items: { [id: string]: KnownItem };
}

export interface ListedItem extends KnownItem {
	/** As it is given out. */
	serviceItem: IDataObject;
}

/** What a poll has seen of a reservation. */
export interface SeenReservation {
	/** Absent where the list is empty. */
	idPlace?: string;
	listed: Map<string, ListedItem>;
	/**
	 * The IDs of known items that are there, though the list does not show them.
	 */
	unlisted: Set<string>;
	/** A simplified item of which nothing is known but the reservation. */
	emptyItem: IDataObject;
}

/** @param known undefined at first sight, which is no event */
export function eventsBetween(
	known: KnownReservation | undefined,
	seen: SeenReservation,
	reservationId: string,
): ServiceItemEvent[] {
	if (!known || isOfOtherIds(known, seen.idPlace)) return [];
	const before = new Map(Object.entries(known.items));
	const events: ServiceItemEvent[] = [];
	for (const [id, item] of seen.listed) {
		const earlier = before.get(id);
		const { serviceItem } = item;
		if (!earlier) {
			events.push({ event: 'created', reservationId, serviceItem });
		} else if (earlier.digest !== item.digest) {
			const previous = { ...seen.emptyItem, id, ...earlier.fields };
			events.push({ event: 'updated', reservationId, serviceItem, previous });
		}
	}
	for (const [id, earlier] of before) {
		if (seen.listed.has(id) || seen.unlisted.has(id)) continue;
		const serviceItem = { ...seen.emptyItem, id, ...earlier.fields };
		events.push({ event: 'deleted', reservationId, serviceItem });
	}
	return events;
}

/**
 * True where the IDs came from another place in the items: nothing can be
 * compared.
 */
export function isOfOtherIds(
	known: KnownReservation,
	idPlace: string | undefined,
): boolean {
	if (known.idPlace === undefined || idPlace === undefined) return false;
	return known.idPlace !== idPlace;
}

/**
 * What the next poll compares with. What is not listed stays as a list has last
 * shown it.
 */
export function knownAfter(
	known: KnownReservation | undefined,
	seen: SeenReservation,
): KnownReservation {
	const items: Array<[string, KnownItem]> = [];
	for (const [id, item] of seen.listed) {
		items.push([id, { fields: item.fields, digest: item.digest }]);
	}
	for (const [id, earlier] of Object.entries(known?.items ?? {})) {
		if (seen.unlisted.has(id)) items.push([id, earlier]);
	}
	// Makes own properties, even of an ID such as __proto__.
	const after: KnownReservation = { items: Object.fromEntries(items) };
	const idPlace = seen.idPlace ?? known?.idPlace;
	if (idPlace !== undefined) after.idPlace = idPlace;
	return after;
}
