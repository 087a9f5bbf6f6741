import { userError } from '../n8n/userError';

/** Which reservation of a run each service item is on, by the lists and by what the run itself has created. */
export class ItemOwners {
	private readonly byItem = new Map<string, string>();
	/** Reservations that share an item with another one. */
	private readonly shared = new Map<string, { other: string; id: string }>();

	/** Notes that an item is on a reservation. */
	note(id: string, reservationId: string): void {
		const other = this.byItem.get(id) ?? reservationId;
		this.byItem.set(id, other);
		if (other === reservationId) return;
		this.shared.set(reservationId, { other, id });
		this.shared.set(other, { other: reservationId, id });
	}

	/**
	 * That is how it comes out, where items do not show whose they are, that the service lists everything it has.
	 *
	 * @throws UserError when an item of this reservation is on another one, too (SERVICE-API.md section 4, rule 1)
	 */
	assertApart(reservationId: string): void {
		const found = this.shared.get(reservationId);
		if (!found) return;
		throw userError(
			`The service lists the same service item '${found.id}' for the reservations '${reservationId}' and '${found.other}', so nobody can say whose charges these are. Check 'List Query' and 'List Response' in the credential, and both reservations, before this is run again`,
			`'List Query' says which reservation to list, {id} in 'List Response' which property holds a service item's own ID. Turn on 'Custom API Format' in the credential and give them as the service calls them. The same reservation written in two ways has this effect, too.`,
		);
	}
}
