import { day, held, useSyncs, wanted } from './support/syncedCharges';

const { hotel, sync, changes } = useSyncs();

describe('fields that the input leaves out', () => {
	beforeEach(
		() =>
			void hotel.service.books.add('R-1', {
				...held('a', 10),
				accountCode: '4400',
				raw: { vat: 19 },
			}),
	);

	it('are left alone', async () => {
		const run = await sync([{ reservationId: 'R-1', reference: 'a', description: 'New' }]);

		expect(changes()).toEqual([['PATCH', '/services/a', { description: 'New [ref:a]' }]]);
		expect(run.json()).toMatchObject([
			{ after: { amount: 10, date: day, accountCode: '4400', vat: 19 } },
		]);
	});

	it('do not make a difference', async () => {
		const run = await sync([{ reservationId: 'R-1', reference: 'a' }]);

		expect(run.json()).toMatchObject([{ action: 'unchanged' }]);
	});

	it('are needed for a new item, also in the plan', async () => {
		const item = { ...wanted('new', 1), amount: undefined, date: '' };
		const run = await sync([item], { dryRun: true });

		expect(run.error?.message).toContain("'Amount' and 'Date' must be filled in");
	});

	it('custom fields are compared one by one', async () => {
		const customFields = { vat: 7, note: 'VIP' };
		await sync([{ reservationId: 'R-1', reference: 'a', customFields }]);
		expect(changes()).toEqual([['PATCH', '/services/a', customFields]]);

		const run = await sync([{ reservationId: 'R-1', reference: 'a', customFields }]);
		expect(run.json()).toMatchObject([{ action: 'unchanged' }]);
	});
});

describe('differences are judged by what is meant', () => {
	it.each([
		['amounts as text', { amountFormat: 'string' }, { amount: '12.50' }, '12.5'],
		['amounts in minor units', { amountFormat: 'minorUnits' }, { amount: 1250 }, '12.50'],
		['days', {}, {}, 12.5],
		['dates with time', { dateFormat: 'dateTime' }, { date: '2026-11-20T23:30:00.000Z' }, 12.5],
		['other names', { dateField: 'when.day', amountField: 'price' }, {}, 12.5],
		['a field for references', { referenceField: 'ref.own' }, { ref: { own: 'a' } }, 12.5],
	] as const)('with %s', async (_, format, kept, amount) => {
		hotel.speak(format);
		const { description, ...item } = held('a', 12.5);
		hotel.service.books.add('R-1', {
			...item,
			description: 'referenceField' in format ? 'Charge a' : description,
			raw: kept,
		});
		const desired = { ...wanted('a', 0), amount, date: '2026-11-21T18:00:00+01:00' };
		const run = await sync([desired], {}, { timezone: 'Europe/Berlin' });

		expect(run.error).toBeUndefined();
		expect(changes()).toEqual([]);
		expect(run.json()).toMatchObject([{ action: 'unchanged' }]);
	});

	it.each(['America/New_York', 'Asia/Tokyo', 'UTC'])(
		'in %s, where a second run sends no change either',
		async (timezone) => {
			hotel.speak({ dateFormat: 'dateTime' });
			const items = [{ ...wanted('a', 1), date: '2026-03-29T23:30:00Z' }];
			await sync(items, {}, { timezone });
			const run = await sync(items, {}, { timezone });

			expect(run.json()).toMatchObject([{ action: 'unchanged' }]);
		},
	);
});
