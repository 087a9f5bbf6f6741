import type { IExecuteFunctions } from 'n8n-workflow';

import { isToolExecution, runIndexOf } from '../n8n/n8nCompat';
import { userError } from '../n8n/userError';
import type { Problem, ReservationPlan } from './plan';
import { problemOfAll } from './plan';

const CONTEXT_KEY = 'reservationServiceSynced';

/** By account and reservation: the first round of a loop that has synced it. */
type Rounds = { [reservation: string]: number };

/** Refuses a reservation that an earlier round of a loop has synced: what that round made would be deleted. */
export function problemsOfRounds(context: IExecuteFunctions, plans: ReservationPlan[]): Problem[] {
	const deleting = plans.filter(({ deletion, isDryRun }) => deletion && !isDryRun);
	if (deleting.length === 0 || isToolExecution(context)) return [];
	const node = context.getContext('node');
	const rounds = (node[CONTEXT_KEY] ?? {}) as Rounds;
	node[CONTEXT_KEY] = rounds;
	const round = runIndexOf(context);
	const problems: Problem[] = [];
	for (const plan of deleting) {
		const { session, reservationId } = plan;
		const key = `${session.client.scope} ${reservationId}`;
		const first = (rounds[key] ??= round);
		if (first >= round) continue;
		const error = userError({
			what: `An earlier round of this loop has already synced reservation '${reservationId}'`,
			advice: 'Give the node all items of a reservation at once',
			more: `With 'Delete Missing', this round would delete what the earlier one has made, as its own input does not have it.`,
		});
		problems.push(...problemOfAll(plan, error));
	}
	return problems;
}
