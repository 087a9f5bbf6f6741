import { succeeded } from '../stage';
import type { Scenario } from './scenario';

/** Days of the hotel, which are not those of UTC. */
export const calendar: readonly Scenario[] = [
	{
		name: 'Day change',
		async run(stage) {
			// Half past eleven in the evening in New York is the next day in UTC.
			const charge = stage.want('Bar', 14, '2026-11-20');
			const item = { ...charge, date: '2026-11-21T04:30:00Z' };
			succeeded(await stage.charge([item], {}, { timezone: 'America/New_York' }));
			await stage.expectBooked([charge]);
			return 'A drink at 23:30 in New York was charged for that day, not for the next one of UTC.';
		},
	},
	{
		name: 'Daylight saving',
		async run(stage) {
			const nights: Array<[string, string]> = [
				['2026-03-28T23:30:00Z', '2026-03-29'],
				['2026-03-29T22:30:00Z', '2026-03-30'],
				['2026-10-24T22:30:00Z', '2026-10-25'],
				['2026-10-25T22:59:00Z', '2026-10-25'],
			];
			const charges = nights.map(([, day]) => stage.want('Parking', 15, day));
			const items = charges.map((charge, index) => ({ ...charge, date: nights[index]?.[0] }));
			succeeded(await stage.charge(items, {}, { timezone: 'Europe/Berlin' }));
			await stage.expectBooked(charges);
			return 'In the nights in which clocks change, each charge got the day of the hotel.';
		},
	},
];
