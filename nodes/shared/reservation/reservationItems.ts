import type { IDataObject } from 'n8n-workflow';

import type { ServiceClient } from '../client/serviceClient';
import type { KnownItem } from '../answers/answeredItem';
import { completedItem } from '../answers/answeredItem';
import { fieldsOf, matchOf, resembles } from './comparison';
import { idOf } from '../wire/itemId';
import type { ServiceItemFields, WireContext } from '../wire/serviceItem';
import type { HeldItem } from './heldItem';
import { withSharedIds } from './heldItem';
import type { ItemOwners } from './itemOwners';
import { assertComparable, assertReadable, withoutRepeats } from './listChecks';
import { readServiceItems } from './readServiceItems';

/** The service items of one reservation, read once per run and kept up with what the run changes. */
export class ReservationItems {
	private held: HeldItem[] = [];
	private newcomers: HeldItem[] = [];
	private readonly isCompared: boolean;

	constructor(
		private readonly client: ServiceClient,
		private readonly wire: WireContext,
		private readonly reservationId: string,
		/** What input items still to come, or whose outcome is unclear, want to have created. */
		private readonly expected: ServiceItemFields[],
		private readonly owners: ItemOwners,
	) {
		this.isCompared = expected.length > 0;
	}

	/**
	 * Reads the reservation anew. Items that were claimed stay claimed.
	 *
	 * @throws UserError when the list is not to be understood, so that what is there would not be recognized
	 */
	async refresh(): Promise<this> {
		const { reservationId, wire } = this;
		const list = await readServiceItems(this.client, wire, { reservationId, limit: Infinity });
		const items = withoutRepeats(list, wire);
		if (this.isCompared) assertComparable(items, wire);
		else assertReadable(items, wire);
		const claimed = this.held.filter(({ isClaimed }) => isClaimed);
		// Those whose ID is known come first, so that the others do not take theirs.
		claimed.sort((a, b) => Number(a.id === undefined) - Number(b.id === undefined));
		const earlier = new Set(this.held.map(({ id }) => id));
		this.held = withSharedIds(items.map((raw) => this.heldItem(raw)));
		for (const { id } of this.held) if (id !== undefined) this.owners.note(id, reservationId);
		this.newcomers = this.held.filter(({ id }) => !earlier.has(id));
		for (const before of claimed) {
			const again = this.held.find(({ id, isClaimed, fields }) => {
				const isIdKnown = id !== undefined && before.id !== undefined;
				return !isClaimed && (isIdKnown ? id === before.id : matchOf(before.fields, fields));
			});
			if (again) again.isClaimed = true;
			// A list may lag behind its writes: what this run has created stays known.
			else this.held.push({ ...before, isListed: false });
		}
		return this;
	}

	/**
	 * Claims an unclaimed item with these fields: an exact match before one that only has more, and never one that
	 * another input item of this run matches exactly.
	 *
	 * @param itsId of the item that stands for the wanted one already, if that is known; it is claimed before others like it
	 */
	claimSame(wanted: ServiceItemFields, itsId?: string | number): HeldItem | undefined {
		const own = this.expected.indexOf(wanted);
		if (own >= 0) this.expected.splice(own, 1);
		const free = this.freeFor(wanted);
		const same =
			free.find(({ id, fields }) => id === String(itsId) && matchOf(wanted, fields)) ??
			free.find(({ fields }) => matchOf(wanted, fields) === 'exact') ??
			// Those that match alike are reserved alike, so there is no need to go through all others.
			this.unreserved(
				free.filter(({ fields }) => matchOf(wanted, fields) === 'filledIn'),
				['exact'],
			)[0];
		if (same) same.isClaimed = true;
		return same;
	}

	/** Claims an unclaimed item with these fields that no input item of this run can stand for. */
	claimSurplus(wanted: ServiceItemFields): HeldItem | undefined {
		const free = this.unreserved(this.freeFor(wanted), ['exact', 'filledIn']);
		const surplus = free.find(({ fields }) => matchOf(wanted, fields));
		if (surplus) surplus.isClaimed = true;
		return surplus;
	}

	private freeFor(wanted: ServiceItemFields): HeldItem[] {
		// A reference is part of the description where there is no field for it, and else none of the five fields.
		const isPartOfDescription = this.wire.format.referenceField === '';
		return this.held.filter(
			({ isClaimed, fields }) =>
				!isClaimed && !(isPartOfDescription && fields.reference !== wanted.reference),
		);
	}

	/**
	 * An item that the last look showed for the first time, that is nobody's and resembles the wanted one: it may be that
	 * one, kept by the service in other words (text cut off, an amount rounded).
	 */
	lookalikeOf(wanted: ServiceItemFields): HeldItem | undefined {
		return this.newcomers.find(
			({ id, isClaimed, fields }) =>
				id !== undefined &&
				!isClaimed &&
				fields.reference === undefined &&
				resembles(wanted, fields) &&
				!this.expected.some((expected) => matchOf(expected, fields) === 'exact'),
		);
	}

	private unreserved(free: HeldItem[], matches: Array<ReturnType<typeof matchOf>>): HeldItem[] {
		const rest = [...free];
		for (const expected of this.expected) {
			const reserved = rest.findIndex(({ fields }) => matches.includes(matchOf(expected, fields)));
			if (reserved >= 0) rest.splice(reserved, 1);
		}
		return rest;
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
		if (item.id !== undefined) this.owners.note(item.id, this.reservationId);
		return item;
	}

	/** Forgets an item this run has just deleted. */
	remove(item: HeldItem): void {
		this.held = this.held.filter(
			(held) => held !== item && (item.id === undefined || held.id !== item.id),
		);
	}

	private heldItem(raw: IDataObject): HeldItem {
		const itsId = idOf(raw, this.wire.format);
		const id = itsId === undefined ? undefined : String(itsId);
		return {
			raw,
			id,
			fields: fieldsOf(raw, this.wire),
			isClaimed: false,
			isListed: true,
		};
	}
}
