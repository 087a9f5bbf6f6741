import { blank, breakfast, inShort } from './support/watch';
import { useWatchedHotel } from './support/watchedHotel';

const { hotel, watch, add } = useWatchedHotel('R-1');

describe('activation', () => {
	it('records what is there and starts nothing', async () => {
		add('R-1');
		const watching = watch();
		const activation = await watching.activate();

		expect([activation.items, activation.error]).toEqual([null, undefined]);
		expect(await watching.events()).toEqual([]);
	});

	it('of a reservation without service items sees the first one', async () => {
		const watching = watch();
		await watching.activate();
		add('R-1');

		expect(inShort(await watching.events())).toEqual(['created R-1 si-1']);
	});

	it.each([
		['Reservation IDs', { reservationIds: [] }],
		['Reservation IDs', { reservationIds: [' ', ''] }],
		['Trigger On', { events: [] }],
	])("is refused when '%s' is empty", async (field, parameters) => {
		const { error } = await watch(parameters).activate();

		expect(error?.message).toBe(`'${field}' is empty. Add at least one entry`);
		expect(hotel.requests).toEqual([]);
	});

	it('is refused when the service items show no ID', async () => {
		hotel.speak({ idField: 'nummer' }, {});
		add('R-1');
		const { error } = await watch().activate();

		expect(error?.message).toContain("show no ID. Put {id} into 'List Response' in the credential");
	});
});

describe('an event', () => {
	it('tells of a service item that was created', async () => {
		const watching = watch();
		await watching.activate();
		hotel.service.books.add('R-1', { ...breakfast, accountCode: '4400', raw: { vat: 7 } });

		expect(await watching.events()).toEqual([
			{
				event: 'created',
				reservationId: 'R-1',
				serviceItem: {
					id: 'si-1',
					reservationId: 'R-1',
					...breakfast,
					accountCode: '4400',
					destinationAccount: null,
					vat: 7,
				},
			},
		]);
		expect(await watching.events()).toEqual([]);
	});

	it('tells of a service item that was updated, and how it was', async () => {
		add('R-1');
		const watching = watch();
		await watching.activate();
		hotel.edit('si-1', { amount: 15, accountCode: '4400' });

		const item = { id: 'si-1', reservationId: 'R-1', ...breakfast, ...blank };
		expect(await watching.events()).toEqual([
			{
				event: 'updated',
				reservationId: 'R-1',
				serviceItem: { ...item, amount: 15, accountCode: '4400' },
				previous: item,
			},
		]);
		expect(await watching.events()).toEqual([]);
	});

	it('tells of a service item that was deleted, as it was', async () => {
		hotel.service.books.add('R-1', { ...breakfast, raw: { vat: 7 } });
		const watching = watch();
		await watching.activate();
		hotel.remove('si-1');

		expect(await watching.events()).toEqual([
			{
				event: 'deleted',
				reservationId: 'R-1',
				serviceItem: { id: 'si-1', reservationId: 'R-1', ...breakfast, ...blank },
			},
		]);
		expect(await watching.events()).toEqual([]);
	});

	it('comes for a change of any property', async () => {
		hotel.service.books.add('R-1', { ...breakfast, raw: { tax: { rate: 7, code: 'A' } } });
		const watching = watch();
		await watching.activate();
		hotel.edit('si-1', { note: 'with tea' });
		expect(inShort(await watching.events())).toEqual(['updated R-1 si-1']);

		const booking = hotel.service.books.find('si-1');
		if (booking) booking.raw = { ...booking.raw, tax: { rate: 19, code: 'A' } };
		expect(inShort(await watching.events())).toEqual(['updated R-1 si-1']);
	});

	it('does not come when only the order of properties or service items has changed', async () => {
		for (const id of ['a', 'b']) {
			hotel.service.books.add('R-1', { ...breakfast, id, raw: { tax: [{ rate: 7, code: 'A' }] } });
		}
		const watching = watch();
		await watching.activate();
		const [a, b] = hotel.service.books.ofReservation('R-1');
		for (const booking of [a, b]) {
			if (!booking) continue;
			hotel.service.books.remove(booking);
			const entries = Object.entries({ ...booking.raw, tax: [{ code: 'A', rate: 7 }] });
			const raw = Object.fromEntries(entries.reverse());
			hotel.service.books.add('R-1', { ...breakfast, id: booking.id, raw });
		}

		expect(await watching.events()).toEqual([]);
	});
});

it('reads as many reservations at a time as the credential allows', async () => {
	const reservationIds = Array.from({ length: 30 }, (_, n) => `R-${n}`);
	hotel.credential.edit({ accountConcurrency: 5 });
	hotel.service.latencyMs = 40;
	hotel.service.inFlight.peak = 0;
	await watch({ reservationIds }).activate();
	hotel.service.latencyMs = 0;

	expect(hotel.requests).toHaveLength(30);
	expect(hotel.service.inFlight.peak).toBe(5);
});
