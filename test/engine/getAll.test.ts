import { useHotel } from './support/hotel';

const hotel = useHotel();

const day = '2026-12-05';

/** Books items 1 to `count` on a reservation, their numbers as amounts. */
function book(reservationId: string, count: number): void {
	for (let amount = 1; amount <= count; amount++) {
		hotel.service.books.add(reservationId, { amount, date: day, description: `Item ${amount}` });
	}
}

it('gives out each service item of a reservation as an item of its own', async () => {
	book('R-1', 2);
	book('R-2', 1);
	const run = await hotel.run('getAll', { reservationId: 'R-1', returnAll: true });

	expect(hotel.requests).toEqual([
		{ method: 'GET', path: '/services', query: { reservationId: 'R-1' } },
	]);
	expect(run.output()).toEqual([
		{
			json: { id: 'si-1', reservationId: 'R-1', amount: 1, date: day, description: 'Item 1' },
			pairedItem: { item: 0 },
		},
		{
			json: { id: 'si-2', reservationId: 'R-1', amount: 2, date: day, description: 'Item 2' },
			pairedItem: { item: 0 },
		},
	]);
});

it('gives the service items out as the service returned them', async () => {
	const raw = { json: { a: 1 }, binary: 'x', pairedItem: 7, error: '', taxes: [], guest: null };
	hotel.service.books.add('R-1', { amount: 1, date: day, description: 'Odd', raw });
	const run = await hotel.run('getAll', { reservationId: 'R-1', returnAll: true });

	expect(run.output()).toEqual([
		{
			json: {
				id: 'si-1',
				reservationId: 'R-1',
				amount: 1,
				date: day,
				description: 'Odd',
				...raw,
			},
			pairedItem: { item: 0 },
		},
	]);
});

it('gives out nothing for a reservation without service items', async () => {
	const run = await hotel.run('getAll', { reservationId: 'R-1', returnAll: true });

	expect(run.status).toBe('success');
	expect(run.output()).toEqual([]);
});

it.each(['R 1', 'R/1', 'R&1=2', 'ä?', '#5', 'a+b', '100%', '%26', '..', 'a;b,c[0]', '"\''])(
	'asks for the reservation %j',
	async (reservationId) => {
		book(reservationId, 1);
		const run = await hotel.run(
			'getAll',
			{ reservationId: '={{ $json.reservation }}' },
			{ items: [{ reservation: reservationId }] },
		);

		expect(hotel.requests).toEqual([
			{ method: 'GET', path: '/services', query: { reservationId } },
		]);
		expect(run.json()).toMatchObject([{ reservationId, amount: 1 }]);
	},
);

it.each([
	['missing', undefined, "'Reservation ID' is empty"],
	['blank', ' ', "'Reservation ID' is empty"],
	['an object', { id: 1 }, "'Reservation ID' is not text"],
])('refuses a reservation ID that is %s and sends nothing', async (_, reservation, message) => {
	const run = await hotel.run(
		'getAll',
		{ reservationId: '={{ $json.reservation }}' },
		{ items: [{ reservation }] },
	);

	expect(run.error?.message).toContain(message);
	expect(hotel.service.log.entries).toEqual([]);
});

describe('several items', () => {
	const reservations = ['R-1', 'R-2', 'R-3'].map((reservation) => ({ reservation }));
	const parameters = { reservationId: '={{ $json.reservation }}', returnAll: true };

	it('give their service items out in their order, whatever is answered first', async () => {
		book('R-1', 2);
		book('R-3', 1);
		hotel.service.faults.add({ kind: 'delay', method: 'GET', delayMs: 60 });
		const run = await hotel.run('getAll', parameters, { items: reservations });

		expect(run.output().map(({ json, pairedItem }) => [json.reservationId, pairedItem])).toEqual([
			['R-1', { item: 0 }],
			['R-1', { item: 0 }],
			['R-3', { item: 2 }],
		]);
	});
});
