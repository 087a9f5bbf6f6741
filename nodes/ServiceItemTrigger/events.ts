import type { IDataObject } from 'n8n-workflow';

export type EventName = 'created' | 'updated' | 'deleted';

export interface ServiceItemEvent extends IDataObject {
	event: EventName;
	reservationId: string;
	/** All that the service returned, and the simplified fields; of a deleted item, the latter as they last were. */
	serviceItem: IDataObject;
	/** The simplified item as it was before an update. */
	previous?: IDataObject;
}

/** A service item as a list has last shown it. */
export interface KnownItem {
	/** Under the names of Simplify. */
	fields: IDataObject;
	/** Of all that the list shows of it. Compared alone: the fields depend on the time zone and the credential as well. */
	digest: string;
}

/** What earlier polls have seen of a reservation. */
export interface KnownReservation {
	/** Where the IDs stand in an item; undefined where no item was ever seen. */
	idPlace?: string;
	items: Map<string, KnownItem>;
}

export interface ListedItem extends KnownItem {
	/** As it is given out. */
	serviceItem: IDataObject;
}

/** What this poll has seen of a reservation. */
export interface SeenReservation {
	/** Undefined where the list is empty. */
	idPlace?: string;
	listed: Map<string, ListedItem>;
	/** The IDs of known items that are there, though the list does not show them. */
	unlisted: Set<string>;
}

/** True where what was known cannot be compared with what is seen: the IDs stand in another place, and are other IDs. */
export function hasMoved(known: KnownReservation, { idPlace }: Pick<SeenReservation, 'idPlace'>) {
	const isComparable = known.idPlace === undefined || idPlace === undefined;
	return !isComparable && known.idPlace !== idPlace;
}

/** @param known undefined at first sight, which is no event */
export function eventsBetween(
	known: KnownReservation | undefined,
	seen: SeenReservation,
	reservationId: string,
): ServiceItemEvent[] {
	if (known === undefined || hasMoved(known, seen)) return [];
	const events: ServiceItemEvent[] = [];
	for (const [id, { digest, serviceItem }] of seen.listed) {
		const before = known.items.get(id);
		if (before === undefined) {
			events.push({ event: 'created', reservationId, serviceItem });
		} else if (before.digest !== digest) {
			const previous = { id, reservationId, ...before.fields };
			events.push({ event: 'updated', reservationId, serviceItem, previous });
		}
	}
	for (const [id, before] of known.items) {
		if (seen.listed.has(id) || seen.unlisted.has(id)) continue;
		const serviceItem = { id, reservationId, ...before.fields };
		events.push({ event: 'deleted', reservationId, serviceItem });
	}
	return events;
}

/** What the next poll compares with. What the list does not show stays as a list has last shown it. */
export function knownAfter(
	known: KnownReservation | undefined,
	seen: SeenReservation,
): KnownReservation {
	const items = new Map<string, KnownItem>();
	for (const [id, { fields, digest }] of seen.listed) items.set(id, { fields, digest });
	for (const id of seen.unlisted) {
		const before = known?.items.get(id);
		if (before) items.set(id, before);
	}
	return { idPlace: seen.idPlace ?? known?.idPlace, items };
}
