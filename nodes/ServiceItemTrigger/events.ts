import type { IDataObject } from 'n8n-workflow';

import { simplify } from '../shared/format/charges';
import { isEqual } from '../shared/format/json';
import { RequestFailure } from '../shared/http/failure';
import type { Session } from '../shared/http/session';
import { findCharge, isOn } from '../shared/lists/findCharge';
import { readReservation } from '../shared/lists/readReservation';
import { toldBy } from '../shared/n8n/userError';

export interface ServiceItemEvent extends IDataObject {
	event: 'created' | 'updated' | 'deleted';
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

/**
 * What happened on a reservation; nothing at first sight. An item is updated
 * where its amount, date, description, reference or an account is: whatever else
 * a service shows may differ each time, such as a balance or a signed link.
 */
export async function seeReservation(
	session: Session,
	reservationId: string,
	earlier?: KnownItems,
): Promise<Seen> {
	const known: KnownItems = {};
	const events: ServiceItemEvent[] = [];
	try {
		const charges = await readReservation(session, reservationId);
		for (const charge of charges) {
			const id = charge.id as string;
			const fields = { ...simplify(charge), reservationId };
			known[id] = fields;
			const before = earlier?.[id];
			if (!earlier || isEqual(before, fields)) continue;
			const event = before ? 'updated' : 'created';
			const serviceItem = { ...charge.raw, ...fields };
			const previous = before && { ...before };
			events.push({ event, reservationId, serviceItem, previous });
		}
		for (const [id, fields] of Object.entries(earlier ?? {})) {
			if (known[id]) continue;
			// It is the list that may be wrong.
			if (await isThere(session, reservationId, id)) known[id] = fields;
			else {
				const serviceItem = { ...fields };
				events.push({ event: 'deleted', reservationId, serviceItem });
			}
		}
		return { known, events };
	} catch (error) {
		const told = toldBy(error as Error);
		told.what = `Reservation '${reservationId}': ${told.what}`;
		return { known: earlier, events: [], error: error as Error };
	}
}

async function isThere(session: Session, reservationId: string, id: string) {
	const charge = await findCharge(session, id).catch(asGone);
	if (!charge || charge.isGone) return false;
	return isOn(session, reservationId, charge);
}

/** 401 and 403: the key may not read single items, and the list counts. */
function asGone(error: unknown): undefined {
	// A web page is no verdict.
	const kind = error instanceof RequestFailure ? error.answer.kind : '';
	if (/^(401|403|404|410)$/.test(kind)) return undefined;
	throw error;
}
