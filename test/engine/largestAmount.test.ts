import { day, useLimitedRuns } from './support/limitedRuns';
import { byId } from './support/serviceItemNode';

const { hotel, run } = useLimitedRuns();

const continued = { onError: 'continueRegularOutput' } as const;

const charging = ['create', 'upsert', 'sync'];

describe('Largest Amount', () => {
	it.each(charging)('keeps %s from sending an amount above it', async (operation) => {
		const failed = await run(operation, [{ amount: 3500, reference: 'a' }], { largestAmount: 500 });

		expect(failed.error?.message).toBe(
			"'Amount' is 3500, more than the option 'Largest Amount' allows (500)",
		);
		expect(failed.error?.description).toMatch(/^Check the amount\./);
		expect(hotel.service.log.entries).toEqual([]);
	});

	it('keeps an update from it', async () => {
		const failed = await hotel.run('update', {
			serviceId: byId('si-1'),
			updateFields: { amount: '3500' },
			options: { largestAmount: 500 },
		});

		expect(failed.error?.message).toContain('Largest Amount');
		expect(hotel.service.log.entries).toEqual([]);
	});

	it.each([
		[500, 500],
		[-500, 500],
		['499.99', '500'],
		[3500, 0],
		[3500, ''],
	])('lets %p pass with %p', async (amount, largestAmount) => {
		const done = await run('create', [{ amount }], { largestAmount });

		expect(done.error).toBeUndefined();
		expect(hotel.service.books.all()).toHaveLength(1);
	});

	it('holds for refunds, and lets the other items pass with Continue', async () => {
		const items = [{ amount: 10 }, { amount: -501 }, { amount: 20 }];
		const done = await run('create', items, { largestAmount: 500 }, continued);

		expect(done.json()).toMatchObject([
			{ amount: 10 },
			{ error: expect.stringContaining("'Largest Amount'") as string },
			{ amount: 20 },
		]);
	});

	it('does not make a sync take the item for one that is no longer wanted', async () => {
		const description = 'Late checkout [ref:a]';
		hotel.service.books.add('R-1', { id: 'a', amount: 10, date: day, description });
		const items = [{ amount: 3500, reference: 'a' }];
		await run('sync', items, { largestAmount: 500 }, continued, {
			removeMissing: true,
			referencePrefix: 'r-',
		});

		expect(hotel.service.books.all()).toMatchObject([{ id: 'a', amount: 10 }]);
	});

	it.each([-1, 'much'])('cannot be %p', async (largestAmount) => {
		const failed = await run('create', [{ amount: 10 }], { largestAmount });

		expect(failed.error?.message).toContain("'Largest Amount' is");
		expect(hotel.service.log.entries).toEqual([]);
	});
});
