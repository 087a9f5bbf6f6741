import type { INodeParameters } from 'n8n-workflow';
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
	hotel.book();
	hotel.book({ raw });
	book('R-2', 1);
	const run = await hotel.run('getAll', all);

	const query = { reservationId: 'R-1' };
	expect(hotel.requests).toEqual([{ method: 'GET', path: '/services', query }]);
	expect(run.output()).toEqual([
		{ json: { id: 'si-1', ...CHARGE }, pairedItem: { item: 0 } },
		{ json: { id: 'si-2', ...CHARGE, ...raw }, pairedItem: { item: 0 } },
	]);
});

it.each(['R 1', 'R/1', 'R&1=2', 'ä?', '#5', 'a+b', '100%', '%26', '..', 'a;b,c[0]', '"\''])(
	'asks for the reservation %j',
	async (reservationId) => {
		book(reservationId, 1);
		const parameters = { reservationId: '={{ $json.reservation }}' };
		const run = await hotel.run('getAll', parameters, { items: [{ reservation: reservationId }] });

		expect(hotel.requests.map(({ query }) => query)).toEqual([{ reservationId }]);
		expect(run.json()).toMatchObject([{ reservationId, amount: 1 }]);
	},
);

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

	it('and Return All are up to each item where they are expressions', async () => {
		const parameters = { returnAll: '={{ $json.all }}', limit: '={{ $json.limit }}' };
		const items = [
			{ all: false, limit: 2 },
			{ all: true, limit: 2 },
		];
		const run = await hotel.run('getAll', { reservationId: 'R-1', ...parameters }, { items });

		const pairs = [...listOf(2, () => ({ item: 0 })), ...listOf(60, () => ({ item: 1 }))];
		expect(run.output().map(({ pairedItem }) => pairedItem)).toEqual(pairs);
	});

	it.each([0, 1.5, 'x', '={{ null }}', '={{ Infinity }}', '={{ [5] }}', '={{ true }}'])(
		'cannot be %j',
		async (limit) => {
			const run = await hotel.run('getAll', { reservationId: 'R-1', limit });

			expect(run.error?.message).toContain("'Limit' must be a whole number of at least 1");
			expect(hotel.traffic).toEqual([]);
		},
	);
});

describe('Query Parameters', () => {
	const optionsOf = (...parameters: INodeParameters[]) => ({ queryParameters: { parameters } });

	it('are sent along, numbers and values of the input item too, and one without a name is left out', async () => {
		const options = optionsOf(
			{ name: '={{ $json.name }}', value: '={{ $json.min }}' },
			{ name: 'from date', value: '2026-12-01&x=y' },
			{ name: 'ä', value: 'ö ü' },
			{ name: '', value: 'x' },
			{ name: 'reservationId', value: 'R-2' },
		);
		const items = [{ name: 'min', min: 12.5 }];
		await hotel.run('getAll', { reservationId: 'R-1', options }, { items });

		const sent = { reservationId: 'R-1', min: '12.5', 'from date': '2026-12-01&x=y', ä: 'ö ü' };
		expect(hotel.requests[0]?.query).toEqual(sent);
	});

	it('are added as often as they are given to those of the address; those of List Query win', async () => {
		canned.answer = { body: [] };
		const options = optionsOf(
			{ name: 'hotel', value: 'B' },
			{ name: 'status', value: 'open' },
			{ name: 'status', value: 'paid' },
			{ name: 'reservationId', value: 'R-2' },
		);
		const parameters = { reservationId: 'R-1', options };
		await canned.run('getAll', parameters, undefined, '?hotel=A&lang=en&reservationId=R-3');

		const [, query] = (canned.asked[0] ?? '').split('?');
		expect([...new URLSearchParams(query)].sort()).toEqual([
			['hotel', 'A'],
			['hotel', 'B'],
			['lang', 'en'],
			['reservationId', 'R-1'],
			['status', 'open'],
			['status', 'paid'],
		]);
	});

	it('that are no text are refused by name', async () => {
		const options = optionsOf({ name: 'filter', value: '={{ $json.value }}' });
		const items = [{ value: 'open' }, { value: { a: 1 } }];
		const run = await hotel.run('getAll', { reservationId: 'R-1', options }, { items });

		expect(run.error?.message).toMatch(/^'Query Parameters: filter' is not text.*\[item 1\]$/);
		expect(hotel.traffic).toEqual([]);
	});
});
