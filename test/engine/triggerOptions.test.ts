import { blank, breakfast, eventsOf, inShort } from './support/watch';
import { useWatchedHotel } from './support/watchedHotel';

const { hotel, watch, add } = useWatchedHotel('R-1');

describe('Trigger On', () => {
	it.each(['created', 'updated', 'deleted'])('%s gives out no other events', async (event) => {
		for (const id of ['a', 'b']) add('R-1', id);
		const watching = watch({ events: [event] });
		await watching.activate();
		hotel.edit('a', { amount: 1 });
		hotel.remove('b');
		add('R-1', 'c');

		expect((await watching.events()).map((given) => given.event)).toEqual([event]);
	});
});

describe('the list of reservations', () => {
	it('may have numbers, white space and repetitions', async () => {
		const watching = watch({ reservationIds: [1001, ' R-1 ', 'R-1', ''] as never });
		await watching.activate();

		const asked = hotel.requests.map(({ query }) => String(query?.reservationId));
		expect(asked.sort()).toEqual(['1001', 'R-1']);
	});

	it('can be added to: what the new one has is recorded first', async () => {
		add('R-2');
		const watching = watch();
		await watching.activate();
		add('R-1');
		const activation = await watching.activate({ reservationIds: ['R-1', 'R-2'] });
		expect(inShort(eventsOf(activation))).toEqual(['created R-1 si-2']);

		add('R-2');
		expect(inShort(await watching.events())).toEqual(['created R-2 si-3']);
	});

	it('can be taken from: nothing is kept of a reservation that is no longer watched', async () => {
		add('R-2');
		const watching = watch({ reservationIds: ['R-1', 'R-2'] });
		await watching.activate();
		await watching.activate({ reservationIds: ['R-1'] });
		expect(JSON.stringify(watching.saved)).not.toContain('R-2');

		hotel.remove('si-1');
		await watching.activate({ reservationIds: ['R-1', 'R-2'] });
		expect(await watching.events()).toEqual([]);
	});
});

describe('a test by hand', () => {
	it('shows a sample of every chosen event at once', async () => {
		hotel.service.books.add('R-2', { ...breakfast, raw: { vat: 7 } });
		const reservationIds = ['R-1', 'R-2'];
		const item = { id: 'si-1', reservationId: 'R-2', ...breakfast, ...blank };

		const { items } = await watch({ reservationIds }).test();
		expect(items?.map(({ json }) => json)).toEqual([
			{ event: 'created', reservationId: 'R-2', serviceItem: { ...item, vat: 7 } },
			{
				event: 'updated',
				reservationId: 'R-2',
				serviceItem: { ...item, vat: 7 },
				previous: { ...item, description: 'Breakfast (before the change)' },
			},
			{ event: 'deleted', reservationId: 'R-2', serviceItem: item },
		]);

		const deleted = await watch({ reservationIds, events: ['deleted'] }).test();
		expect(deleted.items?.map(({ json }) => json.event)).toEqual(['deleted']);
	});

	it('says so when there is nothing to show', async () => {
		const { error } = await watch({ reservationIds: ['R-1', 'R-2'] }).test();

		expect(error?.message).toBe(
			'The reservations have no service items yet, so there is no sample to show. Add one to any of them, then test again',
		);
	});
});
