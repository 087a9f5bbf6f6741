import { hash } from 'node:crypto';
import type { IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { canonicalJson } from '../shared/format/json';
import type { NodeError } from '../shared/http/nodeErrors';
import { toNodeError } from '../shared/http/nodeErrors';
import { keepPollState, pollBudgetOf } from '../shared/n8n/n8nCompat';
import { userError } from '../shared/n8n/userError';
import { openFormSession } from '../shared/reservation/session';
import { textOf } from '../shared/run/itemInput';
import { runInOrder } from '../shared/run/runInOrder';
import type {
	EventName,
	ReservationPoll,
	ReservationState,
	ServiceItemEvent,
} from './reservationPoll';
import { pollReservation, sampleOf } from './reservationPoll';

/** Kept by n8n between polls and across restarts. */
interface TriggerState {
	reservations?: { [reservationId: string]: ReservationState | undefined };
	/** The account it was read from: in another one the same ID is another reservation. */
	account?: string;
	/** Where to begin, if the last poll ran out of time. */
	resumeAt?: string;
}

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
async function pollOnce(
	context: IPollFunctions,
	trigger: string,
): Promise<ServiceItemEvent[] | null> {
	const { reservationIds, events, session } = await open(context);
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
	// n8n does not save the state after a poll without events: at first sight, changes until the next would be lost.
	if ([...polls.keys()].some((id) => known[id] === undefined)) await keepPollState(context);
	return null;
}

/** For a manual test, from the first service item found. Nothing is saved. */
export async function sampleEvents(context: IPollFunctions): Promise<ServiceItemEvent[]> {
	const { reservationIds, events, session } = await open(context);
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

async function open(context: IPollFunctions) {
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
