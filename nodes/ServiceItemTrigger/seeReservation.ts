import type { IDataObject } from 'n8n-workflow';

import { canonicalJson, digest } from '../shared/format/json';
import type { Mapper } from '../shared/format/mapper';
import { idNotTold } from '../shared/lists/readServiceItems';
import { readDistinctItems } from '../shared/lists/reservationList';
import type { Session } from '../shared/session/session';
import type { KnownReservation, ListedItem, SeenReservation } from './events';
import { isOfOtherIds } from './events';
import { findUnlisted } from './unlisted';

/** In characters: 48 bits. */
const DIGEST_LENGTH = 12;

/**
 * Reads what is on a reservation.
 *
 * @param known undefined at first sight
 * @throws RequestFailure, or UserError when the list does not tell whose it is,
 * or which item is which
 */
export async function seeReservation(
	session: Session,
	reservationId: string,
	known?: KnownReservation,
): Promise<SeenReservation> {
	const { client, mapper } = session;
	const { items, isInPages } = await readDistinctItems(client, reservationId);
	const listed = items.map((raw) => listedItem(raw, reservationId, mapper));
	const seen: SeenReservation = {
		idPlace: items[0] && mapper.idPlace(items[0]),
		listed: new Map(listed),
		unlisted: new Set(),
		emptyItem: mapper.simplify({}, { reservationId }),
	};
	if (!known || isOfOtherIds(known, seen.idPlace)) return seen;

	const ids = Object.keys(known.items);
	const missing = ids.filter((id) => !seen.listed.has(id));
	const areAllMissing = missing.length === ids.length;
	if (isInPages || areAllMissing) {
		seen.unlisted = await findUnlisted(session, {
			reservationId,
			missing,
			isInPages,
		});
	}
	return seen;
}

function listedItem(
	raw: IDataObject,
	reservationId: string,
	mapper: Mapper,
): [id: string, item: ListedItem] {
	const simplified = mapper.simplify(raw, { reservationId });
	if (simplified.id === null) {
		throw idNotTold(
			`The service items of reservation '${reservationId}' show no ID`,
		);
	}
	const fields: IDataObject = {};
	for (const [name, value] of Object.entries(simplified)) {
		const isOfItem = name !== 'id' && name !== 'reservationId';
		if (isOfItem && value !== null) fields[name] = value;
	}
	const shown = digest(canonicalJson(raw)).slice(0, DIGEST_LENGTH);
	const serviceItem = { ...raw, ...simplified };
	return [simplified.id, { serviceItem, fields, digest: shown }];
}
