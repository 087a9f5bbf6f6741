import { hash } from 'node:crypto';
import type { IPollFunctions } from 'n8n-workflow';

import { canonicalJson } from '../shared/format/json';
import { keepPollState } from '../shared/n8n/n8nCompat';
import type { ServiceItemEvent } from './events';
import { eventsBetween, knownAfter } from './events';
import { isBeingSaved, noteGivenOut } from './givenOut';
import { openTrigger } from './openTrigger';
import type { Seen } from './seeInTime';
import { seeInTime } from './seeInTime';
import { fieldsOf } from './seeReservation';
import type { TriggerState } from './triggerState';
import { readState, writeState } from './triggerState';

/** Triggers that are polling now: n8n may start a poll before the last one is finished. */
const underWay = new Set<string>();

/**
 * @returns what happened since the last poll; null where nothing did, so that n8n starts nothing
 * @throws NodeApiError or NodeOperationError when no reservation at all could be read
 */
export async function pollReservations(
	context: IPollFunctions,
): Promise<ServiceItemEvent[] | null> {
	const trigger = `${context.getWorkflow().id} ${context.getNode().id}`;
	if (underWay.has(trigger)) return null;
	underWay.add(trigger);
	try {
		return await pollOnce(context, trigger);
	} finally {
		underWay.delete(trigger);
	}
}

async function pollOnce(
	context: IPollFunctions,
	trigger: string,
): Promise<ServiceItemEvent[] | null> {
	const opened = await openTrigger(context);
	const kept = context.getWorkflowStaticData('node');
	const origin = hash('sha256', canonicalJson([opened.account, kept]), 'base64url');
	if (isBeingSaved(trigger, origin)) return null;
	const blank = fieldsOf(opened.session.mapper.simplify({}));
	const state = readState(kept, opened.account, blank);

	const order = startingAt(state.resumeAt, opened.reservationIds);
	const seen = await seeInTime(context, opened, order, state.reservations);
	const [error] = seen.errors.values();
	if (error && seen.reservations.size === 0) throw error;

	writeState(kept, stateAfter(state, seen, order));
	// As failed executions, without stopping the others.
	for (const each of seen.errors.values()) context.__emitError(each);
	const events = eventsOf(state, seen, order);
	const wanted = events.filter(({ event }) => opened.events.includes(event));
	if (wanted.length > 0) {
		noteGivenOut(trigger, origin);
		return wanted;
	}
	// What the poll at publishing has seen, n8n does not save by itself: changes since then would be lost.
	await keepPollState(context);
	return null;
}

function startingAt(first: string | undefined, reservationIds: string[]): string[] {
	const start = Math.max(0, reservationIds.indexOf(first ?? ''));
	return [...reservationIds.slice(start), ...reservationIds.slice(0, start)];
}

/** In the order in which the reservations were read. */
function eventsOf(state: TriggerState, seen: Seen, order: string[]): ServiceItemEvent[] {
	const events: ServiceItemEvent[] = [];
	for (const id of order) {
		const reservation = seen.reservations.get(id);
		if (reservation) events.push(...eventsBetween(state.reservations.get(id), reservation, id));
	}
	return events;
}

/** Of a reservation that was not read, what was known stays; one that is no longer watched is forgotten. */
function stateAfter(state: TriggerState, seen: Seen, order: string[]): TriggerState {
	const after: TriggerState = { account: state.account, reservations: new Map() };
	after.resumeAt = order[seen.reservations.size + seen.errors.size];
	for (const id of order) {
		const before = state.reservations.get(id);
		const reservation = seen.reservations.get(id);
		const known = reservation ? knownAfter(before, reservation) : before;
		if (known) after.reservations.set(id, known);
	}
	return after;
}
