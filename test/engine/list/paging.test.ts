import type { INodeParameters } from 'n8n-workflow';
import type { Dialect } from '../../service/dialect';
import { useCannedService } from '../support/cannedService';
import { CHARGE, listOf, useHotel } from '../support/hotel';

const hotel = useHotel();
const canned = useCannedService();

const numbers = (count: number) => listOf(count, (n) => n);

/** Seven items, numbered in their amounts, in pages of three. */
function bookPages(dialect: Partial<Dialect>): void {
	hotel.speak({ maxPageSize: 3, ...dialect });
	for (const amount of numbers(7)) hotel.book({ amount });
}

const list = (parameters: INodeParameters = { returnAll: true }) =>
	hotel.run('getAll', { reservationId: 'R-1', ...parameters });

/** Ways to page, and what is asked for. */
const ways: Array<[string, Partial<Dialect>, object[]]> = [
	['{page}', { pagination: 'page' }, ['1', '2', '3', '4'].map((page) => ({ page, limit: '3' }))],
	[
		'{page from 0}',
		{ pagination: 'page', firstPage: 0 },
		['0', '1', '2', '3'].map((page) => ({ page, limit: '3' })),
	],
	[
		'{offset}',
		{ pagination: 'offset' },
		['0', '3', '6', '7'].map((offset) => ({ offset, limit: '3' })),
	],
	['{cursor}', { pagination: 'cursor' }, [{ limit: '3' }, {}, {}]],
];

it.each(ways)('by %s a list is read to its end or Limit, and no further', async (...row) => {
	const [, dialect, asked] = row;
	bookPages(dialect);
	expect((await list()).json().map(({ amount }) => amount)).toEqual(numbers(7));
	expect(hotel.requests.map(({ query }) => query)).toMatchObject(asked);

	for (const limit of [3, 4]) {
		hotel.service.log.clear();
		const run = await list({ limit });
		expect(run.json().map(({ amount }) => amount)).toEqual(numbers(limit));
		expect(hotel.requests).toHaveLength(limit - 2);
	}
});

it('a list with a Link header to more is not whole, and nothing is given out by halves', async () => {
	const headers = { link: '</services?from=2>; rel="next"' };
	canned.answer = { headers, body: { items: [{ id: 'si-1', ...CHARGE }] } };
	const run = await canned.run('getAll', { reservationId: 'R-1', returnAll: true });

	expect(run.error?.message).toMatch(/may not be whole: 'link'/);
	expect(run.output()).toEqual([]);
});
