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
	Record<'now' | 'found' | 'verdict' | 'advice' | 'enter', string | RegExp>
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

/** The fields of the credential, by their label in a report. */
const FIELDS: Record<string, string> = {
	'Create Body': 'createBody',
	'Update Body': 'updateBody',
	'List Query': 'listQuery',
	'List Response': 'listResponse',
	'Request Headers': 'requestHeaders',
};

/** What a report says to paste, by field of the credential. */
export function toEnter(report: IDataObject[]): ICredentialDataDecryptedObject {
	const rows = report.filter(({ setting, enter }) => {
		return FIELDS[setting as string] && (enter as string).trim() !== '';
	});
	const entered = rows.map(({ setting, enter }) => [FIELDS[setting as string], enter]);
	return Object.fromEntries(entered) as ICredentialDataDecryptedObject;
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

	return { hotel, check };
}
