import type { ServiceClient } from '../client/serviceClient';
import type { ServiceItemFields, WireContext } from '../wire/serviceItem';
import { ItemOwners } from './itemOwners';
import { ReservationItems } from './reservationItems';

/** The reservations of one run, each read once, and once more after items were created by reference. */
export class Reservations {
	private readonly byId = new Map<string, Promise<ReservationItems>>();
	private readonly expected = new Map<string, ServiceItemFields[]>();
	private readonly doubted = new Set<string>();
	private readonly rechecked = new Map<string, Promise<ReservationItems>>();
	private readonly owners = new ItemOwners();

	constructor(
		private readonly client: ServiceClient,
		private readonly wire: WireContext,
	) {}

	/**
	 * Notes a change whose outcome is not known: whoever asks next gets the reservation read anew.
	 *
	 * @param fields those of an item that may turn up after all, and is none too many then
	 */
	doubt(reservationId: string, fields?: ServiceItemFields): void {
		this.doubted.add(reservationId);
		if (fields) this.expect(reservationId, fields);
	}

	/** Notes, before anything is sent, that an input item wants an item with these fields. */
	expect(reservationId: string, fields: ServiceItemFields): void {
		const expected = this.expected.get(reservationId) ?? [];
		this.expected.set(reservationId, expected);
		expected.push(fields);
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
		if (known && !this.doubted.has(reservationId)) return await known;
		if (known) {
			const items = await (await known).refresh();
			this.doubted.delete(reservationId);
			return items;
		}
		const expected = this.expected.get(reservationId) ?? [];
		const items = new ReservationItems(
			this.client,
			this.wire,
			reservationId,
			expected,
			this.owners,
		);
		const reading = items.refresh();
		this.byId.set(reservationId, reading);
		reading.catch(() => this.byId.delete(reservationId));
		return await reading;
	}
}
