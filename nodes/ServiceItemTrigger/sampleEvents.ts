import type { IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { ListedItem, ServiceItemEvent } from './events';
import { openTrigger } from './openTrigger';
import { reservationError } from './reservationError';
import { seeReservation } from './seeReservation';

/** For a manual test, from the first service item found. Nothing is saved. */
export async function sampleEvents(context: IPollFunctions): Promise<ServiceItemEvent[]> {
	const { session, reservationIds, events } = await openTrigger(context);
	for (const reservationId of reservationIds) {
		const reading = seeReservation(session, reservationId);
		const { listed } = await reading.catch((error: unknown) => {
			throw reservationError(context, reservationId, error);
		});
		const [first] = listed;
		if (first) return samplesOf(first, reservationId).filter(({ event }) => events.includes(event));
	}
	throw new NodeOperationError(
		context.getNode(),
		'The reservations have no service items yet, so there is no sample to show. Add one to any of them, then test again',
		{ description: 'The workflow can be activated all the same.' },
	);
}

/** An event of each kind. */
function samplesOf(
	[id, { serviceItem, fields }]: [string, ListedItem],
	reservationId: string,
): ServiceItemEvent[] {
	const simplified = { id, reservationId, ...fields };
	// Something has to differ, so that workflows that compare the two can be tried.
	const described = fields.description as string | null;
	const description = `${described ?? ''} (before the change)`.trim();
	const previous = { ...simplified, description };
	return [
		{ event: 'created', reservationId, serviceItem },
		{ event: 'updated', reservationId, serviceItem, previous },
		{ event: 'deleted', reservationId, serviceItem: simplified },
	];
}
