import type { IDataObject } from 'n8n-workflow';

import { RequestFailure } from '../errors/requestFailure';
import { answeredItem } from '../wire/answeredItem';
import type { HeldItem, ReservationItems } from './reservationItems';
import type { ServiceRun } from './serviceRun';

/** A create that must lead to one item, however often and by whomever it is asked for. */
export interface CreateRequest {
	reservationId: string;
	body: IDataObject;
	/** Finds the item among those the reservation holds. */
	find: (items: ReservationItems) => HeldItem | undefined;
}

/** What a create came to. */
export interface CreateResult {
	item: HeldItem;
	action: 'created' | 'alreadyExisted';
}

/**
 * Creates a service item unless the reservation has it already.
 *
 * When nobody can tell whether a create got through, the reservation is read again: if the item is there, the
 * create is complete, and if it is not, it is sent once more. So it ends with one item, provided that the
 * service's list shows what was written before (see the README for what remains).
 *
 * @throws RequestFailure when the item was refused, or when its outcome stays unclear
 */
export async function createOnce(
	{ client, wire, reservations }: ServiceRun,
	{ reservationId, body, find }: CreateRequest,
): Promise<CreateResult> {
	const items = await reservations.itemsOf(reservationId);
	const existing = find(items);
	if (existing) return { item: existing, action: 'alreadyExisted' };

	for (let tries = 1; ; tries++) {
		const result = await client.trySend({ method: 'POST', reservationId, body, isProtected: true });
		if (!(result instanceof RequestFailure)) {
			const known = { reservationId, sent: body };
			return {
				item: items.add(answeredItem(result, known, wire.format), known),
				action: 'created',
			};
		}
		if (!result.isUnclear) throw result;
		await client.waitBeforeTry(tries);
		const isRead = await items.refresh().then(
			() => true,
			() => false,
		);
		const found = isRead ? find(items) : undefined;
		if (found) return { item: found, action: 'created' };
		if (!isRead) throw result;
		if (tries > client.maxRetries) throw result.asNotDone();
	}
}
