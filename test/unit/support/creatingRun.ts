import type { HeldItem } from '../../../nodes/shared/reservation/heldItem';
import type { Session } from '../../../nodes/shared/reservation/session';
import { Bookkeeping } from './bookkeeping';

export const FIELDS = { amount: 25, date: '2026-11-21', description: 'Spa' };

/** A run that creates charges at a service whose lists prove nothing yet. */
export class CreatingRun {
	readonly books = new Bookkeeping();
	readonly session: Session;

	constructor() {
		this.books.provenLength = 0;
		this.session = this.books.session();
	}

	/** Creates an item, now unless it was sent before; the list does not show it only where that is said. */
	async create(
		id: string | undefined,
		{ isListed = true, on = 'R-1', sentAt = Date.now() } = {},
	): Promise<HeldItem> {
		const item = { ...(id !== undefined && { id }), ...FIELDS };
		const { reservations } = this.session;
		const items = await reservations.itemsOf(on);
		this.books.of(isListed ? on : 'nowhere').push(item);
		const created = items.add(item, { sent: item });
		await reservations.proof.afterCreate(on, items, created, sentAt);
		return created;
	}

	/** How many lists were read. */
	lists(): number {
		return this.books.methods().filter((method) => method === 'GET').length;
	}
}
