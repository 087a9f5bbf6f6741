import type { IPollFunctions } from 'n8n-workflow';

import { canonicalJson, digest } from '../shared/format/json';
import { keepPollState } from '../shared/n8n/n8nCompat';
import type { KnownReservation, ServiceItemEvent } from './events';
import { eventsBetween, knownAfter } from './events';
import { isBeingSaved, noteGivenOut } from './givenOut';
import { openTrigger } from './openTrigger';
import { seeReservations } from './seeReservations';

/** What n8n keeps between polls and over restarts. */
interface TriggerState {
	/**
	 * Of `OpenTrigger`: elsewhere the same Reservation ID is another reservation.
	 */
	account: string;
	/** By their IDs. An item takes about 100 bytes. */
	reservations: { [reservationId: string]: KnownReservation };
	/** Where to begin, if the last poll ran out of time. */
	resumeAt?: string;
}

/**
 * Triggers that are polling now: n8n may start a poll before the last one is
 * finished.
 */
const underWay = new Set<string>();

/**
 * @returns what happened since the last poll; null where nothing did, so that
 * n8n starts nothing
 * @throws NodeApiError or NodeOperationError when no reservation at all could
 * be read
 */
export async function pollReservations(
	context: IPollFunctions,
): Promise<ServiceItemEvent[] | null> {
	const workflow = context.getWorkflow();
	const trigger = `${workflow.id} ${context.getNode().id}`;
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
	const { account } = opened;
	const kept: Partial<TriggerState> = context.getWorkflowStaticData('node');
	const foundFrom = digest(canonicalJson([account, kept]));
	if (isBeingSaved(trigger, foundFrom)) return null;

	const state = kept.account === account ? kept : {};
	const known = new Map(Object.entries(state.reservations ?? {}));
	const order = startingAt(state.resumeAt, opened.reservationIds);
	const seen = await seeReservations(context, opened.session, order, known);
	kept.resumeAt = order[seen.size];
	const errors = [...seen.values()].filter((each) => each instanceof Error);
	if (errors.length > 0 && errors.length === seen.size) {
		throw errors[0] as Error;
	}

	const events: ServiceItemEvent[] = [];
	const after: Array<[string, KnownReservation]> = [];
	for (const id of order) {
		const before = known.get(id);
		const reservation = seen.get(id);
		if (reservation && !(reservation instanceof Error)) {
			events.push(...eventsBetween(before, reservation, id));
			after.push([id, knownAfter(before, reservation)]);
		} else if (before) {
			after.push([id, before]);
		}
	}
	// New values, as n8n does not notice changes deeper inside. One that is no
	// longer watched is forgotten.
	const reservations = Object.fromEntries(after);
	Object.assign(kept, { account, reservations });

	// As failed executions, without stopping the others.
	for (const error of errors) context.__emitError(error);
	const wanted = events.filter((each) => opened.events.includes(each.event));
	if (wanted.length > 0) {
		noteGivenOut(trigger, foundFrom);
		return wanted;
	}
	// What the poll at publishing has seen, n8n does not save by itself: changes
	// since then would be lost.
	await keepPollState(context);
	return null;
}

function startingAt(first: string | undefined, ids: string[]): string[] {
	const start = Math.max(0, ids.indexOf(first ?? ''));
	return [...ids.slice(start), ...ids.slice(0, start)];
}
