import { hash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

import type { SimplifiedItem } from '../shared/format/fields';
import { CHARGE_FIELDS } from '../shared/format/fields';
import { canonicalJson } from '../shared/format/json';
import type { Mapper } from '../shared/format/mapper';
import { RequestFailure } from '../shared/http/failure';
import { readServiceItems } from '../shared/lists/readServiceItems';
import { userError } from '../shared/n8n/userError';
import type { Session } from '../shared/reservation/session';

export type EventName = 'created' | 'updated' | 'deleted';

export interface ServiceItemEvent extends IDataObject {
	event: EventName;
	reservationId: string;
	/** All that the service returned, and the simplified fields; of a deleted item, the latter as they last were. */
	serviceItem: IDataObject;
	/** The simplified item as it was before an update. */
	previous?: IDataObject;
}

/** The fields of the charge, and last a digest of the whole item: about 100 bytes. */
type ItemState = Array<string | number | null>;

/** By the ID of the service item. */
export type ReservationState = Record<string, ItemState>;

export interface ReservationPoll {
	state: ReservationState;
	events: ServiceItemEvent[];
}

/** In characters: 54 bits. */
const DIGEST_LENGTH = 9;

/** @param before undefined at first sight, which gives no events */
export async function pollReservation(
	{ client, mapper }: Session,
	reservationId: string,
	before: ReservationState | undefined,
): Promise<ReservationPoll> {
	const listed = await readServiceItems(client, { reservationId });
	const there = listed.filter((raw) => !mapper.isWithdrawn(raw));
	const current = new Map(there.map((raw) => currentItem(raw, reservationId, mapper)));
	const missing = Object.keys(before ?? {}).filter((id) => !current.has(id));
	// An item missing from a paged list may have moved to another page while the pages were read.
	for (const serviceId of mapper.paging.size > 0 ? missing : []) {
		const answer = await client.trySend({ method: 'GET', serviceId, reservationId });
		if (answer instanceof RequestFailure) {
			if (answer.outcome.kind === 'answer' && [404, 410].includes(answer.outcome.status)) continue;
			throw answer;
		}
		const { item } = mapper.readAnswer(answer, { id: serviceId });
		if (!mapper.isWithdrawn(item)) current.set(...currentItem(item, reservationId, mapper));
	}
	return {
		state: Object.fromEntries([...current].map(([id, { state }]) => [id, state])),
		events: before ? eventsBetween(before, current, reservationId) : [],
	};
}

/** An event of each kind, of the first service item; none where there is none. */
export function sampleOf({ state, events: [created] }: ReservationPoll): ServiceItemEvent[] {
	if (!created) return [];
	const { reservationId } = created;
	const id = created.serviceItem.id as string;
	const serviceItem = itemFrom(state[id] ?? [], id, reservationId);
	// Something has to differ, so that workflows that compare the two can be tried.
	const description = `${serviceItem.description ?? ''} (before the change)`.trim();
	return [
		created,
		{ ...created, event: 'updated', previous: { ...serviceItem, description } },
		{ event: 'deleted', reservationId, serviceItem },
	];
}

function currentItem(raw: IDataObject, reservationId: string, mapper: Mapper) {
	const simplified = mapper.simplify(raw, { reservationId });
	if (simplified.id === null) {
		throw userError(
			`The service items of reservation '${reservationId}' show no ID. Put {id} into 'List Response' in the credential`,
			`Turn on 'Custom API Format' and show in the example which property holds the ID.`,
		);
	}
	const digest = hash('sha256', canonicalJson(raw), 'base64url').slice(0, DIGEST_LENGTH);
	const state = [...CHARGE_FIELDS.map((field) => simplified[field]), digest];
	return [simplified.id, { serviceItem: { ...raw, ...simplified }, state }] as const;
}

function itemFrom(state: ItemState, id: string, reservationId: string): SimplifiedItem {
	const fields = CHARGE_FIELDS.map((field, at) => [field, state[at]]);
	return { id, reservationId, ...Object.fromEntries(fields) } as SimplifiedItem;
}

/** Compares digests only: the fields also depend on the workflow and the credential. */
function eventsBetween(
	before: ReservationState,
	current: Map<string, { serviceItem: IDataObject; state: ItemState }>,
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
