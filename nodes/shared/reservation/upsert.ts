import type { IDataObject } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import { RequestFailure } from '../http/failure';
import type { WrittenFields } from '../format/fields';
import { FIELD_LABELS } from '../format/fields';
import { merge } from '../format/json';
import { differencesOf } from './comparison';
import { createOnce } from './createOnce';
import { ByReference } from './references';
import type { HeldItem } from './heldItem';
import { idToChange } from './heldItem';
import type { Session } from './session';

/** How a service item should be; fields that are absent are left as they are. */
export interface WantedItem {
	reservationId: string;
	fields: WrittenFields & { reference: string };
	/** Further properties under the service's names. */
	custom: IDataObject;
	/** The key under which the service makes no second charge, where it takes one. */
	idempotencyKey?: string;
}

/** What has to be done to a reservation so that it has an item as wanted. */
export type UpsertPlan =
	| { action: 'create'; before?: undefined; body: IDataObject; sent: IDataObject }
	| { action: 'update'; before: HeldItem; body: IDataObject; sent: IDataObject }
	| { action: 'none'; before: HeldItem; sent?: undefined };

/** What was done. */
export interface UpsertResult {
	action: 'created' | 'updated' | 'unchanged';
	/** The item as it was; absent when there was none. */
	before?: IDataObject;
	after: HeldItem;
}

/**
 * Compares a wanted item with what the reservation holds under its reference. Sends nothing but, once per
 * run and reservation, the list request.
 *
 * @throws UserError when several items carry the reference, or when a new item would lack a field
 */
export async function planUpsert(session: Session, wanted: WantedItem): Promise<UpsertPlan> {
	const { reservationId, fields, custom } = wanted;
	const items = await session.reservations.itemsOf(reservationId);
	const before = await recognitionOf(session, wanted).find(items);
	const { mapper } = session;
	if (!before) {
		assertComplete(fields);
		const whole = { reservationId, ...fields };
		const sent = mapper.asCreated(whole, custom);
		return { action: 'create', body: mapper.createBody(whole, custom), sent };
	}
	const differences = differencesOf(fields, before.fields);
	const customDifferences = mapper.customChanges(custom, before.raw);
	if (isEmpty(differences) && isEmpty(customDifferences)) return { action: 'none', before };
	// The reference that an item carries stays with it.
	const changes: WrittenFields = { ...differences, reference: fields.reference };
	const present = { item: before.raw, reservationId };
	const body = mapper.updateBody(changes, customDifferences, present);
	const sent = mapper.asUpdated(changes, customDifferences);
	return { action: 'update', before, body, sent };
}

/**
 * Carries out a plan.
 *
 * @param earlier how an earlier try of the run ended for it, if its outcome stayed unclear
 * @throws RequestFailure when the service refused it or its outcome stays unclear; doing it again is safe
 */
export async function carryOut(
	session: Session,
	wanted: WantedItem,
	plan: UpsertPlan,
	earlier?: RequestFailure,
): Promise<UpsertResult> {
	const { reservationId } = wanted;
	if (plan.action === 'none') {
		return { action: 'unchanged', before: plan.before.raw, after: plan.before };
	}
	if (plan.action === 'update') return await update(session, reservationId, plan);
	const { item, action } = await createOnce(session, {
		reservationId,
		body: plan.body,
		sent: plan.sent,
		recognition: recognitionOf(session, wanted),
		idempotencyKey: wanted.idempotencyKey,
		// An update that was unclear has made nothing that could show up.
		earlier: earlier?.request.method === 'POST' ? earlier : undefined,
	});
	return { action: action === 'created' ? 'created' : 'unchanged', after: item };
}

/** After all items of the reservation: makes sure that a created item is the only one with its reference. */
export async function settleCreated(session: Session, wanted: WantedItem): Promise<UpsertResult> {
	const { item, action } = await recognitionOf(session, wanted).settle();
	if (action === 'created') return { action, after: item };
	// Another execution was first: its item stays, and is brought up to date.
	return await carryOut(session, wanted, await planUpsert(session, wanted));
}

function recognitionOf(session: Session, { reservationId, fields }: WantedItem): ByReference {
	return new ByReference(session, reservationId, fields.reference);
}

async function update(
	{ client, mapper, reservations }: Session,
	reservationId: string,
	{ before: held, body, sent }: Extract<UpsertPlan, { action: 'update' }>,
): Promise<UpsertResult> {
	const serviceId = idToChange(held);
	const before = merge(held.sent ?? {}, held.raw);
	const answer = await client.trySend({ method: 'PATCH', serviceId, body }, { reservationId });
	if (answer instanceof RequestFailure) {
		reservations.invalidate(reservationId);
		throw answer;
	}
	const whole = merge(before, sent);
	const { item } = mapper.readAnswer(answer, { id: serviceId, item: whole });
	const items = await reservations.itemsOf(reservationId);
	items.remove(held);
	const after = items.add(item, serviceId, whole);
	return { action: 'updated', before, after };
}

function isEmpty(changes: object): boolean {
	return Object.keys(changes).length === 0;
}

function assertComplete(fields: WrittenFields): void {
	const needed = ['amount', 'date', 'description'] as const;
	const missing = needed.filter((name) => fields[name] === undefined);
	if (missing.length === 0) return;
	throw userError(
		`${new Intl.ListFormat('en-GB').format(missing.map((name) => `'${FIELD_LABELS[name]}'`))} must be filled in, as there is no service item with this reference yet. Fill ${missing.length > 1 ? 'them' : 'it'} in to have one created`,
		'Only for an item that exists may fields be left blank: those stay as they are.',
	);
}
