import type { IDataObject } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import { readPath } from '../wire/dotPath';
import { names } from '../wire/names';
import type { WireContext } from '../wire/serviceItem';
import { readTemplate } from '../wire/templates/readTemplate';

/** Where an item may show whose it is (assumption), beside the credential's Reservation ID Field. */
const USUAL_OWNER_FIELDS = names(
	'reservationId reservation_id reservationID ReservationId reservation.id reservation',
);

/**
 * A service that does not know the query parameter may list everything it has: other guests' charges would be changed.
 *
 * @throws UserError when the items show that they belong to several reservations (SERVICE-API.md section 4, rule 1)
 */
export function assertOneReservation(items: IDataObject[], wire: WireContext): void {
	assertSameOwner(items.map((item) => reservationIdIn(item, wire)));
	for (const field of USUAL_OWNER_FIELDS) {
		assertSameOwner(items.map((item) => readPath(item, field)));
	}
}

function reservationIdIn(item: IDataObject, { format, timeZone }: WireContext): unknown {
	const { values } = readTemplate(format.templates.item, item, timeZone, 'reservationId');
	return values.reservationId;
}

function assertSameOwner(shown: unknown[]): void {
	const owners = new Set(
		shown
			.filter((id) => typeof id === 'string' || typeof id === 'number')
			.map((id) => String(id).trim().toLowerCase()),
	);
	if (owners.size < 2) return;
	throw userError(
		`The service listed service items of ${owners.size} reservations instead of one. Check 'Reservation ID Field' or 'List Query' in the credential`,
		`It is the query parameter that says which reservation to list. Turn on 'Custom API Format' in the credential and give it as the service calls it.`,
	);
}
