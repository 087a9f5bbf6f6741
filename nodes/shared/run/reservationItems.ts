import type { IDataObject } from 'n8n-workflow';

import type { ServiceClient } from '../http/serviceClient';
import type { KnownItem } from '../wire/answeredItem';
import { completedItem } from '../wire/answeredItem';
import { fieldsOf, matchOf } from '../wire/comparison';
import { idOf } from '../wire/itemId';
import type { ServiceItemFields, WireContext } from '../wire/serviceItem';
import { readServiceItems } from './readServiceItems';

/** A service item the service holds. */
export interface HeldItem {
	raw: IDataObject;
	id: string | undefined;
	fields: ServiceItemFields;
	/** The fields the service accepted but may have left out of `raw`. */
	sent?: IDataObject;
	/** True once an input item of this run stands for it. */
	isClaimed: boolean;
	/** True when it was in the last list, false when only this run knows of it. */
	isListed: boolean;
}

/** The service items of one reservation, read once per run and kept up with what the run changes. */
export class ReservationItems {
	private held: HeldItem[] = [];

	constructor(
		private readonly client: ServiceClient,
		private readonly wire: WireContext,
		private readonly reservationId: string,
	) {}

	/** Reads the reservation anew. Items that were claimed stay claimed. */
	async refresh(): Promise<this> {
		const items = await readServiceItems(this.client, this.wire, {
			reservationId: this.reservationId,
			limit: Infinity,
		});
		const claimed = this.held.filter(({ isClaimed }) => isClaimed);
		this.held = items.map((raw) => this.heldItem(raw));
		for (const before of claimed) {
			const again = this.held.find(
				({ id, isClaimed, fields }) =>
					!isClaimed && (id === undefined ? matchOf(before.fields, fields) : id === before.id),
			);
			if (again) again.isClaimed = true;
			// A list may lag behind its writes: what this run has created stays known.
			else this.held.push({ ...before, isListed: false });
		}
		return this;
	}

	/** Claims an unclaimed item with these fields: an exact match before one that only has more. */
	claimSame(wanted: ServiceItemFields): HeldItem | undefined {
		const free = this.held.filter(({ isClaimed }) => !isClaimed);
		const same =
			free.find(({ fields }) => matchOf(wanted, fields) === 'exact') ??
			free.find(({ fields }) => matchOf(wanted, fields) === 'filledIn');
		if (same) same.isClaimed = true;
		return same;
	}

	/** All items that carry a reference. */
	withReference(reference: string): HeldItem[] {
		return this.held.filter(({ fields }) => fields.reference === reference);
	}

	/** All items, in the service's order. */
	all(): HeldItem[] {
		return this.held;
	}

	/**
	 * Adds an item this run has just created.
	 *
	 * @param raw what the service returned
	 * @param known what it accepted, in case it returned less
	 */
	add(raw: IDataObject, known: KnownItem): HeldItem {
		const { id, fields } = this.heldItem(completedItem(raw, known));
		const { sent } = known;
		const item = { raw, sent, id: id ?? known.id, fields, isClaimed: true, isListed: false };
		this.held.push(item);
		return item;
	}

	/** Forgets an item this run has just deleted. */
	remove(item: HeldItem): void {
		this.held = this.held.filter((held) => held !== item);
	}

	private heldItem(raw: IDataObject): HeldItem {
		const id = idOf(raw, this.wire.format);
		return {
			raw,
			id: id === undefined ? undefined : String(id),
			fields: fieldsOf(raw, this.wire),
			isClaimed: false,
			isListed: true,
		};
	}
}

/** The reservations of one run, each read at most once until something has to be checked again. */
export class Reservations {
	private readonly byId = new Map<string, Promise<ReservationItems>>();
	private readonly rechecked = new Map<string, Promise<ReservationItems>>();

	constructor(
		private readonly client: ServiceClient,
		private readonly wire: WireContext,
	) {}

	/** The items of a reservation, read once more after what this run has written to it. */
	async recheckedItemsOf(reservationId: string): Promise<ReservationItems> {
		const known = this.rechecked.get(reservationId);
		if (known) return await known;
		const reading = this.itemsOf(reservationId).then(async (items) => await items.refresh());
		this.rechecked.set(reservationId, reading);
		return await reading;
	}

	/** The items of a reservation; a read that did not succeed is tried again by whoever asks next. */
	async itemsOf(reservationId: string): Promise<ReservationItems> {
		const known = this.byId.get(reservationId);
		if (known) return await known;
		const reading = new ReservationItems(this.client, this.wire, reservationId).refresh();
		this.byId.set(reservationId, reading);
		reading.catch(() => this.byId.delete(reservationId));
		return await reading;
	}
}
