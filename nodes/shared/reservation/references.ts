import type { Recognition } from './createOnce';
import type { Settled } from './createdReferences';
import type { HeldItem } from './heldItem';
import { lookUntil } from './lookUntil';
import { notShown, severalCarry } from './referenceWords';
import type { ReservationItems } from './reservationItems';
import type { Session } from './session';

/** Recognizes an item by its reference, of which a reservation has one item at most. */
export class ByReference implements Recognition {
	constructor(
		private readonly session: Session,
		private readonly reservationId: string,
		private readonly reference: string,
	) {}

	/**
	 * The item that carries the reference, if there is one. Where several do, an execution of another process may be about
	 * to remove its own.
	 *
	 * @throws UserError when several go on carrying it
	 */
	async find(items: ReservationItems): Promise<HeldItem | undefined> {
		const { reference } = this;
		await lookUntil((now) => now.withReference(reference).length < 2, items, this.session.client);
		const carriers = items.withReference(reference);
		if (carriers.length > 1) throw severalCarry(reference, carriers);
		return carriers[0];
	}

	/** There is nothing to note: whoever reads the reservation anew sees the reference. */
	noteUnclear(): void {}

	noteCreated(item: HeldItem): void {
		this.session.reservations.createdOn(this.reservationId).note(this.reference, item);
	}

	/**
	 * Looks once more at the reservation after the item was created: see `CreatedReferences`.
	 *
	 * @throws UserError when several items carry the reference, or the list does not show it on any
	 */
	async settle(): Promise<Settled> {
		return await this.session.reservations.createdOn(this.reservationId).settle(this.reference);
	}

	/**
	 * Makes sure that what an earlier try of the run has created is to be seen: if it is not, it would be created again.
	 *
	 * @throws UserError when the list does not show it
	 */
	async assertShown(): Promise<void> {
		const items = await this.session.reservations.recheckedItemsOf(this.reservationId);
		if (items.withReference(this.reference).length === 0) throw notShown({}, this.reference);
	}
}
