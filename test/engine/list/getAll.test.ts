import { useCannedService } from '../support/cannedService';
import { CHARGE, listOf, useHotel } from '../support/hotel';

const hotel = useHotel();
const canned = useCannedService();

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

// What is compared or changed is looked at more closely: refusedLists.test.ts.
it('gives out what shows no ID, one of another, or another reservation', async () => {
	const data = [{ amount: 1 }, { id: 'a' }, { id: 'a' }, { id: 'b', reservationId: 'R-2' }];
	canned.answer = { body: { data } };

	expect((await canned.run('getAll', all)).json()).toEqual(data);
	expect(canned.asked).toHaveLength(1);
});

it('asks for each reservation as it is written', async () => {
	const odd = ['R 1', 'R/1', 'R&1=2', 'ä?', '#5', 'a+b', '100%', '%26', '..', 'a;b,c[0]', '"\''];
	for (const id of odd) book(id, 1);
	const parameters = { reservationId: '={{ $json.reservationId }}' };
	const items = odd.map((reservationId) => ({ reservationId }));
	const run = await hotel.run('getAll', parameters, { items });

	expect(hotel.requests.map(({ query }) => query?.reservationId).sort()).toEqual(odd.sort());
	expect(run.json()).toMatchObject(items);
});

describe('Limit', () => {
	beforeEach(() => book('R-1', 60));

	it.each([
		[undefined, 50],
		[1, 1],
		[60, 60],
		[61, 60],
		['3', 3],
		['={{ 2 + 2 }}', 4],
	])('%j gives out %i of 60', async (limit, count) => {
		const parameters = { reservationId: 'R-1', ...(limit !== undefined && { limit }) };
		const run = await hotel.run('getAll', parameters);

		expect(run.json().map(({ amount }) => amount)).toEqual(listOf(count, (n) => n));
	});

	it.each([0, 1.5, 'x', '={{ null }}', '={{ Infinity }}', '={{ [5] }}', '={{ true }}'])(
		'cannot be %j',
		async (limit) => {
			const run = await hotel.run('getAll', { reservationId: 'R-1', limit });

			expect(run.error?.message).toMatch(/'Limit'/);
			expect(hotel.traffic).toEqual([]);
		},
	);

	it('is no matter of each item where Return All is an expression: that is refused', async () => {
		const run = await hotel.run('getAll', { ...all, returnAll: '={{ $json.all }}' });

		expect(run.error?.message).toMatch(/'Return All'.*expression/);
		expect(hotel.traffic).toEqual([]);
	});
});
