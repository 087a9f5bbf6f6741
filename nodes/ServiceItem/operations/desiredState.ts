/** What all input items of a sync together want: per reservation, which items want which reference. */
export class DesiredState {
	private unread = 0;
	private readonly naming = new Map<string, number[]>();
	private readonly reservations = new Map<string, Map<string, number[]>>();

	/** Notes that an input item is about to be read. Until `readItem`, nobody knows what it stands for. */
	beginItem(): void {
		this.unread++;
	}

	/**
	 * Notes what an input item turned out to want.
	 *
	 * @param reference absent for an item that only names its reservation
	 */
	readItem(itemIndex: number, reservationId: string, reference?: string): void {
		this.unread--;
		const wanted = this.reservations.get(reservationId) ?? new Map<string, number[]>();
		this.reservations.set(reservationId, wanted);
		this.naming.set(reservationId, [...(this.naming.get(reservationId) ?? []), itemIndex]);
		if (reference !== undefined) {
			wanted.set(reference, [...(wanted.get(reference) ?? []), itemIndex]);
		}
	}

	/** True when every input item could be read and none contradict: what is not wanted is really not wanted. */
	get isComplete(): boolean {
		const wantedBy = [...this.reservations.values()].flatMap((wanted) => [...wanted.values()]);
		return this.unread === 0 && wantedBy.every((items) => items.length === 1);
	}

	/** The reservations named by the input, with the references wanted on each and the input items that name it. */
	entries(): Array<{ reservationId: string; references: Set<string>; items: number[] }> {
		return [...this.reservations].map(([reservationId, wanted]) => ({
			reservationId,
			references: new Set(wanted.keys()),
			items: this.naming.get(reservationId) ?? [],
		}));
	}

	/** The input items that want a reference on a reservation; more than one contradict each other. */
	itemsWanting(reservationId: string, reference: string): number[] {
		return this.reservations.get(reservationId)?.get(reference) ?? [];
	}
}
