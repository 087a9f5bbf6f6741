import type { IDataObject } from 'n8n-workflow';
import { useCannedService } from './support/cannedService';
import { useHotel } from './support/hotel';
import { byId } from './support/serviceItemNode';

const hotel = useHotel();
const canned = useCannedService();

const options = { simplify: true };

const spa = {
	id: 'si-7',
	reservationId: 'R-1',
	amount: 89.5,
	date: '2026-12-05',
	description: 'Spa treatment',
	accountCode: '4200',
	destinationAccount: 'spa',
};

/** Names, formats and nesting that share nothing with the defaults. */
const format = {
	reservationIdField: 'booking',
	idField: 'no',
	amountField: 'money.cents',
	dateField: 'on',
	descriptionField: 'text',
	accountCodeField: 'ledger.from',
	destinationAccountField: 'ledger.to',
	amountFormat: 'minorUnits',
	dateFormat: 'dateTime',
} as const;

describe.each([
	['the default format', {}],
	['another format', format],
])('in %s', (_, apiFormat) => {
	beforeEach(() => {
		hotel.speak(apiFormat);
		hotel.service.books.add('R-1', {
			...spa,
			raw: { vat: 7.7, guest: { name: 'A' }, ...('dateField' in apiFormat && { on: midnight }) },
		});
	});
	// Where these workflows run it is New York.
	const midnight = '2026-12-05T00:00:00.000-05:00';

	it('get gives out the seven fields under their names, and nothing else', async () => {
		const run = await hotel.run('get', { serviceId: byId('si-7'), options });

		expect(run.output()).toEqual([{ json: spa, pairedItem: { item: 0 } }]);
		expect(Object.keys(run.json()[0] ?? {})).toEqual(Object.keys(spa));
	});

	it('so does getAll', async () => {
		const run = await hotel.run('getAll', { reservationId: 'R-1', options });

		expect(run.output()).toEqual([{ json: spa, pairedItem: { item: 0 } }]);
	});

	it('so does create', async () => {
		const run = await hotel.run('create', {
			reservationId: 'R-1',
			amount: 89.5,
			date: '2026-12-05',
			description: 'Spa treatment',
			additionalFields: {
				accountCode: '4200',
				destinationAccount: 'spa',
				customFields: '{ "vat": 7.7 }',
			},
			options,
		});

		expect(run.json()).toEqual([{ ...spa, id: 'si-1' }]);
	});

	it('is off unless it is turned on', async () => {
		const run = await hotel.run('get', { serviceId: byId('si-7') });

		expect(run.json()).toMatchObject([{ vat: 7.7, guest: { name: 'A' } }]);
	});
});

const nothing = {
	id: null,
	reservationId: null,
	amount: null,
	date: null,
	description: null,
	accountCode: null,
	destinationAccount: null,
};

describe('what the service leaves out or writes in its own way', () => {
	const simplified = async (
		body: IDataObject,
		apiFormat?: Parameters<typeof canned.run>[2],
	): Promise<unknown> => {
		canned.answer = { body };
		const run = await canned.run('get', { serviceId: byId('si-7'), options }, apiFormat);
		expect(run.error).toBeUndefined();
		return run.json()[0];
	};

	it('is null, but for the ID that was asked for', async () => {
		expect(await simplified({ id: 'si-7' })).toEqual({ ...nothing, id: 'si-7' });
		expect(await simplified({ amount: 5 })).toEqual({ ...nothing, id: 'si-7', amount: 5 });
	});

	it.each<[string, IDataObject, IDataObject]>([
		['null', { amount: null, description: null }, {}],
		['an object', { description: { en: 'Spa' } }, { description: { en: 'Spa' } }],
		['a truth value', { accountCode: true }, { accountCode: true }],
		['text for an amount', { amount: '89.50' }, { amount: 89.5 }],
		['an amount that is none', { amount: 'free' }, { amount: 'free' }],
		['a midnight', { date: '2026-12-05T00:00:00Z' }, { date: '2026-12-05' }],
		['a moment', { date: '2026-12-05T02:00:00Z' }, { date: '2026-12-05T02:00:00Z' }],
		['a date that is none', { date: 'soon' }, { date: 'soon' }],
		[
			'numbers for texts',
			{ accountCode: 4200, description: 7 },
			{ accountCode: '4200', description: '7' },
		],
		['empty texts', { description: '', accountCode: '' }, {}],
		['a number for the ID', { id: 7, amount: 0 }, { id: '7', amount: 0 }],
	])('may be %s', async (_, item, expected) => {
		expect(await simplified({ id: 'si-7', ...item })).toEqual({
			...nothing,
			id: 'si-7',
			...expected,
		});
	});

	it('is the reservation that was asked for where the list does not repeat it', async () => {
		canned.answer = { body: [{ id: 'si-7' }, { id: 'si-8', reservationId: 'R-1/B' }] };
		const run = await canned.run('getAll', { reservationId: 'R-1', options });

		expect(run.json()).toEqual([
			{ ...nothing, id: 'si-7', reservationId: 'R-1' },
			{ ...nothing, id: 'si-8', reservationId: 'R-1/B' },
		]);
	});

	it("is what was sent where create does not repeat it, but the service's word counts", async () => {
		canned.answer = { status: 201, body: { serviceId: 77, amount: 24.9 } };
		const run = await canned.run('create', {
			reservationId: 'R-1',
			amount: 25,
			date: '2026-12-05',
			description: 'Spa',
			options,
		});

		expect(run.json()).toEqual([
			{
				...nothing,
				id: '77',
				reservationId: 'R-1',
				amount: 24.9,
				date: '2026-12-05',
				description: 'Spa',
			},
		]);
	});
});
