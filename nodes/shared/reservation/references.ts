import { UserError } from 'n8n-workflow';

import type { CreateResult, Recognition } from './createOnce';
import { removeItem } from './removeItem';
import type { HeldItem } from './heldItem';
import type { ReservationItems } from './reservationItems';
import type { Session } from './session';

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

/** What stands for a reference in the end. */
export type Settled = Pick<CreateResult, 'item' | 'action'>;

/** Recognizes an item by its reference, of which a reservation has one item at most. */
export function byReference(reference: string): Recognition {
	return {
		find: (items) => findByReference(items, reference),
		// It needs no note of its own: whoever reads the reservation anew sees the reference.
		noteUnclear: () => undefined,
	};
}

/**
 * Looks once more at the reservation after an item was created with a reference: another workflow may have
 * created the same in the same instant. Then the later one, by ID, is removed by the run that created it.
 *
 * @returns what stands for the reference now
 * @throws UserError when several items still carry it, or the list does not show it on any
 */
export async function settleReference(
	session: Session,
	reservationId: string,
	reference: string,
	created: HeldItem,
): Promise<Settled> {
	const items = await session.reservations
		.recheckedItemsOf(reservationId)
		.catch((error: unknown) => {
			throw error instanceof UserError ? createdBut(created, error) : error;
		});
	const carriers = (): HeldItem[] =>
		items.withReference(reference).filter(({ isListed }) => isListed);
	if (carriers().length === 0) {
		await session.client.waitBeforeTry(2);
		await items.refresh();
	}
	const listed = carriers();
	if (listed.length === 0) throw notShown(created, reference);
	if (listed.length === 1) return { item: created, action: 'created' };

	const own = listed.find(({ id }) => id === created.id);
	const earlier = listed.find(({ id = '' }) => own && isEarlier(id, own.id ?? ''));
	if (own && earlier) {
		await removeItem(own, session);
		items.remove(own);
		return { item: earlier, action: 'alreadyExisted' };
	}
	await session.client.waitBeforeTry(2);
	await items.refresh();
	if (carriers().length > 1) throw severalCarry(reference, carriers());
	return { item: created, action: 'created' };
}

/**
 * Makes sure that what an earlier try of the run has created under a reference is to be seen: if it is not, it would be
 * created again.
 *
 * @throws UserError when the list does not show it
 */
export async function assertShown(
	{ reservations }: Session,
	reservationId: string,
	reference: string,
): Promise<void> {
	const items = await reservations.recheckedItemsOf(reservationId);
	if (items.withReference(reference).length === 0) throw notShown({}, reference);
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

function createdBut({ id = 'unknown' }: HeldItem, { message, description }: UserError): UserError {
	return new UserError(`The service item '${id}' was created. ${message}`, {
		description: description ?? undefined,
	});
}

/** Without this, every run would find nothing and create the charge again. */
function notShown({ id }: Partial<HeldItem>, reference: string): UserError {
	return new UserError(
		`The service item ${id === undefined ? '' : `'${id}' `}was created, but the reservation's list does not show it with its reference '${reference}'. Do not run this again before 'Pagination', 'Description Field' and 'Reference Field' in the credential are right`,
		{
			description: `The list may come in pages, so that only the first was read, or the service does not keep the reference. See 'Custom API Format' in the credential.`,
		},
	);
}
