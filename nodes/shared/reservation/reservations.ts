import type { ServiceClient } from '../client/serviceClient';
import type { ServiceItemFields, WireContext } from '../wire/serviceItem';
import type { Ticket } from './expectations';
import { Expectations } from './expectations';
import { ItemOwners } from './itemOwners';
import { ReservationItems } from './reservationItems';

/** The reservations of one run, each read once, and once more after items were created by reference. */
export class Reservations {
	private readonly byId = new Map<string, Promise<ReservationItems>>();
	private readonly expectations = new Map<string, Expectations>();
	private readonly invalid = new Set<string>();
	private readonly rechecked = new Map<string, Promise<ReservationItems>>();
	private readonly owners = new ItemOwners();

	constructor(
		private readonly client: ServiceClient,
		private readonly wire: WireContext,
	) {}

	/** Notes that what is known of a reservation may be wrong: whoever asks next gets it read anew. */
	invalidate(reservationId: string): void {
		this.invalid.add(reservationId);
	}

	/** Notes, before anything is sent, that an input item wants an item with these fields. */
	expect(reservationId: string, fields: ServiceItemFields): Ticket {
		return this.expectationsOf(reservationId).add(fields);
	}

	/** Notes that the item wanted under a ticket may turn up after all. */
	expectAgain(reservationId: string, ticket: Ticket): void {
		this.expectationsOf(reservationId).reopen(ticket);
	}

	/** Complains when the lists of this run show that they are not those of one reservation each. */
	assertApart(reservationId: string): void {
		this.owners.assertApart(reservationId);
	}

	/** The items of a reservation, read once more after what this run has written to it. */
	async recheckedItemsOf(reservationId: string): Promise<ReservationItems> {
		const known = this.rechecked.get(reservationId);
		if (known) return await known;
		const reading = this.itemsOf(reservationId).then(async (items) => await items.refresh());
		this.rechecked.set(reservationId, reading);
		reading.catch(() => this.rechecked.delete(reservationId));
		const items = await reading;
		this.assertApart(reservationId);
		return items;
	}

	/** The items of a reservation; a read that did not succeed is tried again by whoever asks next. */
	async itemsOf(reservationId: string): Promise<ReservationItems> {
		const items = await this.newestOf(reservationId);
		this.assertApart(reservationId);
		return items;
	}

	private async newestOf(reservationId: string): Promise<ReservationItems> {
		const known = this.byId.get(reservationId);
		if (known && !this.invalid.has(reservationId)) return await known;
		if (known) {
			const items = await (await known).refresh();
			this.invalid.delete(reservationId);
			return items;
		}
		const items = new ReservationItems(
			this.client,
			this.wire,
			reservationId,
			this.expectationsOf(reservationId),
			this.owners,
		);
		const reading = items.refresh();
		this.byId.set(reservationId, reading);
		reading.catch(() => this.byId.delete(reservationId));
		return await reading;
	}

	private expectationsOf(reservationId: string): Expectations {
		const expectations = this.expectations.get(reservationId) ?? new Expectations();
		this.expectations.set(reservationId, expectations);
		return expectations;
	}
}
