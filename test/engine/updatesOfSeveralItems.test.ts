import { useHotel } from './support/hotel';
import { byId } from './support/serviceItemNode';
import { spaTreatment } from './support/spaTreatment';

const hotel = useHotel();

beforeEach(() => {
	hotel.service.books.add('R-1', { id: 'si-7', ...spaTreatment });
});

describe('several items', () => {
	const parameters = {
		serviceId: byId('={{ $json.id }}'),
		updateFields: { amount: '={{ $json.price }}' },
	};
	const amountOf = (id: string): unknown =>
		hotel.service.books.all().find((item) => item.id === id)?.amount;

	beforeEach(() => {
		hotel.service.books.add('R-1', { id: 'si-8', ...spaTreatment });
	});

	it('give their results out in their order, whatever is answered first', async () => {
		hotel.service.faults.add({ kind: 'delay', method: 'PATCH', delayMs: 60 });
		const run = await hotel.run('update', parameters, {
			items: [
				{ id: 'si-7', price: 1 },
				{ id: 'si-8', price: 2 },
			],
		});

		expect(run.output()).toMatchObject([
			{ json: { id: 'si-7', amount: 1 }, pairedItem: { item: 0 } },
			{ json: { id: 'si-8', amount: 2 }, pairedItem: { item: 1 } },
		]);
	});

	it('change one service item in the order of the input: the last one holds', async () => {
		hotel.service.faults.add({ kind: 'delay', method: 'PATCH', delayMs: 60 });
		hotel.service.faults.add({ kind: 'delay', method: 'PATCH', delayMs: 30 });
		const run = await hotel.run('update', parameters, {
			items: [1, 2, 3].map((price) => ({ id: 'si-7', price })),
		});

		expect(run.json().map(({ amount }) => amount)).toEqual([1, 2, 3]);
		expect(hotel.bodies).toEqual([{ amount: 1 }, { amount: 2 }, { amount: 3 }]);
		expect(amountOf('si-7')).toBe(3);
	});

	const mixed = [
		{ id: 'si-7', price: 1 },
		{ id: 'si-8', price: '1,50' },
		{ id: 'si-8', price: null },
		{ id: 'si-8', price: 4 },
		{ id: 'si-404', price: 5 },
	];

	it('send nothing when one is no good and the run stops on errors', async () => {
		const run = await hotel.run('update', parameters, { items: mixed });

		expect(run.error?.message).toMatch(/^'Amount' is '1,50'.*\[item 1\]$/);
		expect(hotel.service.log.entries).toEqual([]);
		expect(hotel.service.books.changes.updated).toBe(0);
	});

	it('are done but for those that are no good with Continue', async () => {
		const run = await hotel.run('update', parameters, {
			items: mixed,
			onError: 'continueRegularOutput',
		});

		expect(run.json()).toEqual([
			expect.objectContaining({ id: 'si-7', amount: 1 }),
			{ error: expect.stringContaining("'Amount' is '1,50'") as string },
			{ error: expect.stringContaining("'Update Fields' is empty") as string },
			expect.objectContaining({ id: 'si-8', amount: 4 }),
			{ error: expect.stringContaining("Service item 'si-404' was not found") as string },
		]);
		expect(run.output().map(({ pairedItem }) => pairedItem)).toEqual(
			mixed.map((_, item) => ({ item })),
		);
		expect(hotel.requests).toHaveLength(3);
		expect([amountOf('si-7'), amountOf('si-8')]).toEqual([1, 4]);
	});

	it('are parted with Continue (using error output)', async () => {
		const run = await hotel.run('update', parameters, {
			items: mixed,
			onError: 'continueErrorOutput',
		});

		expect(run.output(0).map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 3 }]);
		expect(run.output(1).map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 1 },
			{ item: 2 },
			{ item: 4 },
		]);
	});
});
