import { numbers, usePages } from './support/pages';

const { hotel, book, list } = usePages();

describe('how many', () => {
	beforeEach(() => book(60));

	it('is 50 unless said otherwise', async () => {
		expect(await list({})).toEqual(numbers(50));
	});

	it.each([1, 59, 60, 61, '3', '={{ 2 + 2 }}'])('is %j at most with that Limit', async (limit) => {
		const count = limit === '={{ 2 + 2 }}' ? 4 : Math.min(60, Number(limit));
		expect(await list({ limit })).toEqual(numbers(count));
	});

	it('is up to each item when Return All is an expression', async () => {
		const run = await hotel.run(
			'getAll',
			{ reservationId: 'R-1', returnAll: '={{ $json.all }}', limit: '={{ $json.limit }}' },
			{
				items: [
					{ all: false, limit: 2 },
					{ all: true, limit: 2 },
				],
			},
		);

		expect(run.error).toBeUndefined();
		expect(run.output().map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 0 },
			...numbers(60).map(() => ({ item: 1 })),
		]);
	});

	it.each([
		0,
		-1,
		1.5,
		'x',
		'={{ null }}',
		'={{ NaN }}',
		'={{ Infinity }}',
		'={{ [5] }}',
		'={{ true }}',
	])('cannot be %j', async (limit) => {
		const run = await hotel.run('getAll', { reservationId: 'R-1', limit });

		expect(run.error?.message).toContain("'Limit' must be a whole number of at least 1");
		expect(hotel.service.log.entries).toEqual([]);
	});
});
