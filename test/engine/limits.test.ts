import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { useHotel } from './support/hotel';
import { byId } from './support/serviceItemNode';

const hotel = useHotel();

const day = '2026-11-21';
const fromItem: INodeParameters = {
	reservationId: 'R-1',
	amount: '={{ $json.amount }}',
	date: `={{ $json.date ?? '${day}' }}`,
	description: 'Late checkout',
	reference: '={{ $json.reference }}',
};
const continued = { onError: 'continueRegularOutput' } as const;

function run(
	operation: string,
	items: IDataObject[],
	options: INodeParameters,
	settings: Parameters<typeof hotel.run>[2] = {},
	parameters: INodeParameters = {},
) {
	return hotel.run(operation, { ...fromItem, ...parameters, options }, { items, ...settings });
}

/** Days around today in UTC, the zone the runs are given. */
function dayFromNow(days: number): string {
	return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

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
		await run('sync', items, { largestAmount: 500 }, continued, { removeMissing: true });

		expect(hotel.service.books.all()).toMatchObject([{ id: 'a', amount: 10 }]);
	});

	it.each([-1, 'much'])('cannot be %p', async (largestAmount) => {
		const failed = await run('create', [{ amount: 10 }], { largestAmount });

		expect(failed.error?.message).toContain("'Largest Amount' is");
		expect(hotel.service.log.entries).toEqual([]);
	});
});

describe('Largest Total per Run', () => {
	const items = [{ amount: 400 }, { amount: -400.1 }, { amount: 300 }, { amount: 1 }].map(
		(item, index) => ({ ...item, reference: `r-${index}` }),
	);

	it.each(charging)('refuses the whole run of %s, and names the item', async (operation) => {
		const failed = await run(operation, items, { largestTotal: 1000 });

		expect(failed.error?.message).toBe(
			"With item 2 the amounts of this run come to 1100.1, more than the option 'Largest Total per Run' allows (1000) [item 2]",
		);
		expect(failed.error?.context).toMatchObject({ itemIndex: 2 });
		expect(hotel.requests).toEqual([]);
	});

	it('refuses every item with Continue', async () => {
		const failed = await run('create', items, { largestTotal: 1000 }, continued);

		expect(failed.json()).toHaveLength(4);
		for (const { error } of failed.json()) expect(error).toContain('With item 2');
		expect(hotel.requests).toEqual([]);
	});

	it('lets a run pass that just reaches it', async () => {
		const done = await run('create', items, { largestTotal: 1101.1 });

		expect(done.error).toBeUndefined();
		expect(hotel.service.books.all()).toHaveLength(4);
	});
});

describe('Most Removals', () => {
	beforeEach(() => {
		for (let n = 0; n < 10; n++) {
			const description = `Late checkout [ref:r-${n}]`;
			hotel.service.books.add('R-1', { id: `r-${n}`, amount: 10, date: day, description });
		}
	});

	const syncOf = (count: number, mostRemovals: string | number, parameters: INodeParameters = {}) =>
		run(
			'sync',
			Array.from({ length: count }, (_, n) => ({ amount: 11, reference: `r-${n}` })),
			{ mostRemovals },
			{},
			{ removeMissing: true, ...parameters },
		);

	it.each([
		[5, '20%', '5 of 10'],
		[7, '2', '3 of 10'],
		[9, 0, '1 of 10'],
		[9, '0%', '1 of 10'],
	])('refuses a run with %i of 10 items at %p before anything is changed', async (...given) => {
		const [count, mostRemovals, words] = given;
		const failed = await syncOf(count, mostRemovals);

		expect(failed.error?.message).toContain(`This run would delete ${words} service items`);
		expect(failed.error?.description).toMatch(/^Look whether the input is complete/);
		expect(hotel.requests.map(({ method }) => method)).toEqual(['GET']);
	});

	it.each([
		[8, '20%', 8],
		[7, '3', 7],
		[10, '0', 10],
		[5, '', 5],
	])('lets a run with %i of 10 items pass at %p', async (count, mostRemovals, left) => {
		const done = await syncOf(count, mostRemovals);

		expect(done.error).toBeUndefined();
		expect(hotel.service.books.all()).toHaveLength(left);
	});

	it('does not keep a dry run from showing what would be deleted', async () => {
		const done = await syncOf(5, '0', { dryRun: true });

		expect(done.json().filter(({ action }) => action === 'wouldRemove')).toHaveLength(5);
	});

	it.each(['some', '120%', '-1', '1.5'])('cannot be %p', async (mostRemovals) => {
		const failed = await syncOf(10, mostRemovals);

		expect(failed.error?.message).toContain(`'Most Removals' is '${mostRemovals}'`);
		expect(hotel.requests).toEqual([]);
	});
});

describe('Allowed Dates', () => {
	const allowedDates = { days: { from: '-2', to: '30' } };
	const utc = { timezone: 'UTC' };

	it.each([-3, 31])('refuses a day %i days from now', async (distance) => {
		const date = dayFromNow(distance);
		const failed = await run('create', [{ amount: 10, date }], { allowedDates }, utc);

		expect(failed.error?.message).toContain(`'Date' is ${date}`);
		expect(failed.error?.message).toContain("'Allowed Dates'");
		expect(hotel.service.log.entries).toEqual([]);
	});

	it.each([-2, 0, 30])('takes a day %i days from now', async (distance) => {
		const date = dayFromNow(distance);
		await run('create', [{ amount: 10, date }], { allowedDates }, utc);

		expect(hotel.bodies).toMatchObject([{ date }]);
	});

	it('may be open at one end', async () => {
		const date = dayFromNow(4000);
		await run('create', [{ amount: 10, date }], { allowedDates: { days: { from: '0' } } }, utc);

		expect(hotel.bodies).toMatchObject([{ date }]);
	});

	it('cannot be words', async () => {
		const options = { allowedDates: { days: { from: 'today', to: '' } } };
		const failed = await run('create', [{ amount: 10 }], options, utc);

		expect(failed.error?.message).toContain("'Allowed Dates: From' is 'today'");
	});
});
