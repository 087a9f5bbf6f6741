import { UserError } from 'n8n-workflow';

import type { CreateResult } from './createOnce';
import type { HeldItem, ReservationItems } from './reservationItems';
import type { ServiceRun } from './serviceRun';

/**
 * The item of a reservation that carries a reference, if there is one.
 *
 * @throws UserError when several carry it, as nobody can say which one is meant
 */
export function findByReference(items: ReservationItems, reference: string): HeldItem | undefined {
	const carriers = items.withReference(reference);
	if (carriers.length > 1) throw severalCarry(reference, carriers);
	return carriers[0];
}

/**
 * Looks once more at the reservation after an item was created with a reference: another workflow may have
 * created the same in the same instant. Then the later one, by ID, is removed by the run that created it.
 *
 * @returns what stands for the reference now
 * @throws UserError when several items still carry it
 */
export async function settleReference(
	{ client, reservations }: ServiceRun,
	reservationId: string,
	reference: string,
	created: HeldItem,
): Promise<CreateResult> {
	const items = await reservations.recheckedItemsOf(reservationId);
	const others = (): HeldItem[] =>
		items.withReference(reference).filter(({ id, isListed }) => isListed && id !== created.id);
	const rivals = others();
	if (rivals.length === 0 || created.id === undefined) return { item: created, action: 'created' };

	const earlier = rivals.find(({ id = '' }) => isEarlier(id, created.id ?? ''));
	if (earlier) {
		await client.send({ method: 'DELETE', serviceId: created.id });
		items.remove(created);
		return { item: earlier, action: 'alreadyExisted' };
	}
	await client.waitBeforeTry(2);
	await items.refresh();
	if (others().length > 0) throw severalCarry(reference, [created, ...others()]);
	return { item: created, action: 'created' };
}

/** IDs that count up sort by number, all others by text: what matters is that every run sorts alike. */
function isEarlier(id: string, other: string): boolean {
	return id.localeCompare(other, 'en', { numeric: true }) < 0;
}

function severalCarry(reference: string, carriers: HeldItem[]): UserError {
	const ids = carriers.map(({ id }) => `'${id ?? 'unknown'}'`).join(' and ');
	return new UserError(
		`Several service items of this reservation carry the reference '${reference}': ${ids}. Delete those that are too many`,
		{ description: 'They may have been created by two workflows in the same instant, or copied.' },
	);
}
