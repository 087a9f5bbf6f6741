import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';
import type { Dialect } from '../service/dialect';
import { useCannedService } from './support/cannedService';
import { charges, useChecks } from './support/checks';

const { hotel, check } = useChecks();
const canned = useCannedService();

/** One way in which a service may spell things, told in a few words. */
const dialects: Array<[string, Partial<Dialect>]> = [
	['the documentation’s names', {}],
	['a bare list', { itemsField: '' }],
	['a list further inside', { itemsField: 'data.lines' }],
	['snake case', { reservationIdField: 'reservation_id', accountCodeField: 'account_code' }],
	['another word for reservation', { reservationIdField: 'bookingId' }],
	['prices for amounts', { amountField: 'price' }],
	['amounts in an object', { amountField: 'price.value' }],
	['amounts as text', { amountFormat: 'string' }],
	['amounts in cents', { amountFormat: 'minorUnits', amountField: 'amountCents' }],
	['dates under another name', { dateField: 'serviceDay' }],
	['dates with a time', { dateFormat: 'dateTime' }],
	['labels', { descriptionField: 'label' }],
	['texts in an object', { descriptionField: 'texts.title' }],
	['ledger codes', { accountCodeField: 'ledgerCode' }],
	['folios', { destinationAccountField: 'targetFolio' }],
	['numbers for IDs', { idType: 'number' }],
	['IDs under another name', { idField: 'chargeNumber' }],
	['everything in a wrapper', { itemEnvelope: 'data', itemsField: 'data' }],
	['pages by number', { pagination: 'page', pageSizeParameter: 'per_page' }],
	['pages from 0', { pagination: 'page', firstPage: 0, pageSizeParameter: 'size' }],
	['offsets', { pagination: 'offset', pageParameter: 'skip' }],
	['cursors', { pagination: 'cursor', cursorParameter: 'after', nextCursorField: 'meta.next' }],
	['answers without a body', { createAnswer: 'idOnly', updateAnswer: 'empty204' }],
	[
		'all of it at once',
		{
			reservationIdField: 'booking_id',
			idField: 'line_id',
			idType: 'number',
			itemsField: 'result.lines',
			amountField: 'money.amount_cents',
			amountFormat: 'minorUnits',
			dateField: 'service_date',
			dateFormat: 'dateTime',
			descriptionField: 'title',
			accountCodeField: 'gl_code',
			destinationAccountField: 'bill_to',
			pagination: 'offset',
		},
	],
];

function enter(report: IDataObject[]): void {
	const { credential } = report.at(-1) as { credential: ICredentialDataDecryptedObject };
	hotel.credential.edit(credential);
}

const verdicts = (report: IDataObject[], verdict: string): unknown[] =>
	report.filter((line) => line.verdict === verdict).map(({ setting }) => setting);

describe.each(dialects)('a service with %s', (_, dialect) => {
	beforeEach(() => {
		hotel.service.dialect = { ...hotel.service.dialect, ...dialect };
		for (const charge of charges) hotel.service.books.add('R-1', charge);
		hotel.service.books.add('R-2', charges[0] as never);
	});

	it('is told what to enter, and with that everything survives the way there and back', async () => {
		const first = await check();
		expect(hotel.requests.every(({ method }) => method === 'GET')).toBe(true);
		enter(first);

		const second = await check();
		expect(verdicts(second, 'change')).toEqual([]);

		const tested = await check(true);
		expect(verdicts(tested, 'change')).toEqual([]);
		expect(verdicts(tested, 'right')).toContain('Write Test: Create or Update, and Sync');
		expect(hotel.service.books.all('R-1')).toHaveLength(charges.length);
	});
});

describe('the report', () => {
	it.each([
		['right', {}],
		['to be changed', { amountField: 'price', dateFormat: 'dateTime', pagination: 'page' }],
	] as Array<[string, Partial<Dialect>]>)(
		'has the same columns in every line, with words in each, of what is %s',
		async (_, dialect) => {
			hotel.service.dialect = { ...hotel.service.dialect, ...dialect };
			for (const charge of charges) hotel.service.books.add('R-1', charge);
			const report = await check(true);

			const columns = ['setting', 'present', 'found', 'verdict', 'advice', 'credential'];
			expect(report.map((line) => Object.keys(line))).toEqual(report.map(() => columns));
			const { credential, ...last } = report.at(-1) ?? {};
			const cells = [...report.slice(0, -1), last].flatMap((line) => Object.values(line));
			expect(cells.filter((cell) => typeof cell !== 'string' || cell === '')).toEqual([]);
			expect(typeof credential).toBe('object');
		},
	);

	it('says what to enter as the credential calls it', async () => {
		hotel.service.dialect = {
			...hotel.service.dialect,
			amountFormat: 'string',
			pagination: 'cursor',
			cursorParameter: 'after',
			nextCursorField: 'meta.next',
		};
		for (const charge of charges) hotel.service.books.add('R-1', charge);
		const advice = (await check()).map((line) => line.advice);

		expect(advice).toContain(`Set 'Amount Format' to Text (12.50).`);
		expect(advice).toContain(
			`Set 'Pagination' to Cursor, 'Cursor Parameter' to after, 'Next Cursor Field' to meta.next and 'Page Size Parameter' to limit.`,
		);
	});

	it('leaves the paging of the credential where it gives the pages', async () => {
		const names = { pageParameter: 'Seite', pageSizeParameter: 'Anzahl' };
		hotel.speak({ pagination: 'page', ...names }, { pagination: 'page', ...names });
		hotel.credential.edit({ environment: 'test', testBaseUrl: hotel.service.url });
		for (const charge of charges) hotel.service.books.add('R-1', charge);

		expect(await check()).toContainEqual(
			expect.objectContaining({ setting: 'Pagination', verdict: 'right' }),
		);
	});
});

it('says so when the reservation has no charges to learn from', async () => {
	const run = await hotel.run('check', { resource: 'setup', reservationId: 'R-9' });
	expect(run.error?.message).toMatch(/No list of charges came back for reservation 'R-9'/);
});

it('leaves what somebody has pasted for writing, and learns from it what is returned', async () => {
	const pasted = {
		createBody: '{ "reservationId": "{reservationId}", "Fils": "{amount as minorUnits}" }',
		updateBody: '{ "change": { "Fils": "{amount as minorUnits}" } }',
	};
	hotel.speak({ amountField: 'Fils', amountFormat: 'minorUnits' }, pasted);
	for (const charge of charges) hotel.service.books.add('R-1', charge);
	const { credential } = (await check()).at(-1) as { credential: IDataObject };

	for (const setting of Object.keys(pasted)) expect(credential).not.toHaveProperty(setting);
	expect(credential).toMatchObject({ amountField: 'Fils', amountFormat: 'minorUnits' });
});

it('says where a field is to be entered: in the example, where there is one', async () => {
	hotel.speak({ dateField: 'xyz' }, { returnedItem: '{ "id": "{id}", "amount": "{amount}" }' });
	hotel.service.books.add('R-1', { ...charges[0], date: 'soon' } as never);
	expect(await check()).toContainEqual(
		expect.objectContaining({
			setting: 'Date Field',
			advice: expect.stringContaining(`put "{date}" into 'Returned Service Item'`) as string,
		}),
	);
});

it('gives the words in which the service refuses to list', async () => {
	canned.answer = { status: 400, body: { message: 'Header X-Property-Id is missing' } };
	const run = await canned.run('check', { resource: 'setup', reservationId: 'R-9' });
	expect(run.error?.message).toContain('(the service says: Header X-Property-Id is missing)');
});

it('says what is unsure: whole amounts may be cents', async () => {
	hotel.service.books.add('R-1', { ...charges[0], amount: 1250 } as never);
	const report = await check();
	expect(report).toContainEqual(
		expect.objectContaining({
			setting: 'Amount Field',
			verdict: 'unknown',
			advice: expect.stringContaining('stands for 12.5') as string,
		}),
	);
});
