import { isToolExecution, runIndexOf } from '../n8n/n8nCompat';
import { userError } from '../n8n/userError';
import type { ReservationPlan } from './plan';
import type { Run } from './run';

const CONTEXT_KEY = 'reservationServiceSynced';

/** By account and reservation: the first round of a loop that has synced it. */
type Rounds = { [reservation: string]: number };

/** Refuses a reservation that an earlier round of a loop has synced: what that round made would be deleted. */
export function refuseLaterRounds(run: Run, plans: ReservationPlan[]): void {
	const { context } = run;
	const deleting = plans.filter(({ deletion, sync }) => deletion && !sync?.isDryRun);
	if (deleting.length === 0 || isToolExecution(context)) return;
	const rounds = (context.getContext('node')[CONTEXT_KEY] ??= {}) as Rounds;
	const round = runIndexOf(context);
	for (const { session, reservationId, jobs } of deleting) {
		const first = (rounds[`${session.client.scope} ${reservationId}`] ??= round);
		if (first >= round) continue;
		const error = userError({
			what: `An earlier round of this loop has already synced reservation '${reservationId}'`,
			advice: 'Give the node all items of a reservation at once',
			more: `With 'Delete Missing', this round would delete what the earlier one has made.`,
		});
		run.refuse(jobs, error);
	}
}
