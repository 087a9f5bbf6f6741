import { userError } from '../n8n/userError';
import type { WrittenFields } from '../format/fields';
import type { Recognition } from './createOnce';
import type { Ticket } from './expectations';
import type { HeldItem } from './heldItem';
import type { ReservationItems } from './reservationItems';
import type { Session } from './session';

/** Recognizes an item by its fields, so that others may be like it: as many as input items want are there in the end. */
export class SameFields implements Recognition {
	private readonly ticket: Ticket;

	/** Has to be there for all input items before anything is sent: each has a claim to one item. */
	constructor(
		private readonly session: Session,
		private readonly reservationId: string,
		fields: WrittenFields,
	) {
		this.ticket = session.reservations.expect(reservationId, fields);
	}

	find(items: ReservationItems): Promise<HeldItem | undefined> {
		return Promise.resolve(items.match(this.ticket));
	}

	noteUnclear(): void {
		this.session.reservations.expectAgain(this.reservationId, this.ticket);
	}

	/** There is nothing to note: the item stands for this input item since. */
	noteCreated(): void {}

	/**
	 * Takes note of what an earlier try of the run has created: it stands for this input item, and for no other like it.
	 *
	 * @param id of what it created, if that is known
	 */
	async noteDone(id: string | number | undefined): Promise<void> {
		(await this.session.reservations.itemsOf(this.reservationId)).match(this.ticket, id);
	}

	/**
	 * Looks once more at a reservation on which a create was sent a second time, as the first one had not shown up.
	 *
	 * @throws UserError when there is one more item with these fields than this run knows of
	 */
	async assertOnlyOne(): Promise<void> {
		const { reservationId } = this;
		const items = await this.session.reservations.recheckedItemsOf(reservationId);
		const second = items.matchSurplus(this.ticket);
		if (!second) return;
		throw userError(
			`The charge may be on reservation '${reservationId}' twice: service item '${second.id ?? 'unknown'}' is the same. Look at the reservation, and delete the one that is too many`,
			'The first request got no answer and did not show up in time, so it was sent once more; then both arrived.',
		);
	}
}
