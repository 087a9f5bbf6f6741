import type { IDataObject } from 'n8n-workflow';
import { useHotel } from './hotel';

/** Two charges that a hotel has, as it keeps them. */
export const charges = [
	{
		amount: 12.5,
		date: '2026-11-21',
		description: 'Late checkout',
		accountCode: '4400',
		destinationAccount: 'GUEST',
	},
	{
		amount: 80.25,
		date: '2026-11-22',
		description: 'Spa treatment',
		accountCode: '4410',
		destinationAccount: 'COMPANY',
	},
];

/** Opens a hotel for the tests of a file, whose API format is checked in its test environment. */
export function useChecks() {
	const hotel = useHotel();
	beforeEach(() => hotel.credential.edit({ environment: 'test', testBaseUrl: hotel.service.url }));

	/** The lines of the report on a reservation. */
	async function check(writeTest = false, reservationId = 'R-1'): Promise<IDataObject[]> {
		const parameters = { resource: 'setup', reservationId, writeTest };
		const run = await hotel.run('check', parameters, { timezone: 'Europe/Berlin' });
		expect(run.error?.message).toBeUndefined();
		return run.json();
	}

	return { hotel, check };
}
