import type { IDataObject } from 'n8n-workflow';

import { RequestFailure } from '../http/failure';
import type { Settled } from './createdReferences';
import type { HeldItem } from './heldItem';
import type { ReservationItems } from './reservationItems';
import type { Session } from './session';

/** How often a reservation is looked at, longer and longer apart, for an item that may show up late: 3.5 seconds in all. */
const LOOKS = 3;

/** How the item that is to be created is recognized among those the reservation holds. */
export interface Recognition {
	find(items: ReservationItems): Promise<HeldItem | undefined>;
	/** Takes note that the item may turn up at any time, or never. */
	noteUnclear(): void;
	/** Takes note that this run has created the item. */
	noteCreated(item: HeldItem): void;
}

/** A create that must lead to one item, however often and by whomever it is asked for. */
export interface CreateRequest {
	reservationId: string;
	body: IDataObject;
	/** What is sent, as the service will show it: it stands for the answer where there is none. */
	sent: IDataObject;
	recognition: Recognition;
	/** The key under which the service makes no second charge, where it takes one. */
	idempotencyKey?: string;
	/** How an earlier try of the run ended, if its outcome stayed unclear: it may show up only now. */
	earlier?: RequestFailure;
}

/** What a create came to. */
export interface CreateResult extends Settled {
	/** True when the create was sent more than once, as the one before had not arrived as far as could be seen. */
	isRepeated: boolean;
}

/**
 * Creates a service item unless the reservation has it already. When nobody can tell whether a create got through, the
 * reservation is read again, and the create sent once more if the item is not there: so it ends with one item, provided that
 * the list shows what was written before.
 *
 * @throws RequestFailure when the item was refused, or when its outcome stays unclear
 */
export async function createOnce(session: Session, request: CreateRequest): Promise<CreateResult> {
	const { reservationId, body, sent, recognition, idempotencyKey, earlier } = request;
	const { client, mapper, reservations } = session;
	await reservations.beforeCreate(reservationId);
	const items = await reservations.itemsOf(reservationId);
	const existing = await recognition.find(items);
	if (existing) return { item: existing, action: 'alreadyExisted', isRepeated: false };
	const late = earlier && (await lookFor(request, earlier, session, items));
	if (late) return { item: late, action: 'created', isRepeated: false };

	for (let tries = 1; ; tries++) {
		const isRepeated = tries > 1 || earlier !== undefined;
		const create = { method: 'POST', body, idempotencyKey } as const;
		const result = await client.trySend(create, { reservationId, isProtected: true });
		if (!(result instanceof RequestFailure)) {
			const answered = mapper.readAnswer(result, { item: sent });
			// A service may answer with the whole bill: what was there before is not the new charge.
			const isOld = items.hasListed(answered.id);
			const item = isOld
				? items.add(sent, undefined, sent)
				: items.add(answered.item, answered.id, sent);
			recognition.noteCreated(item);
			reservations.noteCreated(reservationId, item);
			return { item, action: 'created', isRepeated };
		}
		if (!result.isUnclear) {
			const other = result.response.case === 'conflict' && (await knownNow(request, items));
			if (other) return { item: other, action: 'alreadyExisted', isRepeated };
			throw result;
		}
		const found = await lookFor(request, result, session, items);
		if (found) return { item: found, action: 'created', isRepeated };
		if (tries > client.maxRetries) {
			if (result.response.tells !== 'late') throw result.asNotDone();
			noteUnclear(request, session);
			throw result;
		}
	}
}

/**
 * Looks whether an item whose outcome is unclear has arrived, several times: it may only just be being carried out, or the
 * list may lag behind its writes. Sent again too early, it would be there twice.
 *
 * @throws RequestFailure the given one, when the reservation cannot be read
 */
async function lookFor(
	request: CreateRequest,
	failure: RequestFailure,
	session: Session,
	items: ReservationItems,
): Promise<HeldItem | undefined> {
	for (let look = 1; look <= LOOKS; look++) {
		await session.client.waitBeforeTry(look);
		if (!(await isReadAnew(items))) {
			noteUnclear(request, session);
			throw failure;
		}
		const found = await request.recognition.find(items);
		if (found) {
			request.recognition.noteCreated(found);
			return found;
		}
	}
	return undefined;
}

/** After a conflict: what stands for the item by now, if that can be seen. */
async function knownNow(
	{ recognition }: CreateRequest,
	items: ReservationItems,
): Promise<HeldItem | undefined> {
	return (await isReadAnew(items)) ? await recognition.find(items) : undefined;
}

async function isReadAnew(items: ReservationItems): Promise<boolean> {
	return await items.refresh().then(
		() => true,
		() => false,
	);
}

function noteUnclear({ reservationId, recognition }: CreateRequest, session: Session): void {
	session.reservations.invalidate(reservationId);
	recognition.noteUnclear();
}
