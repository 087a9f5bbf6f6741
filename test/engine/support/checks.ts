import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';
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

/** A row of a report: a text stands there as it is, a pattern matches it. */
export type Row = { setting: string } & Partial<
	Record<'now' | 'found' | 'verdict' | 'advice', string | RegExp>
>;

/** Fails unless a row of the report has these cells. */
export function expectRow(report: IDataObject[], row: Row): void {
	const cells = Object.entries(row).map(([name, cell]): [string, unknown] => [
		name,
		cell instanceof RegExp ? expect.stringMatching(cell) : cell,
	]);
	expect(report).toContainEqual(expect.objectContaining(Object.fromEntries(cells)));
}

/** The rows that ask somebody to do something. */
export function openRows(report: IDataObject[]): IDataObject[] {
	return report.filter(({ verdict }) => verdict === 'change' || verdict === 'unknown');
}

/** Opens a hotel for the tests of a file, whose API format is checked in its test environment. */
export function useChecks() {
	const hotel = useHotel();
	beforeEach(() => hotel.credential.edit({ environment: 'test', testBaseUrl: hotel.service.url }));

	async function check(writeTest = false, reservationId = 'R-1'): Promise<IDataObject[]> {
		const parameters = { resource: 'setup', reservationId, writeTest };
		const run = await hotel.run('check', parameters, { timezone: 'Europe/Berlin' });
		expect(run.error?.message).toBeUndefined();
		return run.json();
	}

	/** Check, its advice entered as it stands, Check again, Test Writing: all is right then, and nothing is left behind. */
	async function checkToTheEnd(reservationId: string, amount = '{amount}'): Promise<void> {
		const before = hotel.service.books.all().length;
		const [first] = await check(false, reservationId);
		expect(hotel.requests.every(({ method }) => method === 'GET')).toBe(true);
		const texts = JSON.stringify(first?.credential).replaceAll('{amount}', amount);
		hotel.credential.edit(JSON.parse(texts) as ICredentialDataDecryptedObject);

		const again = await check(false, reservationId);
		expect([again[0]?.credential, openRows(again)]).toEqual([{}, []]);
		expect(again[0]?.verdict).toBe('right');

		const tested = await check(true, reservationId);
		expect(openRows(tested)).toEqual([]);
		const setting = 'Test Writing: Delete';
		const deleted = { setting, found: 'gone', verdict: 'right' };
		expectRow(tested, deleted);
		expect(hotel.service.books.all()).toHaveLength(before);
	}

	return { hotel, check, checkToTheEnd };
}
