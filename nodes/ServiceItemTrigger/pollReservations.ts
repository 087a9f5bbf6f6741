import type { IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { NodeError } from '../shared/http/nodeErrors';
import { toNodeError } from '../shared/http/nodeErrors';
import { textOf } from '../shared/run/itemInput';
import { keepPollState, pollBudgetOf } from '../shared/n8n/n8nCompat';
import { runInOrder } from '../shared/run/runInOrder';
import { openFormSession } from '../shared/reservation/session';
import { GivenOut } from './givenOut';
import type { ReservationState } from './itemState';
import type { EventName, ReservationPoll, ServiceItemEvent } from './reservationPoll';
import { pollReservation, sampleOf } from './reservationPoll';

interface ReservationStates {
	[reservationId: string]: ReservationState;
}

/** What n8n keeps for the trigger between polls and across restarts. */
interface TriggerState {
	reservations?: ReservationStates;
	/** Which account it was read from: another one has other reservations, even under the same IDs. */
	account?: string;
	/** The reservation to begin with, when the last poll ran out of time before it. */
	resumeAt?: string;
}

const REMEDY =
	'Give the trigger a credential of one account, and each account a trigger of its own';

/** The part of the time n8n gives a poll after which no further reservation is begun. */
const SHARE_OF_BUDGET = 0.8;

/** The triggers that are polling just now: n8n may start a poll while the one before is not finished. */
const underWay = new Set<string>();

const givenOut = new GivenOut();

/** One poll, unless the one before is still under way or not kept yet: two would give out the same events. */
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

/**
 * The state moves per reservation, and only for those that could be read. n8n does not save a poll without events, which is
 * just as well, but for the first look at a reservation: what happens until the next one would be lost.
 *
 * @returns the events, or null when nothing happened
 * @throws NodeApiError or NodeOperationError when no reservation at all could be read
 */
async function pollOnce(
	context: IPollFunctions,
	trigger: string,
): Promise<ServiceItemEvent[] | null> {
	const { reservationIds, events } = parametersOf(context);
	const session = await openFormSession(context, REMEDY);
	const kept = context.getWorkflowStaticData('node') as TriggerState;
	const { scope: account } = session.client;
	const known = (kept.account === account && kept.reservations) || {};
	const before = { account, known };
	if (givenOut.isRecent(trigger, before)) return null;

	const order = startingAt(kept.resumeAt, reservationIds);
	const polls = new Map<string, ReservationPoll>();
	const errors: NodeError[] = [];
	const isTimeUp = deadlineOf(context);
	const pollOne = async (reservationId: string): Promise<void> => {
		try {
			polls.set(reservationId, await pollReservation(session, reservationId, known[reservationId]));
		} catch (error) {
			errors.push(reservationError(context, reservationId, error));
		}
	};
	await runInOrder(
		order,
		{ keyOf: (id) => id, concurrency: session.maxConcurrency, shouldStop: isTimeUp },
		async (group) => {
			for (const reservationId of group) await pollOne(reservationId);
		},
	);
	if (polls.size === 0 && errors[0]) throw errors[0];

	kept.reservations = statesAfter(known, reservationIds, polls);
	kept.account = account;
	kept.resumeAt = order[polls.size + errors.length];
	for (const error of errors) report(context, error);
	const found = order.flatMap((reservationId) => polls.get(reservationId)?.events ?? []);
	const wanted = found.filter(({ event }) => events.includes(event));
	if (wanted.length > 0) {
		givenOut.note(trigger, before);
		return wanted;
	}
	const isFirstSight = [...polls.keys()].some((id) => known[id] === undefined);
	if (isFirstSight) await keepPollState(context);
	return null;
}

/**
 * A sample at once for a test by hand, made of the first service item found. Nothing is kept.
 *
 * @throws NodeApiError or NodeOperationError when there is nothing to show
 */
export async function sampleEvents(context: IPollFunctions): Promise<ServiceItemEvent[]> {
	const { reservationIds, events } = parametersOf(context);
	const session = await openFormSession(context, REMEDY);
	for (const reservationId of reservationIds) {
		const sample = await sampleOf(session, reservationId, events).catch((error: unknown) => {
			throw reservationError(context, reservationId, error);
		});
		if (sample.length > 0) return sample;
	}
	throw new NodeOperationError(
		context.getNode(),
		'The reservations have no service items yet, so there is no sample to show. Add one to any of them, then test again',
		{ description: 'The workflow can be activated all the same.' },
	);
}

function parametersOf(context: IPollFunctions): { reservationIds: string[]; events: EventName[] } {
	const reservationIds = reservationIdsIn(context);
	const chosen = context.getNodeParameter('events', '');
	const events = (Array.isArray(chosen) ? chosen : []) as EventName[];
	if (reservationIds.length > 0 && events.length > 0) return { reservationIds, events };
	const field = reservationIds.length === 0 ? 'Reservation IDs' : 'Trigger On';
	throw new NodeOperationError(context.getNode(), `'${field}' is empty. Add at least one entry`, {
		description: 'Without it there is nothing to watch.',
	});
}

function reservationIdsIn(context: IPollFunctions): string[] {
	const given = context.getNodeParameter('reservationIds', '');
	try {
		const ids = [given].flat().map((id) => textOf(id, 'Reservation IDs'));
		return [...new Set(ids.filter((id) => id !== undefined))];
	} catch (error) {
		throw toNodeError(context.getNode(), error);
	}
}

/** The states to keep, as one new value: n8n does not notice changes further inside. */
function statesAfter(
	known: ReservationStates,
	reservationIds: string[],
	polls: Map<string, ReservationPoll>,
): ReservationStates {
	const states = reservationIds.map((id) => [id, polls.get(id)?.state ?? known[id]]);
	return Object.fromEntries(states.filter(([, state]) => state !== undefined)) as ReservationStates;
}

function startingAt(first: string | undefined, ids: string[]): string[] {
	const start = Math.max(0, first === undefined ? 0 : ids.indexOf(first));
	return [...ids.slice(start), ...ids.slice(0, start)];
}

/** n8n drops a poll that takes too long, with all its events. */
function deadlineOf(context: IPollFunctions): () => boolean {
	const budget = pollBudgetOf(context);
	const deadline = Date.now() + budget * SHARE_OF_BUDGET;
	return () => Date.now() > deadline;
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

/** Reports a reservation that could not be read as a failed execution, or in the log, without stopping the others. */
function report(context: IPollFunctions, error: NodeError): void {
	try {
		context.__emitError(error);
	} catch {
		context.logger.error(error.message);
	}
}
