import type { IDataObject } from 'n8n-workflow';

import { simplify, type Charge } from '../shared/format/charges';
import { isEqual } from '../shared/format/json';
import { RequestFailure } from '../shared/http/failure';
import type { Session } from '../shared/http/session';
import { findCharge, reservationKey } from '../shared/lists/findCharge';
import { readReservation } from '../shared/lists/readReservation';
import { toldBy } from '../shared/n8n/userError';

export const EVENT_NAMES = ['created', 'updated', 'deleted'] as const;

export interface ServiceItemEvent extends IDataObject {
	event: (typeof EVENT_NAMES)[number];
	reservationId: string;
	/** Of a deleted item, the simplified fields as they last were. */
	serviceItem: IDataObject;
	/** Before an update, the same. */
	previous?: IDataObject;
}

/** By ID, the fields of each item as a list has last shown them. */
export type KnownItems = Record<string, IDataObject>;

interface Seen {
	known?: KnownItems;
	events: ServiceItemEvent[];
	error?: Error;
}

/** What happened on a reservation; nothing at first sight. */
export async function seeReservation(
	session: Session,
	reservationId: string,
	earlier?: KnownItems,
): Promise<Seen> {
	try {
		return await compare(session, reservationId, earlier);
	} catch (error) {
		const told = toldBy(error as Error);
		told.what = `Reservation '${reservationId}': ${told.what}`;
		return { known: earlier, events: [], error: error as Error };
	}
}

async function compare(
	session: Session,
	reservationId: string,
	earlier?: KnownItems,
): Promise<Seen> {
	const missing = new Map(Object.entries(earlier ?? {}));
	const known = new Map<string, IDataObject>();
	const events: ServiceItemEvent[] = [];
	const charges = await readReservation(session, reservationId);
	for (const charge of charges) {
		const id = charge.id as string;
		const fields = comparedOf(charge);
		const before = missing.get(id);
		missing.delete(id);
		known.set(id, fields);
		if (!earlier || isEqual(before, fields)) continue;
		const event = before ? 'updated' : 'created';
		const serviceItem = { ...charge.raw, id, reservationId, ...fields };
		const previous = before && { id, reservationId, ...before };
		events.push({ event, reservationId, serviceItem, previous });
	}
	for (const [id, fields] of missing) {
		// It is the list that may be wrong.
		if (await isThere(session, reservationId, id)) known.set(id, fields);
		else {
			const serviceItem = { id, reservationId, ...fields };
			events.push({ event: 'deleted', reservationId, serviceItem });
		}
	}
	// Own properties, even of an ID such as __proto__.
	return { known: Object.fromEntries(known), events };
}

/**
 * An item is updated where its amount, date, description, reference or an account
 * is. Whatever else a service shows may differ each time, such as a balance or a
 * signed link. One that is marked as gone is deleted.
 */
function comparedOf(charge: Charge): IDataObject {
	const fields = simplify(charge);
	delete fields.id;
	delete fields.reservationId;
	return fields;
}

async function isThere(session: Session, reservationId: string, id: string) {
	const charge = await findCharge(session, id).catch(asGone);
	if (charge === 'gone') return false;
	const shown = charge.reservationId ?? reservationId;
	const key = reservationKey(session, reservationId);
	return reservationKey(session, shown) === key;
}

/** 401 and 403: the key may not read single items, and the list counts. */
function asGone(error: unknown): 'gone' {
	// A web page is no verdict.
	const kind = error instanceof RequestFailure ? error.answer.kind : '';
	if (/^(401|403|404|410)$/.test(kind)) return 'gone';
	throw error;
}
