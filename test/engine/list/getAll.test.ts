import { CHARGE, listOf, useHotel } from '../support/hotel';

const hotel = useHotel();

const all = { reservationId: 'R-1', returnAll: true };

/** Books so many items on a reservation, their numbers as amounts. */
function book(reservationId: string, count: number): void {
	for (const amount of listOf(count, (n) => n)) hotel.book({ amount }, reservationId);
}

it('gives out each service item of a reservation, as the service returned it', async () => {
	const raw = { json: { a: 1 }, binary: 'x', pairedItem: 7, error: '', taxes: [], guest: null };
	const gone = { status: 'cancelled' };
	for (const more of [{}, { raw }, { raw: gone }]) hotel.book(more);
	book('R-2', 1);
	const run = await hotel.run('getAll', all);

	const query = { reservationId: 'R-1' };
	expect(hotel.requests).toEqual([{ method: 'GET', path: '/services', query }]);
	expect(run.output()).toEqual([
		{ json: { id: 'si-1', ...CHARGE }, pairedItem: { item: 0 } },
		{ json: { id: 'si-2', ...CHARGE, ...raw }, pairedItem: { item: 0 } },
		{ json: { id: 'si-3', ...CHARGE, ...gone }, pairedItem: { item: 0 } },
	]);
});

// What is no limit is a case of the unit tests.
it.each([
	[undefined, 50],
	[60, 60],
	['3', 3],
	['={{ 2 + 2 }}', 4],
])('Limit %j gives out %i of 60', async (limit, count) => {
	book('R-1', 60);
	const parameters = { reservationId: 'R-1', ...(limit !== undefined && { limit }) };
	const run = await hotel.run('getAll', parameters);

	expect(run.json().map(({ amount }) => amount)).toEqual(listOf(count, (n) => n));
});
