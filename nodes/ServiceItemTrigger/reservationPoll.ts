import { hash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

import type { SimplifiedItem } from '../shared/format/fields';
import { CHARGE_FIELDS } from '../shared/format/fields';
import { canonicalJson } from '../shared/format/json';
import { RequestFailure } from '../shared/http/failure';
import { userError } from '../shared/n8n/userError';
import { readServiceItems } from '../shared/reservation/readServiceItems';
import type { Session } from '../shared/reservation/session';

/** What can happen to a service item. */
export type EventName = 'created' | 'updated' | 'deleted';

/** One change, as the trigger gives it out. */
export interface ServiceItemEvent extends IDataObject {
	event: EventName;
	reservationId: string;
	/** The item as it is; of a deleted one, as it was. Under the simplified names, with all else the service returned. */
	serviceItem: IDataObject;
	/** The simplified item as it was before an update. */
	previous?: IDataObject;
}

/** What is kept of a service item: the fields of its charge, and last a digest of the whole item. About 100 bytes. */
type ItemState = Array<string | number | null>;

export interface ReservationState {
	[serviceId: string]: ItemState;
}

/** One reservation as a poll found it. */
export interface ReservationPoll {
	state: ReservationState;
	events: ServiceItemEvent[];
}

interface CurrentItem {
	serviceItem: IDataObject;
	state: ItemState;
}

/** Characters of a digest: 54 bits, so that two versions of one item do not look alike by chance. */
const DIGEST_LENGTH = 9;

/**
 * Reads a reservation and compares it with what was kept of it.
 *
 * @param before the state kept; undefined at first sight, which leads to no events
 * @throws RequestFailure when it cannot be read, and UserError when its items show no ID
 */
export async function pollReservation(
	session: Session,
	reservationId: string,
	before: ReservationState | undefined,
): Promise<ReservationPoll> {
	const items = await readServiceItems(session.client, { reservationId });
	const there = items.filter((raw) => !session.mapper.isWithdrawn(raw));
	const current = new Map(there.map((raw) => currentItem(raw, reservationId, session)));
	if (before) await addOverlooked(current, before, reservationId, session);
	return {
		state: Object.fromEntries([...current].map(([id, { state }]) => [id, state])),
		events: before ? eventsBetween(before, current, reservationId) : [],
	};
}

/** A sample of every chosen kind of event, made of the reservation's items, for testing by hand. */
export async function sampleOf(
	session: Session,
	reservationId: string,
	events: EventName[],
): Promise<ServiceItemEvent[]> {
	const [raw] = await readServiceItems(session.client, { reservationId, limit: 1 });
	if (!raw) return [];
	const [id, { serviceItem, state }] = currentItem(raw, reservationId, session);
	const known = itemFrom(state, id, reservationId);
	// Something has to differ, or what compares the two cannot be tried.
	const previous = {
		...known,
		description: `${known.description ?? ''} (before the change)`.trim(),
	};
	return events.map((event) => ({
		event,
		reservationId,
		serviceItem: event === 'deleted' ? known : serviceItem,
		...(event === 'updated' && { previous }),
	}));
}

function currentItem(
	raw: IDataObject,
	reservationId: string,
	{ mapper }: Session,
): [string, CurrentItem] {
	const simplified = mapper.simplify(raw, { reservationId });
	if (simplified.id === null) {
		throw userError(
			`The service items of reservation '${reservationId}' show no ID. Put {id} into 'List Response' in the credential`,
			`Turn on 'Custom API Format' and show in the example which property holds the ID.`,
		);
	}
	const digest = hash('sha256', canonicalJson(raw), 'base64url').slice(0, DIGEST_LENGTH);
	const state = [...CHARGE_FIELDS.map((field) => simplified[field]), digest];
	return [simplified.id, { serviceItem: { ...raw, ...simplified }, state }];
}

/** The simplified item as it was when its state was taken. */
function itemFrom(state: ItemState, id: string, reservationId: string): SimplifiedItem {
	const fields = CHARGE_FIELDS.map((field, at) => [field, state[at]]);
	return { id, reservationId, ...Object.fromEntries(fields) } as SimplifiedItem;
}

/** Only the digests are compared: the fields also depend on the workflow and the credential. */
function eventsBetween(
	before: ReservationState,
	current: Map<string, CurrentItem>,
	reservationId: string,
): ServiceItemEvent[] {
	const known = new Map(Object.entries(before));
	const events: ServiceItemEvent[] = [];
	for (const [id, { serviceItem, state }] of current) {
		const earlier = known.get(id);
		if (!earlier) events.push({ event: 'created', reservationId, serviceItem });
		else if (earlier.at(-1) !== state.at(-1)) {
			const previous = itemFrom(earlier, id, reservationId);
			events.push({ event: 'updated', reservationId, serviceItem, previous });
		}
	}
	for (const [id, earlier] of known) {
		if (current.has(id)) continue;
		const serviceItem = itemFrom(earlier, id, reservationId);
		events.push({ event: 'deleted', reservationId, serviceItem });
	}
	return events;
}

/** Asks for every item that is gone from a paged list: while its pages are read, one can slip to another page. */
async function addOverlooked(
	current: Map<string, CurrentItem>,
	before: ReservationState,
	reservationId: string,
	session: Session,
): Promise<void> {
	const { client, mapper } = session;
	if (mapper.paging.size === 0) return;
	for (const serviceId of Object.keys(before).filter((id) => !current.has(id))) {
		const answer = await client.trySend({ method: 'GET', serviceId }, { reservationId });
		if (answer instanceof RequestFailure) {
			if (answer.outcome.kind === 'answer' && [404, 410].includes(answer.outcome.status)) continue;
			throw answer;
		}
		const { item } = mapper.readAnswer(answer, { id: serviceId });
		if (!mapper.isWithdrawn(item)) current.set(...currentItem(item, reservationId, session));
	}
}
