import { useHotel } from './support/hotel';
import { fromItem, lateCheckout } from './support/lateCheckout';

const hotel = useHotel();

describe('several items', () => {
	const stay = ['R-1', 'R-2', 'R-3'].map((reservationId, index) => ({
		...lateCheckout,
		reservationId,
		amount: 10 + index,
	}));

	it('gives the results out in the order of the input, whatever is answered first', async () => {
		hotel.service.faults.add({ kind: 'delay', method: 'POST', path: /services/, delayMs: 60 });
		const run = await hotel.run('create', { ...fromItem }, { items: stay });

		expect(run.json().map(({ amount }) => amount)).toEqual([10, 11, 12]);
		expect(run.output().map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
			{ item: 2 },
		]);
	});

	it('books the charges on one reservation in the order of the input', async () => {
		hotel.service.faults.add({ kind: 'delay', method: 'POST', path: /services/, delayMs: 40 });
		hotel.service.faults.add({ kind: 'delay', method: 'POST', path: /services/, delayMs: 20 });
		const items = stay.map((item) => ({ ...item, reservationId: 'R-1' }));
		await hotel.run('create', { ...fromItem }, { items });

		expect(hotel.service.books.all('R-1').map(({ amount }) => amount)).toEqual([10, 11, 12]);
	});

	it('sends nothing when there is no item', async () => {
		const run = await hotel.run('create', { ...fromItem }, { items: [] });

		expect(run.status).toBe('success');
		expect(run.output()).toEqual([]);
		expect(hotel.service.log.entries).toEqual([]);
	});
});

it('names the item the service refused, and says how many were done', async () => {
	hotel.service.faults.add({
		kind: 'errorBefore',
		status: 422,
		method: 'POST',
		after: 1,
		path: /services/,
	});
	const items = [1, 2, 3].map((amount) => ({ ...lateCheckout, amount }));
	const run = await hotel.run('create', { ...fromItem }, { items });

	expect(run.error?.name).toBe('NodeApiError');
	expect(run.error?.message).toMatch(/\[item 1\]$/);
	expect(run.error?.description).toContain('1 of 3 items were done');
	expect(hotel.service.books.all().map(({ amount }) => amount)).toEqual([1]);
});
