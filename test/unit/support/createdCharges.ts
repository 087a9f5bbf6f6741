import type { HeldItem } from '../../../nodes/shared/reservation/heldItem';
import type { Settled } from '../../../nodes/shared/reservation/createdReferences';
import { ByReference } from '../../../nodes/shared/reservation/references';
import { Bookkeeping } from './bookkeeping';

export const RESERVATION = 'R-1';

/** The books of a service, and a run that creates charges in them under a reference: `order-7`, unless it says another. */
export class CreatedCharges extends Bookkeeping {
	readonly run = this.session();

	/** Puts an item on the reservation that carries the reference, or none. */
	put(id: string, reference = 'order-7'): void {
		const description = reference === '' ? 'Spa' : `Spa [ref:${reference}]`;
		this.of(RESERVATION).push({ id, amount: 5, description });
	}

	/** An item that the run has created; it is on the list unless a test takes it off. */
	async create(id: string): Promise<HeldItem> {
		const items = await this.run.reservations.itemsOf(RESERVATION);
		this.put(id);
		return items.add(this.of(RESERVATION).at(-1) ?? {}, {});
	}

	recognition(reference = 'order-7'): ByReference {
		return new ByReference(this.run, RESERVATION, reference);
	}

	/** Settles what the run has created. */
	async settle(item: HeldItem): Promise<Settled> {
		this.recognition().noteCreated(item);
		return await this.recognition().settle();
	}
}
