import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { PlannedFault } from '../../service/faults';
import { useHotel } from './hotel';

/** A create that takes everything but the date from the input item. */
export const fromItem: INodeParameters = {
	reservationId: '={{ $json.reservationId }}',
	amount: '={{ $json.amount }}',
	date: '2026-11-21',
	description: '={{ $json.description }}',
};
/** One charge on each of ten reservations. */
export const charges = Array.from({ length: 10 }, (_, n) => ({
	reservationId: `R-${n}`,
	amount: n,
	description: `Charge ${n}`,
}));

/** Faults are for charges, not for logins. */
export const path = /^\/services/;

/** The first list can be read, and none after it. */
export const laterListsFail: PlannedFault = {
	method: 'GET',
	kind: 'errorBefore',
	status: 500,
	after: 1,
	times: 9,
};

/** What `timesSent` and `timesBooked` give where each charge was sent or made once. */
export const once = charges.map(() => 1);

/** Opens a hotel for the tests of a file, and charges it in nodes that n8n tries again. */
export function useTriedCharges() {
	const hotel = useHotel();

	/** Creates the charges in a node that n8n tries three times; by itself the node sends nothing again. */
	function create(
		settings: Parameters<typeof hotel.run>[2] = {},
		parameters: INodeParameters = {},
		options: INodeParameters = {},
	) {
		return hotel.run(
			'create',
			{ ...fromItem, ...parameters, options: { maxRetries: 0, ...options } },
			{ items: charges, retryOnFail: true, maxTries: 3, ...settings },
		);
	}

	/** How often each charge was sent, by its amount. */
	function timesSent(): number[] {
		const amounts = hotel.bodies.map((body) => (body as IDataObject).amount);
		return charges.map(({ amount }) => amounts.filter((sent) => sent === amount).length);
	}

	/** How many of each charge are on the books, by its amount. */
	function timesBooked(): number[] {
		const booked = hotel.service.books.all();
		return charges.map(({ amount }) => booked.filter((item) => item.amount === amount).length);
	}

	function refuse(times: number, after = 0): void {
		hotel.service.faults.add({
			method: 'POST',
			path,
			kind: 'errorBefore',
			status: 423,
			times,
			after,
		});
	}

	return { hotel, create, timesSent, timesBooked, refuse };
}
