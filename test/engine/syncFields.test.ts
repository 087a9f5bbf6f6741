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
