import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { toNodeError } from '../shared/n8n/nodeErrors';
import { userError } from '../shared/n8n/userError';
import type { SeenReservation, ServiceItemEvent } from './events';
import { openTrigger, reservationError } from './openTrigger';
import { seeReservation } from './seeReservation';

/** For a manual test, from the first service item found. Nothing is saved. */
export async function sampleEvents(
	context: IPollFunctions,
): Promise<ServiceItemEvent[]> {
	const trigger = await openTrigger(context);
	for (const id of trigger.reservationIds) {
		const reading = seeReservation(trigger.session, id);
		const seen = await reading.catch((error: unknown) => {
			throw reservationError(context, id, error);
		});
		const samples = samplesOf(seen, id);
		if (samples.length === 0) continue;
		return samples.filter((each) => trigger.events.includes(each.event));
	}
	const nothing = userError({
		what: 'The reservations have no service items yet, so there is no sample to show',
		advice: 'Add one to any of them, then test again',
	});
	throw toNodeError(context.getNode(), nothing);
}

/** An event of each kind; none where there is no item. */
function samplesOf(
	seen: SeenReservation,
	reservationId: string,
): ServiceItemEvent[] {
	const [first] = seen.listed;
	if (!first) return [];
	const [id, { serviceItem, fields }] = first;
	const simplified: IDataObject = { ...seen.emptyItem, id, ...fields };
	// Something has to differ, so that workflows that compare the two can be
	// tried.
	const previous = { ...simplified, description: 'Before the change' };
	return [
		{ event: 'created', reservationId, serviceItem },
		{ event: 'updated', reservationId, serviceItem, previous },
		{ event: 'deleted', reservationId, serviceItem: simplified },
	];
}
