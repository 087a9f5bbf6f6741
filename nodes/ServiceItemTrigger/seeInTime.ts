import type { IPollFunctions } from 'n8n-workflow';

import { RequestFailure } from '../shared/http/failure';
import type { NodeError } from '../shared/http/nodeErrors';
import { withDeadline } from '../shared/http/wait';
import { pollBudgetOf } from '../shared/n8n/n8nCompat';
import { userError } from '../shared/n8n/userError';
import { runInOrder } from '../shared/run/runInOrder';
import type { SeenReservation } from './events';
import type { OpenTrigger } from './openTrigger';
import { reservationError } from './reservationError';
import { seeReservation } from './seeReservation';
import type { TriggerState } from './triggerState';

/** After this share of the time that n8n gives a poll, no further reservation is begun. */
const SHARE_TO_BEGIN = 0.8;

/** What became of the reservations. One for which there was no time is in neither. */
export interface Seen {
	reservations: Map<string, SeenReservation>;
	errors: Map<string, NodeError>;
}

/** Reads one reservation after the other, several at a time. n8n drops a poll that takes too long, with all its events. */
export async function seeInTime(
	context: IPollFunctions,
	{ session }: OpenTrigger,
	order: string[],
	known: TriggerState['reservations'],
): Promise<Seen> {
	const budget = pollBudgetOf(context);
	const start = Date.now();
	const seen: Seen = { reservations: new Map(), errors: new Map() };
	const limits = {
		concurrency: session.maxConcurrency,
		shouldStop: () => Date.now() - start > budget * SHARE_TO_BEGIN,
	};
	await runInOrder(order, limits, async (id) => {
		const reading = seeReservation(session, id, known.get(id));
		try {
			const ms = start + budget - Date.now();
			seen.reservations.set(id, await withDeadline(reading, { ms }));
		} catch (error) {
			const reason = isTimeout(error) ? tooSlow() : error;
			seen.errors.set(id, reservationError(context, id, reason));
		}
	});
	return seen;
}

/** True for an error of `withDeadline`. */
function isTimeout(error: unknown): boolean {
	const isOwn = error instanceof Error && !(error instanceof RequestFailure);
	return isOwn && 'code' in error && error.code === 'ETIMEDOUT';
}

function tooSlow() {
	return userError(
		'It could not be read in the time that n8n gives a poll. Look at the service if this comes again',
		'The next poll reads it again, and tells what has happened meanwhile.',
	);
}
