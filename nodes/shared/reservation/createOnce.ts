import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { RequestFailure } from '../client/requestFailure';
import { answeredItem } from '../answers/answeredItem';
import type { ServiceItemFields } from '../wire/serviceItem';
import type { HeldItem } from './heldItem';
import type { ReservationItems } from './reservationItems';
import type { Session } from './session';

/** A create that must lead to one item, however often and by whomever it is asked for. */
export interface CreateRequest {
	reservationId: string;
	body: IDataObject;
	fields: ServiceItemFields;
	/** True when it is recognized by its fields, so that others may be like it. */
	isByFields?: boolean;
	/** Finds the item among those the reservation holds. */
	find: (items: ReservationItems) => HeldItem | undefined;
}

/** What a create came to. */
export interface CreateResult {
	item: HeldItem;
	action: 'created' | 'alreadyExisted';
	/** True when the create was sent more than once, as the one before had not arrived as far as could be seen. */
	isRepeated?: boolean;
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
export async function createOnce(session: Session, request: CreateRequest): Promise<CreateResult> {
	const { reservationId, body, fields, isByFields, find } = request;
	const { client, wire, reservations } = session;
	const items = await reservations.itemsOf(reservationId);
	const existing = find(items);
	if (existing) return { item: existing, action: 'alreadyExisted' };

	for (let tries = 1; ; tries++) {
		const result = await client.trySend(
			{ method: 'POST', body },
			{ reservationId, isProtected: true },
		);
		if (!(result instanceof RequestFailure)) {
			const known = { reservationId, sent: body };
			const item = items.add(answeredItem(result, known, wire.format), known);
			return { item, action: 'created', isRepeated: tries > 1 };
		}
		if (!result.isUnclear) throw result;
		const found = await lookFor(request, result, session, items);
		if (found) return { item: found, action: 'created' };
		if (tries > client.maxRetries) {
			if (!result.judgement.mayStillArrive) throw result.asNotDone();
			reservations.doubt(reservationId, isByFields ? fields : undefined);
			throw result;
		}
	}
}

/**
 * Looks whether an item whose outcome is unclear has arrived. A request that may only just be being carried
 * out, as after a timeout, is looked for several times, longer and longer.
 *
 * @throws RequestFailure the given one, when the reservation cannot be read, or when what is new there may be the item
 */
async function lookFor(
	{ reservationId, fields, isByFields, find }: CreateRequest,
	failure: RequestFailure,
	{ client, reservations }: Session,
	items: ReservationItems,
): Promise<HeldItem | undefined> {
	const looks = failure.judgement.mayStillArrive ? Math.max(1, client.maxRetries) : 1;
	for (let look = 1; look <= looks; look++) {
		await client.waitBeforeTry(look);
		const isRead = await items.refresh().then(
			() => true,
			() => false,
		);
		if (!isRead) {
			reservations.doubt(reservationId, isByFields ? fields : undefined);
			throw failure;
		}
		const found = find(items);
		if (found) return found;
		const lookalike = items.lookalikeOf(fields);
		if (lookalike) throw failure.withPossibleMatch(lookalike.id ?? '');
	}
	return undefined;
}

/**
 * Looks once more at a reservation on which a create was sent a second time, as the first one had not shown up.
 *
 * @throws UserError when there is one more item with these fields than this run knows of
 */
export async function assertOnlyOne(
	{ reservations }: Session,
	reservationId: string,
	fields: ServiceItemFields,
): Promise<void> {
	const items = await reservations.recheckedItemsOf(reservationId);
	const second = items.claimSurplus(fields);
	if (!second) return;
	throw new UserError(
		`The charge may be on reservation '${reservationId}' twice: service item '${second.id ?? 'unknown'}' is the same. Look at the reservation, and delete the one that is too many`,
		{
			description:
				'The first request got no answer and did not show up in time, so it was sent once more; then both arrived.',
		},
	);
}
