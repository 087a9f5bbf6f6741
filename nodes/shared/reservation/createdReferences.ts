import { UserError } from 'n8n-workflow';

import type { ServiceClient } from '../http/client';
import type { HeldItem } from './heldItem';
import { lookUntil } from './lookUntil';
import { createdBut, notShown, severalCarry } from './referenceWords';
import { removeItem } from './removeItem';
import type { ReservationItems } from './reservationItems';

/** What stands for a reference in the end. */
export interface Settled {
	item: HeldItem;
	action: 'created' | 'alreadyExisted';
}

/**
 * What a run has created on one reservation under references. Another process may have created the same in the same
 * instant: then the later item, by ID, is removed by the execution that created it.
 */
export class CreatedReferences {
	private readonly created = new Map<string, HeldItem>();
	private settling?: Promise<Map<string, Settled | Error>>;

	constructor(
		private readonly client: ServiceClient,
		/** Reads the reservation anew, and again while its list may lag behind. */
		private readonly reread: () => Promise<ReservationItems>,
	) {}

	/** Notes an item that this run has created. */
	note(reference: string, item: HeldItem): void {
		this.created.set(reference, item);
		this.settling = undefined;
	}

	/**
	 * Looks once more at the reservation after everything was created there, once for all references.
	 *
	 * @returns what stands for the reference now
	 * @throws UserError when several items go on carrying it, or the list does not show it on any
	 */
	async settle(reference: string): Promise<Settled> {
		const settling = (this.settling ??= this.settleAll());
		settling.catch(() => (this.settling = undefined));
		const outcomes = await settling.catch((error: unknown) => {
			const created = this.created.get(reference);
			throw error instanceof UserError && created ? createdBut(created, error) : error;
		});
		const outcome = outcomes.get(reference) ?? notShown({}, reference);
		if (outcome instanceof Error) throw outcome;
		return outcome;
	}

	/** Our own later items go first, and only then are others waited for: two executions would wait for each other. */
	private async settleAll(): Promise<Map<string, Settled | Error>> {
		const items = await this.reread();
		const outcomes = new Map<string, Settled | Error>();
		for (const [reference, own] of this.created) {
			const earlier = earlierThan(own, listed(items, reference));
			if (earlier) outcomes.set(reference, await this.takeBack(own, earlier, items));
		}
		const kept = [...this.created].filter(([reference]) => !outcomes.has(reference));
		const isSettled = (now: ReservationItems): boolean =>
			kept.every(([reference]) => listed(now, reference).length < 2);
		await lookUntil(isSettled, items, this.client);
		for (const [reference, own] of kept) {
			const carriers = listed(items, reference);
			outcomes.set(reference, outcomeOf(reference, own, carriers));
		}
		return outcomes;
	}

	private async takeBack(
		own: HeldItem,
		earlier: HeldItem,
		items: ReservationItems,
	): Promise<Settled | Error> {
		return await removeItem(own, this.client).then(
			(): Settled => {
				items.remove(own);
				return { item: earlier, action: 'alreadyExisted' };
			},
			(error: Error) => error,
		);
	}
}

function outcomeOf(reference: string, own: HeldItem, carriers: HeldItem[]): Settled | Error {
	if (carriers.length === 0) return notShown(own, reference);
	if (carriers.length > 1) return severalCarry(reference, carriers);
	return { item: own, action: 'created' };
}

function listed(items: ReservationItems, reference: string): HeldItem[] {
	return items.withReference(reference).filter(({ isListed }) => isListed);
}

function earlierThan(own: HeldItem, carriers: HeldItem[]): HeldItem | undefined {
	if (!carriers.some(({ id }) => id === own.id)) return undefined;
	return carriers.find(({ id = '' }) => isEarlier(id, own.id ?? ''));
}

/** IDs that count up sort by number, all others by text: what matters is that every run sorts alike. */
function isEarlier(id: string, other: string): boolean {
	return id.localeCompare(other, 'en', { numeric: true }) < 0;
}
