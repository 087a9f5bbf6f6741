import { hash } from 'node:crypto';
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { SimplifiedItem } from '../shared/format/fields';
import { CHARGE_FIELDS } from '../shared/format/fields';
import { canonicalJson } from '../shared/format/json';
import type { Mapper } from '../shared/format/mapper';
import { RequestFailure } from '../shared/http/failure';
import type { NodeError } from '../shared/http/nodeErrors';
import { toNodeError } from '../shared/http/nodeErrors';
import { readServiceItems } from '../shared/lists/readServiceItems';
import { keepPollState, pollBudgetOf } from '../shared/n8n/n8nCompat';
import { userError } from '../shared/n8n/userError';
import type { Session } from '../shared/reservation/session';
import { openFormSession } from '../shared/reservation/session';
import { textOf } from '../shared/run/itemInput';
import { runInOrder } from '../shared/run/runInOrder';

type EventName = 'created' | 'updated' | 'deleted';

interface ServiceItemEvent extends IDataObject {
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
type ReservationState = Record<string, ItemState>;

interface ReservationPoll {
	state: ReservationState;
	events: ServiceItemEvent[];
}

/** Kept by n8n between polls and across restarts. */
interface TriggerState {
	reservations?: { [reservationId: string]: ReservationState | undefined };
	/** The account it was read from: in another one the same ID is another reservation. */
	account?: string;
	/** Where to begin, if the last poll ran out of time. */
	resumeAt?: string;
}

/** In characters: 54 bits. */
const DIGEST_LENGTH = 9;

const REMEDY =
	'Give the trigger a credential of one account, and each account a trigger of its own';

/** After this share of the time that n8n gives a poll, no further reservation is begun. */
const SHARE_OF_BUDGET = 0.8;

/** How long n8n may take to save the state, in milliseconds; less than the shortest poll interval. */
const KEEPING_MS = 50_000;

/** Triggers that are polling now: n8n may start a poll before the last one is finished. */
const underWay = new Set<string>();

/**
 * When each trigger last gave events out, and from which state (a digest). With durable poll cursors (n8n 2.41), n8n may
 * poll again before it has saved the new state. If it fails to save, the events are given out again.
 */
const givenOut = new Map<string, { from: string; at: number }>();

export async function pollReservations(
	context: IPollFunctions,
): Promise<ServiceItemEvent[] | null> {
	const trigger = `${context.getWorkflow().id} ${context.getNode().id}`;
	if (underWay.has(trigger)) return null;
	underWay.add(trigger);
	return await pollOnce(context, trigger).finally(() => underWay.delete(trigger));
}

/** @throws NodeApiError or NodeOperationError when no reservation at all could be read */
async function pollOnce(context: IPollFunctions, trigger: string) {
	const { reservationIds, events, session } = await openTrigger(context);
	const kept = context.getWorkflowStaticData('node') as TriggerState;
	const { scope: account } = session.client;
	const known = (kept.account === account && kept.reservations) || {};
	const from = hash('sha256', canonicalJson({ account, known }), 'base64url');
	const last = givenOut.get(trigger);
	if (last?.from === from && Date.now() - last.at < KEEPING_MS) return null;

	const start = Math.max(0, reservationIds.indexOf(kept.resumeAt ?? ''));
	const order = [...reservationIds.slice(start), ...reservationIds.slice(0, start)];
	const polls = new Map<string, ReservationPoll>();
	const errors: NodeError[] = [];
	// n8n drops a poll that takes too long, with all its events.
	const deadline = Date.now() + pollBudgetOf(context) * SHARE_OF_BUDGET;
	const shouldStop = (): boolean => Date.now() > deadline;
	await runInOrder(order, { concurrency: session.maxConcurrency, shouldStop }, async (id) => {
		try {
			polls.set(id, await pollReservation(session, id, known[id]));
		} catch (error) {
			errors.push(reservationError(context, id, error));
		}
	});
	if (polls.size === 0 && errors[0]) throw errors[0];

	// A new object: n8n does not notice changes deeper inside.
	const states = reservationIds.map((id) => [id, polls.get(id)?.state ?? known[id]] as const);
	kept.reservations = Object.fromEntries(states);
	kept.account = account;
	kept.resumeAt = order[polls.size + errors.length];
	// As failed executions, without stopping the others.
	for (const error of errors) context.__emitError(error);
	const found = order.flatMap((id) => polls.get(id)?.events ?? []);
	const wanted = found.filter(({ event }) => events.includes(event));
	if (wanted.length > 0) {
		givenOut.set(trigger, { from, at: Date.now() });
		return wanted;
	}
	// n8n does not save the state after a poll without events: changes since a first sight would be lost.
	if ([...polls.keys()].some((id) => known[id] === undefined)) await keepPollState(context);
	return null;
}

/** For a manual test, from the first service item found. Nothing is saved. */
export async function sampleEvents(context: IPollFunctions): Promise<ServiceItemEvent[]> {
	const { reservationIds, events, session } = await openTrigger(context);
	for (const reservationId of reservationIds) {
		const reading = pollReservation(session, reservationId, {});
		const sample = await reading.then(sampleOf, (error: unknown) => {
			throw reservationError(context, reservationId, error);
		});
		if (sample.length > 0) return sample.filter(({ event }) => events.includes(event));
	}
	throw new NodeOperationError(
		context.getNode(),
		'The reservations have no service items yet, so there is no sample to show. Add one to any of them, then test again',
		{ description: 'The workflow can be activated all the same.' },
	);
}

async function openTrigger(context: IPollFunctions) {
	try {
		const given = [context.getNodeParameter('reservationIds', '')].flat();
		const ids = given.map((id) => textOf(id, 'Reservation IDs'));
		const reservationIds = [...new Set(ids.filter((id) => id !== undefined))];
		const chosen = context.getNodeParameter('events', '');
		const events = (Array.isArray(chosen) ? chosen : []) as EventName[];
		if (reservationIds.length === 0 || events.length === 0) {
			const field = reservationIds.length === 0 ? 'Reservation IDs' : 'Trigger On';
			const message = `'${field}' is empty. Add at least one entry`;
			throw userError(message, 'Without it there is nothing to watch.');
		}
		return { reservationIds, events, session: await openFormSession(context, REMEDY) };
	} catch (error) {
		throw toNodeError(context.getNode(), error);
	}
}

function reservationError(
	context: IPollFunctions,
	reservationId: string,
	error: unknown,
): NodeError {
	const nodeError = toNodeError(context.getNode(), error);
	nodeError.message = `Reservation '${reservationId}': ${nodeError.message}`;
	return nodeError;
}

/** @param before undefined at first sight, which gives no events */
async function pollReservation(
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
			if (answer.status === 404 || answer.status === 410) continue;
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
function sampleOf({ state, events: [created] }: ReservationPoll): ServiceItemEvent[] {
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

/** What is kept of an item, in this order. */
const STATE_FIELDS = [...CHARGE_FIELDS, 'reference'] as const;

function currentItem(raw: IDataObject, reservationId: string, mapper: Mapper) {
	const simplified = mapper.simplify(raw, { reservationId });
	if (simplified.id === null) {
		throw userError(
			`The service items of reservation '${reservationId}' show no ID. Put {id} into 'List Response' in the credential`,
			`Turn on 'Custom API Format' and show in the example which property holds the ID.`,
		);
	}
	const digest = hash('sha256', canonicalJson(raw), 'base64url').slice(0, DIGEST_LENGTH);
	const state = [...STATE_FIELDS.map((field) => simplified[field]), digest];
	return [simplified.id, { serviceItem: { ...raw, ...simplified }, state }] as const;
}

function itemFrom(state: ItemState, id: string, reservationId: string): SimplifiedItem {
	const fields = STATE_FIELDS.map((field, at) => [field, state[at]]);
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
