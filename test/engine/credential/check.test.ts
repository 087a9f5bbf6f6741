import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';
import { EXAMPLES } from '../../../nodes/shared/format/fields';
import { labelOf } from '../../../nodes/shared/n8n/parameters';
import type { Dialect } from '../../service/dialect';
import { useHotel } from '../support/hotel';

const hotel = useHotel();
const stays = { date: '2026-11-21', accountCode: '4400', destinationAccount: 'GUEST' };

async function check(writeTest = false): Promise<IDataObject[]> {
	const parameters = { resource: 'setup', reservationId: 'R-1', writeTest };
	const run = await hotel.run('check', parameters, { timezone: 'Europe/Berlin' });
	expect(run.error?.message).toBeUndefined();
	return run.json();
}

/** The rows that ask somebody to do something. */
function openRows(report: IDataObject[]): IDataObject[] {
	return report.filter(({ verdict }) => verdict === 'change' || verdict === 'unknown');
}

/** What a report says to paste, by field of the credential. */
function toEnter(report: IDataObject[]): ICredentialDataDecryptedObject {
	const entered: ICredentialDataDecryptedObject = {};
	for (const name of EXAMPLES) {
		const { enter } = report.find(({ setting }) => setting === labelOf(name)) ?? {};
		if (enter !== ' ') entered[name] = enter as string;
	}
	return entered;
}

beforeEach(() => {
	hotel.credential.edit({ environment: 'test', testBaseUrl: hotel.service.url });
});

function book(dialect: Partial<Dialect> = {}): void {
	hotel.service.dialect = { ...hotel.service.dialect, ...dialect };
	hotel.book({ amount: 12.5, ...stays });
	hotel.book({ amount: 80.25, ...stays, description: 'Spa treatment' });
}

it.each<[string, Partial<Dialect>]>([
	['writes as the documentation is understood', {}],
	['has names of its own', { amountField: 'money.amount', dateField: 'day', idField: 'no' }],
	['counts cents', { amountField: 'amountCents', amountFormat: 'minorUnits' }],
	['misses a parameter', { reservationIdField: 'booking_no' }],
])('a service that %s is brought to green by a list alone', async (_, dialect) => {
	book(dialect);
	hotel.credential.edit({ customApiFormat: true });
	for (let round = 0; round < 3; round++) hotel.credential.edit(toEnter(await check()));
	expect(new Set(hotel.methods)).toEqual(new Set(['GET']));
	expect(openRows(await check())).toEqual([]);

	const before = hotel.ids();
	const tested = await check(true);
	expect(openRows(tested)).toEqual([]);
	expect(tested[0]).toMatchObject({ setting: 'Custom API Format', verdict: 'right' });
	const rows = tested.filter(({ setting }) => /^Test Writing/.test(setting as string));
	expect(rows.map(({ found }) => found)).toEqual(['created', 'updated', 'deleted']);
	expect(hotel.ids()).toEqual(before);
});

describe('Test Writing', () => {
	const troubles = async () => openRows(await check(true)).slice(1);

	it('is refused for the production environment, before anything is sent', async () => {
		hotel.credential.edit({ environment: 'production' });
		const parameters = { resource: 'setup', reservationId: 'R-1', writeTest: true };
		const run = await hotel.run('check', parameters);

		expect(run.error?.message).toContain("'Test Writing'");
		expect(hotel.requests).toEqual([]);
	});

	it('gives the words in which the service refuses a charge or a change', async () => {
		book();
		const found = expect.stringMatching(/did not accept it \(status 422\): \w+/) as string;
		hotel.refuse('POST', 422);
		expect(await troubles()).toMatchObject([{ setting: 'Test Writing: Create', found }]);
		hotel.refuse('PATCH', 422);
		expect(await troubles()).toMatchObject([{ setting: 'Test Writing: Update', found }]);
		expect(hotel.ids()).toHaveLength(2);
	});

	it('calls no service right that empties what an update leaves out', async () => {
		book();
		const { books } = hotel.service;
		const update = books.update.bind(books);
		books.update = (booking, change) => update(booking, { accountCode: '', ...change });

		expect(await troubles()).toMatchObject([{ setting: 'Test Writing: Update' }]);
	});
});
