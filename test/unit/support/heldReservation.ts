import type { IDataObject } from 'n8n-workflow';

import type { Ticket } from '../../../nodes/shared/reservation/expectations';
import type { ReservationItems } from '../../../nodes/shared/reservation/reservationItems';
import type { Reservations } from '../../../nodes/shared/reservation/reservations';
import type { ServiceItemFields } from '../../../nodes/shared/wire/serviceItem';
import { Bookkeeping } from './bookkeeping';

export const SPA = { amount: 25, date: '2026-11-21', description: 'Spa' };
export const BAR = { amount: 9, date: '2026-11-21', description: 'Bar' };
export const RESERVATION = 'R-1';

/** A reservation, as a run that wants something of it holds it. */
export class HeldReservation {
	readonly books = new Bookkeeping();
	readonly reservations: Reservations = this.books.session().reservations;

	/** What it holds, of which the service lists `items`, while input items want `wanted`. */
	readonly holding = async (
		items: IDataObject[],
		...wanted: ServiceItemFields[]
	): Promise<{ held: ReservationItems; tickets: Ticket[] }> => {
		this.books.of(RESERVATION).push(...items);
		const tickets = wanted.map((fields) => this.reservations.expect(RESERVATION, fields));
		return { held: await this.reservations.itemsOf(RESERVATION), tickets };
	};
}
