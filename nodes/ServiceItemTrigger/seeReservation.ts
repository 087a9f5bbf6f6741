import { hash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

import type { SimplifiedItem } from '../shared/format/fields';
import { canonicalJson } from '../shared/format/json';
import type { Mapper } from '../shared/format/mapper';
import type { ServiceClient } from '../shared/http/client';
import type { ServiceRequest } from '../shared/http/request';
import { assertDistinctIds } from '../shared/lists/distinctIds';
import { readReservationList } from '../shared/lists/reservationList';
import { userError } from '../shared/n8n/userError';
import type { Session } from '../shared/reservation/session';
import type { KnownReservation, ListedItem, SeenReservation } from './events';
import { hasMoved } from './events';
import { findUnlisted } from './unlisted';

/** In characters: 54 bits. */
const DIGEST_LENGTH = 9;

/**
 * Reads what is on a reservation.
 *
 * @param known undefined at first sight
 * @throws RequestFailure, or UserError when the list does not tell whose it is, or which item is which
 */
export async function seeReservation(
	session: Session,
	reservationId: string,
	known?: KnownReservation,
): Promise<SeenReservation> {
	const { mapper } = session;
	const { items, isInPages } = await readList(session.client, reservationId);
	const there = items.filter((raw) => !mapper.isWithdrawn(raw));
	const listed = there.map((raw) => listedItem(raw, reservationId, mapper));
	assertDistinctIds(listed.map(({ id }) => id));
	const seen: SeenReservation = {
		idPlace: there[0] && mapper.idPlace(there[0]),
		listed: new Map(listed.map((item) => [item.id, item])),
		unlisted: new Set(),
	};
	if (known === undefined || hasMoved(known, seen)) return seen;

	const missing = [...known.items.keys()].filter((id) => !seen.listed.has(id));
	const areAllMissing = missing.length === known.items.size;
	if (isInPages || areAllMissing) {
		seen.unlisted = await findUnlisted(session, reservationId, { missing, isInPages });
	}
	return seen;
}

async function readList(client: ServiceClient, reservationId: string) {
	const { mapper, scope } = client;
	let pages = 0;
	const counted = {
		mapper,
		scope,
		trySend: async (request: ServiceRequest) => {
			pages++;
			return await client.trySend(request);
		},
	};
	const items = await readReservationList(counted, reservationId);
	return { items, isInPages: pages > 1 };
}

function listedItem(
	raw: IDataObject,
	reservationId: string,
	mapper: Mapper,
): ListedItem & { id: string } {
	const simplified = mapper.simplify(raw, { reservationId });
	const { id } = simplified;
	if (id === null) {
		throw userError(
			`The service items of reservation '${reservationId}' show no ID. Put {id} into 'List Response' in the credential`,
			`Turn on 'Custom API Format' and show in the example which property holds the ID.`,
		);
	}
	const digest = hash('sha256', canonicalJson(raw), 'base64url').slice(0, DIGEST_LENGTH);
	const serviceItem = { ...raw, ...simplified };
	return { id, serviceItem, fields: fieldsOf(simplified), digest };
}

/** What is remembered of a simplified item beside its ID. */
export function fieldsOf(simplified: SimplifiedItem): IDataObject {
	const fields: IDataObject = { ...simplified };
	delete fields.id;
	delete fields.reservationId;
	return fields;
}
