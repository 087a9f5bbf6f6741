import type { IDataObject } from 'n8n-workflow';

import { OutdatedError, RequestFailure } from '../client/requestFailure';
import { answeredItem } from '../answers/answeredItem';
import type { Answer } from '../answers/outcome';
import type { ServiceItemFields } from '../wire/serviceItem';
import { asReturned } from '../wire/writtenItem';
import type { Settled } from './createdReferences';
import type { HeldItem } from './heldItem';
import type { ReservationItems } from './reservationItems';
import type { Session } from './session';

/** How often a reservation is looked at, longer and longer apart, for an item that may show up late: 7.5 seconds in all. */
const MOST_LOOKS = 4;
/** How often where the connection broke off, and lists have shown at once what was made: 1.5 seconds in all. */
const FEW_LOOKS = 2;

/** A list that was read so long after the run's first shows what an earlier try has sent, in milliseconds: four looks take longer. */
const SHOWN_AFTER_MS = 7_000;

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
	fields: ServiceItemFields;
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
	const { reservationId, body, fields, recognition, earlier } = request;
	const { client, wire, reservations } = session;
	const items = await reservations.freshItemsOf(reservationId);
	const existing = await recognition.find(items);
	if (existing) return { item: existing, action: 'alreadyExisted', isRepeated: false };
	// Before anything is sent, as it may complain.
	const known = { reservationId, sent: asReturned(body, fields, wire, 'create') };

	const isConclusive = items.readAt - items.openedAt > SHOWN_AFTER_MS;
	const late = earlier && !isConclusive && (await lookFor(request, earlier, session, items));
	if (late) return { item: late, action: 'created', isRepeated: false };

	for (let tries = 1; ; tries++) {
		const sentBefore = earlier ? tries : tries - 1;
		const isRepeated = sentBefore > 0;
		const sentAt = Date.now();
		const result = await sendWhileMissing(request, session, items);
		if ('existing' in result) {
			const { existing: item } = result;
			// After an earlier try it is what that one has made, late.
			if (isRepeated) recognition.noteCreated(item);
			return {
				item,
				action: isRepeated ? 'created' : 'alreadyExisted',
				isRepeated: sentBefore > 1,
			};
		}
		if (!(result instanceof RequestFailure)) {
			const item = items.add(answeredItem(result, known, wire.format), known);
			recognition.noteCreated(item);
			await reservations.proof.afterCreate(reservationId, items, item, sentAt);
			return { item, action: 'created', isRepeated };
		}
		if (!result.isUnclear) {
			const other = result.judgement.kind === 'conflict' && (await knownNow(request, items));
			if (other) return { item: other, action: 'alreadyExisted', isRepeated };
			throw result;
		}
		const found = await lookFor(request, result, session, items);
		if (found) return { item: found, action: 'created', isRepeated };
		if (tries > client.maxRetries) {
			if (!result.judgement.mayStillArrive) throw result.asNotDone();
			noteUnclear(request, session);
			throw result;
		}
	}
}

/**
 * Sends the create when its turn comes. If the process stood still until then, another one may have created the item
 * meanwhile, so the reservation is looked at once more first.
 */
async function sendWhileMissing(
	{ reservationId, body, recognition, idempotencyKey }: CreateRequest,
	{ client, reservations }: Session,
	items: ReservationItems,
): Promise<Answer | RequestFailure | { existing: HeldItem }> {
	const create = { method: 'POST', body, idempotencyKey } as const;
	const purpose = { reservationId, isProtected: true };
	for (;;) {
		const result = await client
			.trySend(create, purpose, () => reservations.assertAwakeSince(items))
			.catch((error: unknown) => {
				if (!(error instanceof OutdatedError)) throw error;
			});
		if (result) return result;
		const existing = await recognition.find(await reservations.freshItemsOf(reservationId));
		if (existing) return { existing };
	}
}

/**
 * Looks whether an item whose outcome is unclear has arrived, several times: it may only just be being carried out, or the
 * list may lag behind its writes. Sent again too early, it would be there twice.
 *
 * @throws RequestFailure the given one, when the reservation cannot be read, or when what is new there may be the item
 */
async function lookFor(
	request: CreateRequest,
	failure: RequestFailure,
	session: Session,
	items: ReservationItems,
): Promise<HeldItem | undefined> {
	const { client, reservations } = session;
	const isSoonKnown = reservations.proof.isPrompt && !failure.judgement.mayStillArrive;
	const looks = isSoonKnown ? FEW_LOOKS : MOST_LOOKS;
	for (let look = 1; look <= looks; look++) {
		await client.waitBeforeTry(look);
		if (!(await isReadAnew(items))) {
			noteUnclear(request, session);
			throw failure;
		}
		const found = await request.recognition.find(items);
		if (found) {
			request.recognition.noteCreated(found);
			return found;
		}
		const possibleMatch = items.possibleMatchOf(request.fields);
		if (possibleMatch) throw failure.withPossibleMatch(possibleMatch.id ?? '');
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
