import type { IPollFunctions } from 'n8n-workflow';

import { toNodeError } from '../shared/n8n/nodeErrors';
import { userError } from '../shared/n8n/userError';
import { keepPollState, pollBudgetOf } from '../shared/n8n/versions';
import {
	seeReservation,
	type KnownItems,
	type ServiceItemEvent,
} from './events';
import { openWatched } from './watched';

/** Kept over restarts. With another source, it begins anew. */
interface State {
	source?: string;
	reservations?: Record<string, KnownItems>;
}

/** Triggers that are polling now: n8n may start a poll during the last one. */
const underWay = new Set<string>();

/** @returns null where nothing happened, so that n8n starts nothing */
export async function poll(
	context: IPollFunctions,
): Promise<ServiceItemEvent[] | null> {
	const trigger = `${context.getWorkflow().id} ${context.getNode().id}`;
	if (underWay.has(trigger)) return null;
	underWay.add(trigger);
	try {
		return await pollOnce(context);
	} finally {
		underWay.delete(trigger);
	}
}

async function pollOnce(
	context: IPollFunctions,
): Promise<ServiceItemEvent[] | null> {
	const giveUpAt = performance.now() + pollBudgetOf(context);
	const { session, source, ids, chosen } = await openWatched(context);
	const kept: State = context.getWorkflowStaticData('node');
	const known = kept.source === source ? kept.reservations : undefined;
	const reading = ids.map((id) => seeReservation(session, id, known?.[id]));
	const seen = await Promise.all(reading);
	if (performance.now() > giveUpAt) {
		// n8n has dropped this poll: the next one tells it.
		throw userError({
			what: 'Reading took longer than n8n gives a poll',
			advice: 'Watch fewer reservations',
		});
	}
	const errors = seen.flatMap((each) => each.error ?? []);
	if (errors.length === ids.length) throw errors[0] as Error;
	const after = ids.map((id, n) => [id, seen[n]?.known] as const);
	// A new value, as n8n does not notice changes deeper inside.
	Object.assign(kept, { source, reservations: Object.fromEntries(after) });

	for (const error of errors) {
		context.__emitError(toNodeError(context.getNode(), error));
	}
	const events = seen.flatMap((each) => each.events);
	const wanted = events.filter((each) => chosen.includes(each.event));
	if (wanted.length > 0) return wanted;
	// What the poll at publishing has seen, n8n does not save by itself.
	await keepPollState(context);
	return null;
}

const SAMPLE =
	'Made of the first service item found: nothing has happened to it';

/** For a manual test. */
export async function sampleEvents(
	context: IPollFunctions,
): Promise<ServiceItemEvent[]> {
	const { session, ids, chosen } = await openWatched(context);
	for (const reservationId of ids) {
		const seen = await seeReservation(session, reservationId, {});
		if (seen.error) throw seen.error;
		const [created] = seen.events;
		if (!created) continue;
		const serviceItem = { ...seen.known?.[created.serviceItem.id as string] };
		// Something has to differ, for workflows that compare the two.
		const previous = { ...serviceItem, description: 'Before the change' };
		const sample = { sample: SAMPLE, ...created };
		const samples: ServiceItemEvent[] = [
			sample,
			{ ...sample, event: 'updated', previous },
			{ ...sample, event: 'deleted', serviceItem },
		];
		return samples.filter((each) => chosen.includes(each.event));
	}
	throw userError({
		what: 'There is no service item to make a sample of',
		advice: 'Add one, then test again',
	});
}
