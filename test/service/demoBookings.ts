import type { SeedItem } from './books';

/** Reservation, amount, days after the first guest's arrival, description, account code, destination account. */
const STAYS: Array<[string, number, number, string, string, string]> = [
	['RES-1001', 540, 0, 'Accommodation, 3 nights', '4000', 'rooms'],
	['RES-1001', 45, 0, 'Airport transfer', '4310', 'transport'],
	['RES-1001', 89.5, 1, 'Spa treatment, 60 minutes', '4200', 'spa'],
	['RES-1001', 35, 3, 'Late checkout until 14:00', '4010', 'rooms'],
	['RES-1002', 128.4, 1, 'Restaurant, dinner for two', '4100', 'restaurant'],
	['RES-1002', 60, 2, 'Guided old town tour', '4320', 'activities'],
	['RES-1002', -20, 2, 'Goodwill discount on tour', '4320', 'activities'],
	['RES-1003', 24, 8, 'Ski hire, 1 day', '4330', 'activities'],
	['RES-1003', 50, 9, 'Additional cleaning', '4020', 'rooms'],
];

const DAY = 86_400_000;

/**
 * What guests' stays look like in the books: the items docs/service-api.md gives as examples.
 * @param arrival day of the first guest, as YYYY-MM-DD
 */
export function demoBookings(arrival: string): Array<SeedItem & { reservationId: string }> {
	return STAYS.map(
		([reservationId, amount, days, description, accountCode, destinationAccount]) => {
			const date = new Date(Date.parse(arrival) + days * DAY).toISOString().slice(0, 10);
			return { reservationId, amount, date, description, accountCode, destinationAccount };
		},
	);
}

/** Yesterday, so that a demo has charges of these days, and of the month that yesterday was in. */
export function yesterday(): string {
	return new Intl.DateTimeFormat('en-CA').format(Date.now() - DAY);
}
