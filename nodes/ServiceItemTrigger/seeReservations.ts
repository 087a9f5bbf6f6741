import type { IPollFunctions } from 'n8n-workflow';

import type { NodeError } from '../shared/n8n/nodeErrors';
import { clock, withDeadline } from '../shared/http/wait';
import { pollBudgetOf } from '../shared/n8n/n8nCompat';
import { userError } from '../shared/n8n/userError';
import { runInOrder } from '../shared/run/runInOrder';
import type { Session } from '../shared/session/session';
import type { KnownReservation, SeenReservation } from './events';
import { reservationError } from './openTrigger';
import { seeReservation } from './seeReservation';

/**
 * After this share of the time that n8n gives a poll, no further reservation is
 * begun.
 */
const SHARE_TO_BEGIN = 0.8;

/**
 * Reads one reservation after the other, several at a time. n8n drops a poll
 * that takes too long with all its events, so one that does not come to an end
 * is left.
 *
 * @returns what was seen of each, or why it could not be; nothing of those for
 * which there was no time
 */
export async function seeReservations(
	context: IPollFunctions,
	session: Session,
	order: string[],
	known: Map<string, KnownReservation>,
): Promise<Map<string, SeenReservation | NodeError>> {
	const seen = new Map<string, SeenReservation | NodeError>();
	const start = clock();
	const budget = pollBudgetOf(context);
	const concurrency = session.maxConcurrency;
	const shouldStop = () => clock() - start > budget * SHARE_TO_BEGIN;
	await runInOrder(order, { concurrency, shouldStop }, async (id) => {
		const reading = seeReservation(session, id, known.get(id));
		const ms = start + budget - clock();
		try {
			seen.set(id, await withDeadline(reading, { ms }));
		} catch (error) {
			const isLate = clock() - start >= budget;
			const reason = isLate ? tooSlow() : error;
			seen.set(id, reservationError(context, id, reason));
		}
	});
	return seen;
}

function tooSlow() {
	return userError({
		what: 'It could not be read in the time that n8n gives a poll',
		advice: 'If this comes again, watch fewer reservations',
	});
}
