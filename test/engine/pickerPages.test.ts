import type { INodeListSearchResult } from 'n8n-workflow';
import { usePicker } from './support/picker';

const { hotel, search } = usePicker();

describe('page by page', () => {
	const book = (count: number): void => {
		for (let n = 1; n <= count; n++) {
			hotel.service.books.add('R-1', { amount: n, date: '2026-12-05', description: `Item ${n}` });
		}
	};
	const amounts = ({ results }: INodeListSearchResult): number[] =>
		results.map(({ name }) => Number(name.split(' · ')[2]));

	it.each(['page', 'offset', 'cursor'] as const)(
		'the list goes on where it ended: %s',
		async (pagination) => {
			hotel.speak({ pagination }, { pagination, pageSize: 2 });
			book(5);
			const seen: number[] = [];
			let paginationToken: string | undefined;
			do {
				const page = await search({ paginationToken });
				seen.push(...amounts(page));
				paginationToken = page.paginationToken;
				expect(paginationToken === undefined || typeof paginationToken === 'string').toBe(true);
			} while (paginationToken !== undefined);

			expect(seen).toEqual([1, 2, 3, 4, 5]);
		},
	);

	it('begins with page 0 where the service counts from there', async () => {
		const zero = { pagination: 'page', firstPage: 0 } as const;
		hotel.speak(zero, { ...zero, pageSize: 2 });
		book(5);
		const first = await search();
		expect(amounts(first)).toEqual([1, 2]);
		expect(first.paginationToken).toBe('1');
		expect(amounts(await search({ paginationToken: '1' }))).toEqual([3, 4]);

		expect(hotel.requests.map(({ query }) => query?.page)).toEqual(['0', '1']);
	});

	it('one request reads one page', async () => {
		hotel.speak({ pagination: 'page' }, { pagination: 'page', pageSize: 2 });
		book(5);
		const first = await search();

		expect(amounts(first)).toEqual([1, 2]);
		expect(first.paginationToken).toBe('2');
		expect(hotel.requests).toHaveLength(1);

		expect(amounts(await search({ paginationToken: '2' }))).toEqual([3, 4]);
		expect(hotel.requests.at(-1)?.query).toMatchObject({ page: '2', limit: '2' });
		expect(hotel.requests).toHaveLength(2);
	});

	it('a filter looks on until it finds something', async () => {
		hotel.speak({ pagination: 'page' }, { pagination: 'page', pageSize: 2 });
		book(9);
		const page = await search({ filter: 'item 7' });

		expect(amounts(page)).toEqual([7]);
		expect(page.paginationToken).toBe('5');
		expect(hotel.requests).toHaveLength(4);
	});

	it('a filter that finds nothing ends with the list', async () => {
		hotel.speak({ pagination: 'cursor' }, { pagination: 'cursor', pageSize: 2 });
		book(9);

		expect(await search({ filter: 'massage' })).toEqual({ results: [] });
		expect(hotel.requests).toHaveLength(5);
	});

	it('a filter does not read a long list in one go', async () => {
		hotel.speak({ pagination: 'offset' }, { pagination: 'offset', pageSize: 2 });
		book(30);
		const page = await search({ filter: 'item 30' });

		expect(page).toEqual({ results: [], paginationToken: '20' });
		expect(hotel.requests).toHaveLength(10);
		expect(amounts(await search({ filter: 'item 30', paginationToken: '20' }))).toEqual([30]);
	});

	it('the list ends when the service gives the same cursor again', async () => {
		hotel.speak(
			{ pagination: 'cursor', repeatLastPage: true },
			{ pagination: 'cursor', pageSize: 2 },
		);
		book(3);
		const { paginationToken } = await search();
		const last = await search({ paginationToken: String(paginationToken) });

		expect(amounts(last)).toEqual([3]);
		expect(last.paginationToken).toBeUndefined();
	});
});
