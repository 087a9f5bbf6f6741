/** One charge as a workflow's item holds it. */
export type Charge = {
	reservationId: string;
	amount: number;
	date: string;
	description: string;
	/** The caller's own key. */
	reference: string;
};

/** Few, as charges of one reservation wait for each other. */
const ITEMS_PER_RESERVATION = 4;
const EXTRAS = ['Late checkout', 'Spa treatment', 'Airport transfer', 'Breakfast'];

/**
 * Charges spread over reservations. No two are alike, except that with `repeats` the last of each reservation is the one
 * before once more, reference and all.
 */
export function makeCharges(count: number, { repeats }: { repeats: boolean }): Charge[] {
	const charges: Charge[] = [];
	for (let n = 0; n < count; n++) {
		const before = charges.at(-1);
		if (repeats && before && n % ITEMS_PER_RESERVATION === ITEMS_PER_RESERVATION - 1) {
			charges.push({ ...before });
			continue;
		}
		charges.push({
			reservationId: `R-${Math.floor(n / ITEMS_PER_RESERVATION)}`,
			amount: 10 + (n % 90) + (n % 4) / 4,
			date: `2026-11-${String(1 + (n % 28)).padStart(2, '0')}`,
			description: `${EXTRAS[n % EXTRAS.length]} ${n}`,
			reference: `order-${n}`,
		});
	}
	return charges;
}
