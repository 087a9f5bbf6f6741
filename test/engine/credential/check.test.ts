import type { Dialect } from '../../service/dialect';
import { charges, expectRow, openRows, toEnter, useChecks } from '../support/checks';

const { hotel, check } = useChecks();

function book(): void {
	for (const charge of charges) hotel.service.books.add('R-1', charge);
}

/** Check, its advice entered as it stands, and so on until nothing is open; then Test Writing: nothing is left behind. */
async function checkToTheEnd(): Promise<void> {
	hotel.credential.edit({ customApiFormat: true });
	let report = await check();
	expect(hotel.methods.every((method) => method === 'GET')).toBe(true);
	for (let round = 0; round < 2 && openRows(report).length > 0; round++) {
		hotel.credential.edit(toEnter(report));
		report = await check();
	}
	// How charges are written, no list shows.
	const open = openRows(report).map(({ setting }) => setting as string);
	expect(open.filter((setting) => !/^(Custom API Format|Create Body)$/.test(setting))).toEqual([]);

	const before = hotel.ids();
	const tested = await check(true);
	expect(openRows(tested)).toEqual([]);
	expect(tested[0]).toMatchObject({ setting: 'Custom API Format', verdict: 'right' });
	expectRow(tested, { setting: 'Test Writing: Delete', verdict: 'right' });
	expect(hotel.ids()).toEqual(before);
}

it.each<[string, Partial<Dialect>]>([
	['writes as the documentation is understood', {}],
	['has names of its own', { amountField: 'price', dateField: 'day', idField: 'no' }],
	['nests them', { amountField: 'money.amount', accountCodeField: 'ledger.code' }],
	['counts cents', { amountField: 'amountCents', amountFormat: 'minorUnits' }],
	['writes days with a time', { dateFormat: 'dateTime' }],
	['wraps everything', { itemEnvelope: 'data' }],
])('a service that %s is brought to green by a list alone', async (_, dialect) => {
	hotel.service.dialect = { ...hotel.service.dialect, ...dialect };
	book();
	await checkToTheEnd();
});

it('gives one row a setting and finding, the first a summary, with nothing red in it', async () => {
	hotel.service.dialect = { ...hotel.service.dialect, amountField: 'price' };
	book();
	const report = await check();

	expect(report[0]).toMatchObject({ setting: 'Custom API Format', verdict: 'change' });
	for (const row of report) {
		expect(Object.keys(row)).toEqual(['setting', 'verdict', 'advice', 'enter', 'now', 'found']);
		// n8n shows an empty text in red.
		expect(Object.values(row).every((cell) => typeof cell === 'string' && cell !== '')).toBe(true);
	}
	expect(JSON.parse(toEnter(report).createBody as string)).toMatchObject({ price: '{amount}' });
});

it('works where a field of the credential cannot be used, and says which', async () => {
	hotel.credential.edit({ customApiFormat: true, listQuery: '{ broken', createBody: '{{amount}}' });
	book();
	const report = await check();

	expectRow(report, { setting: 'List Query', verdict: /change|unknown/ });
	expectRow(report, { setting: 'Create Body', verdict: /change|unknown/ });
});

it('fills the placeholders into a pasted sample of the documentation', async () => {
	hotel.service.dialect = { ...hotel.service.dialect, amountField: 'price' };
	book();
	const createBody = JSON.stringify({
		reservationId: '5512',
		price: 35.5,
		date: '2026-01-31',
		description: 'Late checkout',
		channel: 'api',
	});
	hotel.credential.edit({ customApiFormat: true, createBody });
	const entered = toEnter(await check());

	expect(JSON.parse(entered.createBody as string)).toMatchObject({
		reservationId: '{reservationId}',
		price: '{amount}',
		date: '{date}',
		description: '{description}',
	});
});

it('is told which parameter the service misses, and asks for it', async () => {
	hotel.service.dialect = { ...hotel.service.dialect, reservationIdField: 'booking_no' };
	book();
	const report = await check();

	expectRow(report, { setting: 'List Query', enter: /"booking_no": "\{reservationId\}"/ });
});

describe('Test Writing', () => {
	beforeEach(() => book());
	const troubles = async () =>
		(await check(true)).filter(
			({ setting, verdict }) => /^Test Writing/.test(setting as string) && verdict !== 'right',
		);

	it('is refused for the production environment, before anything is sent', async () => {
		hotel.credential.edit({ environment: 'production' });
		const parameters = { resource: 'setup', reservationId: 'R-1', writeTest: true };
		const run = await hotel.run('check', parameters);

		expect(run.error?.message).toContain("'Test Writing'");
		expect(hotel.requests).toEqual([]);
	});

	it('gives the words in which the service refuses a charge or a change', async () => {
		const found = /did not accept it \(status 422\): \w+/;
		hotel.refuse('POST', 422);
		expectRow(await troubles(), { setting: 'Test Writing: Create', found });
		hotel.refuse('PATCH', 422);
		expectRow(await troubles(), { setting: 'Test Writing: Update', found });
		expect(hotel.ids()).toHaveLength(2);
	});

	it('calls no service right that empties what an update leaves out', async () => {
		const { books } = hotel.service;
		const update = books.update.bind(books);
		books.update = (booking, change) => update(booking, { accountCode: '', ...change });

		expect(await troubles()).toMatchObject([{ setting: 'Test Writing: Update' }]);
	});
});
