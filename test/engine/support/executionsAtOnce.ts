import type { IDataObject } from 'n8n-workflow';
import { type Hotel, useHotel } from './hotel';
import type { WorkflowRun } from './workflowRun';

/** As many different charges, on as many reservations as asked for. */
export function charges(count: number, reservations = 1): IDataObject[] {
	return Array.from({ length: count }, (_, n) => ({
		reservationId: `R-${n % reservations}`,
		amount: n + 1,
		description: `Breakfast ${n}`,
		reference: `order-${n}`,
	}));
}

/** What a run that succeeded says of each charge. */
export function actionsOf(run: WorkflowRun): unknown[] {
	expect(run.error).toBeUndefined();
	return run.json().map(({ _action, action }) => _action ?? action);
}

/** Opens a hotel for the tests of a file, whose service takes a moment, so that executions meet. */
export function useBusyHotel(): Hotel {
	const hotel = useHotel();
	beforeEach(() => (hotel.service.latencyMs = 5));
	afterEach(() => (hotel.service.latencyMs = 0));
	return hotel;
}
