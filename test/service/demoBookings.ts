import type { SeedItem } from './books';

/**
 * What guests' stays look like in the books: the items docs/service-api.md gives as examples.
 *
 * @param arrival day of the first guest, as YYYY-MM-DD
 */
export function demoBookings(arrival: string): Array<SeedItem & { reservationId: string }> {
	return stays.map(({ day, ...item }) => ({ ...item, date: dayAfter(arrival, day) }));
}

/** Yesterday, so that a demo has charges of these days, and of the month that yesterday was in. */
export function yesterday(): string {
	return new Intl.DateTimeFormat('en-CA').format(Date.now() - DAY);
}

const DAY = 86_400_000;

function dayAfter(arrival: string, days: number): string {
	return new Date(Date.parse(arrival) + days * DAY).toISOString().slice(0, 10);
}

/** The day counts from the arrival of the first guest. */
const stays = [
	{
		reservationId: 'RES-1001',
		amount: 540,
		day: 0,
		description: 'Accommodation, 3 nights',
		accountCode: '4000',
		destinationAccount: 'rooms',
	},
	{
		reservationId: 'RES-1001',
		amount: 45,
		day: 0,
		description: 'Airport transfer',
		accountCode: '4310',
		destinationAccount: 'transport',
	},
	{
		reservationId: 'RES-1001',
		amount: 89.5,
		day: 1,
		description: 'Spa treatment, 60 minutes',
		accountCode: '4200',
		destinationAccount: 'spa',
	},
	{
		reservationId: 'RES-1001',
		amount: 35,
		day: 3,
		description: 'Late checkout until 14:00',
		accountCode: '4010',
		destinationAccount: 'rooms',
	},
	{
		reservationId: 'RES-1002',
		amount: 128.4,
		day: 1,
		description: 'Restaurant, dinner for two',
		accountCode: '4100',
		destinationAccount: 'restaurant',
	},
	{
		reservationId: 'RES-1002',
		amount: 60,
		day: 2,
		description: 'Guided old town tour',
		accountCode: '4320',
		destinationAccount: 'activities',
	},
	{
		reservationId: 'RES-1002',
		amount: -20,
		day: 2,
		description: 'Goodwill discount on tour',
		accountCode: '4320',
		destinationAccount: 'activities',
	},
	{
		reservationId: 'RES-1003',
		amount: 24,
		day: 8,
		description: 'Ski hire, 1 day',
		accountCode: '4330',
		destinationAccount: 'activities',
	},
	{
		reservationId: 'RES-1003',
		amount: 50,
		day: 9,
		description: 'Additional cleaning',
		accountCode: '4020',
		destinationAccount: 'rooms',
	},
];
