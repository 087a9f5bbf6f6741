import { useHotel } from './support/hotel';
import { fromItem, lateCheckout } from './support/lateCheckout';

const hotel = useHotel();

describe('input that is no good', () => {
	const cases: Array<[string, Record<string, unknown>, string]> = [
		['no reservation ID', { reservationId: undefined }, "'Reservation ID' is empty"],
		['a blank reservation ID', { reservationId: ' ' }, "'Reservation ID' is empty"],
		['no value', { reservationId: 'undefined' }, "'Reservation ID' is 'undefined'"],
		[
			'an object for a reservation ID',
			{ reservationId: { id: 1 } },
			"'Reservation ID' is not text",
		],
		['no amount', { amount: null }, "'Amount' is empty"],
		['an amount that is none', { amount: 'abc' }, "'Amount' is 'abc'"],
		['no date', { date: null }, "'Date' is empty"],
		['a blank date', { date: ' ' }, "'Date' is empty"],
		['a date that is none', { date: 'tomorrow' }, "'Date' is 'tomorrow'"],
		['no description', { description: null }, "'Description' is empty"],
		['a blank description', { description: '\t' }, "'Description' is empty"],
		['a list for a description', { description: ['a', 'b'] }, "'Description' is not text"],
	];

	it.each(cases)('refuses %s and sends nothing', async (_, wrong, message) => {
		const run = await hotel.run(
			'create',
			{ ...fromItem },
			{ items: [{ ...lateCheckout, ...wrong }] },
		);

		expect(run.status).toBe('error');
		expect(run.error?.name).toBe('NodeOperationError');
		expect(run.error?.message).toContain(message);
		expect(run.error?.description).toMatch(/\. Nothing was sent to the service for this item\.$/);
		expect(run.error?.context).toMatchObject({ itemIndex: 0 });
		expect(hotel.service.log.entries).toEqual([]);
	});

	it.each([
		['Account Code', { accountCode: '={{ [1] }}' }],
		['Destination Account', { destinationAccount: '={{ ({ a: 1 }) }}' }],
	])("names '%s' when it is not text", async (label, additionalFields) => {
		const run = await hotel.run('create', { ...lateCheckout, additionalFields });

		expect(run.error?.message).toContain(`'${label}' is not text`);
		expect(hotel.service.log.entries).toEqual([]);
	});

	it.each(['reservationId', 'amount', 'date', 'description'])(
		'says which item its expression for %s gave nothing for',
		async (name) => {
			const items = [lateCheckout, { ...lateCheckout, [name]: undefined }];
			const run = await hotel.run('create', { ...fromItem }, { items });

			expect(run.error?.message).toMatch(/^'.*' is empty \[item 1\]$/);
			expect(run.error?.description).toMatch(/^The expression gave nothing for item 1\./);
		},
	);

	const mixed = [
		{ ...lateCheckout, reservationId: 'R-1' },
		{ ...lateCheckout, reservationId: 'R-2', amount: 'abc' },
		{ ...lateCheckout, reservationId: 'R-3' },
		{ ...lateCheckout, reservationId: '' },
	];

	it('sends nothing at all when one item is no good and the run stops on errors', async () => {
		const run = await hotel.run('create', { ...fromItem }, { items: mixed });

		expect(run.status).toBe('error');
		expect(run.error?.message).toMatch(/^'Amount' is 'abc'.*\[item 1\]$/);
		expect(run.error?.context).toMatchObject({ itemIndex: 1 });
		expect(run.error?.description).toContain('0 of 4 items were done');
		expect(hotel.service.log.entries).toEqual([]);
		expect(run.output()).toEqual([]);
	});

	it('creates the good ones and gives out the others as failed with Continue', async () => {
		const run = await hotel.run(
			'create',
			{ ...fromItem },
			{ items: mixed, onError: 'continueRegularOutput' },
		);

		expect(run.status).toBe('success');
		const charged = hotel.service.books.all().map(({ reservationId }) => reservationId);
		expect(charged.sort()).toEqual(['R-1', 'R-3']);
		expect(hotel.requests).toHaveLength(2);
		expect(run.json()).toEqual([
			expect.objectContaining({ reservationId: 'R-1', amount: 25 }),
			{ error: expect.stringMatching(/^'Amount' is 'abc'.*\[item 1\]$/) as string },
			expect.objectContaining({ reservationId: 'R-3', amount: 25 }),
			{ error: expect.stringMatching(/^'Reservation ID' is empty.*\[item 3\]$/) as string },
		]);
		expect(run.output().map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
			{ item: 2 },
			{ item: 3 },
		]);
	});

	it('names the item whose expression cannot be worked out', async () => {
		const run = await hotel.run(
			'create',
			{ ...fromItem, description: "={{ $json.guest ?? $('Nowhere').item.json.guest }}" },
			{
				items: [{ ...lateCheckout, guest: 'Ann' }, lateCheckout],
				onError: 'continueRegularOutput',
			},
		);

		expect(run.json()).toEqual([
			expect.objectContaining({ description: 'Ann' }),
			{ error: expect.stringMatching(/^Referenced node doesn't exist.*\[item 1\]$/) as string },
		]);
		expect(hotel.service.books.changes.created).toBe(1);
	});

	it.each(['reservationId', 'amount', 'date', 'description'])(
		'does not run when %s was never filled in',
		async (name) => {
			const filledIn = Object.entries(lateCheckout).filter(([key]) => key !== name);
			const run = await hotel.run('create', Object.fromEntries(filledIn));

			expect(run.status).toBe('error');
			expect(hotel.service.log.entries).toEqual([]);
		},
	);
});
