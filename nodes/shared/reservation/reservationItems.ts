import type { IDataObject } from 'n8n-workflow';

import type { ServiceClient } from '../http/client';
import type { WrittenFields } from '../format/fields';
import { merge } from '../format/json';
import { matchOf } from './comparison';
import type { Expectations, Ticket } from './expectations';
import type { HeldItem } from './heldItem';
import { withSharedIds } from './heldItem';
import { chooseFilledIn, unreserved } from './matching';
import type { ItemOwners } from './itemOwners';
import { readComparableItems } from './readServiceItems';

/** The service items of one reservation, read once per run and kept up with what the run changes. */
export class ReservationItems {
	private held: HeldItem[] = [];
	private lastShown?: string;
	/** How many looks in a row have shown the same items as the one before. */
	looksUnchanged = 0;

	constructor(
		private readonly client: ServiceClient,
		private readonly reservationId: string,
		private readonly expectations: Expectations,
		private readonly owners: ItemOwners,
	) {}

	/**
	 * Reads the reservation anew. What stands for an input item goes on doing so.
	 *
	 * @throws UserError when the list is not to be understood, so that what is there would not be recognized
	 */
	async refresh(): Promise<this> {
		const { reservationId, client } = this;
		const listed = await readComparableItems(client, reservationId);
		const items = listed.filter((item) => !client.mapper.isWithdrawn(item));
		const taken = this.held.filter(({ isTaken }) => isTaken);
		// Those whose ID is known come first, so that the others do not take theirs.
		taken.sort((a, b) => Number(a.id === undefined) - Number(b.id === undefined));
		this.held = withSharedIds(items.map((raw) => this.heldItem(raw)));
		const shown = this.listedIds();
		this.looksUnchanged = shown === this.lastShown ? this.looksUnchanged + 1 : 0;
		this.lastShown = shown;
		for (const { id } of this.held) if (id !== undefined) this.owners.note(id, reservationId);
		for (const known of taken) {
			const again = this.held.find(({ id, isTaken, fields }) => {
				const isIdKnown = id !== undefined && known.id !== undefined;
				return !isTaken && (isIdKnown ? id === known.id : matchOf(known.fields, fields));
			});
			if (again) again.isTaken = true;
			// A list may lag behind its writes: what this run has created stays known.
			else this.held.push({ ...known, isListed: false });
		}
		return this;
	}

	/** True when the last list does not show an item that this run has created. */
	get lacksOwn(): boolean {
		return this.held.some(({ isListed, sent }) => !isListed && sent !== undefined);
	}

	/** True when the last list shows an item that this run has created as the next run would look for it. */
	isShown({ id, sent = {} }: HeldItem): boolean {
		const { fields: wanted, reference } = this.client.mapper.read(sent);
		return this.held.some((held) => {
			if (!held.isListed) return false;
			if (id !== undefined && held.id !== undefined && held.id !== id) return false;
			return reference === undefined
				? matchOf(wanted, held.fields) !== undefined
				: held.fields.reference === reference;
		});
	}

	/**
	 * Finds the item that stands for a ticket, among those that stand for nothing yet: an exact match before one that only
	 * has more, and never one that another input item of this run matches exactly.
	 *
	 * @param itsId of the item that stands for it already, if that is known: it goes before others like it
	 */
	match(ticket: Ticket, itsId?: string | number): HeldItem | undefined {
		this.expectations.close(ticket);
		const wanted = this.expectations.fieldsOf(ticket);
		const free = this.freeFor(wanted);
		const same =
			free.find(({ id, fields }) => id === String(itsId) && matchOf(wanted, fields)) ??
			free.find(({ fields }) => matchOf(wanted, fields) === 'exact') ??
			chooseFilledIn(wanted, free, this.open());
		if (same) same.isTaken = true;
		return same;
	}

	/** Finds one more item with the fields of a ticket that no input item of this run can stand for. */
	matchSurplus(ticket: Ticket): HeldItem | undefined {
		const wanted = this.expectations.fieldsOf(ticket);
		const free = unreserved(this.freeFor(wanted), this.open(), ['exact', 'filledIn']);
		const surplus = free.find(({ fields }) => matchOf(wanted, fields));
		if (surplus) surplus.isTaken = true;
		return surplus;
	}

	/** What other input items still want. */
	private open(): WrittenFields[] {
		return [...this.expectations.stillOpen()];
	}

	private freeFor(wanted: WrittenFields): HeldItem[] {
		// A reference is part of the description where there is no field for it, and else none of the five fields.
		const isPartOfDescription = this.client.mapper.keepsReferenceInDescription;
		return this.held.filter(
			({ isTaken, isMismatched, fields }) =>
				!isTaken &&
				!isMismatched &&
				!(isPartOfDescription && fields.reference !== wanted.reference),
		);
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
	 * Adds an item this run has just created or changed.
	 *
	 * @param raw what the service returned
	 * @param sent what it accepted, in case it returned less
	 */
	add(raw: IDataObject, id: string | undefined, sent: IDataObject): HeldItem {
		const { fields } = this.heldItem(merge(sent, raw));
		const item = { raw, sent, id, fields, isTaken: true, isListed: false };
		this.held.push(item);
		if (id !== undefined) this.owners.note(id, this.reservationId);
		return item;
	}

	/** True when the last list had an item with this ID. */
	hasListed(id: string | undefined): boolean {
		return id !== undefined && this.held.some((held) => held.isListed && held.id === id);
	}

	/** Forgets an item this run has just deleted. */
	remove(item: HeldItem): void {
		const isOther = (held: HeldItem): boolean =>
			held !== item && (item.id === undefined || held.id !== item.id);
		this.held = this.held.filter(isOther);
	}

	private listedIds(): string {
		return this.held.map(({ id }) => id).join('\n');
	}

	private heldItem(raw: IDataObject): HeldItem {
		const { id, reference, fields, mismatch } = this.client.mapper.read(raw);
		return {
			raw,
			id,
			fields: { ...fields, reference },
			isMismatched: mismatch !== undefined,
			isTaken: false,
			isListed: true,
		};
	}
}
