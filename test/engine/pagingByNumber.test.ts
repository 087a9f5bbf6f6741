import { numbers, usePages } from './support/pages';

const { hotel, book, page, list, refusal, queries } = usePages();

const all = { returnAll: true };

describe('by page number', () => {
	it('reads to the empty page', async () => {
		page('page');
		book(250);

		expect(await list(all)).toEqual(numbers(250));
		expect(queries()).toEqual(numbers(4).map((n) => ({ page: `${n}`, limit: '100' })));
	});

	it('uses the names and the size of the credential', async () => {
		const names = { pageParameter: 'p', pageSizeParameter: 'per_page' };
		page('page', names, { ...names, pageSize: 3 });
		book(6);

		expect(await list(all)).toEqual(numbers(6));
		expect(queries()).toEqual(numbers(3).map((n) => ({ p: `${n}`, per_page: '3' })));
	});

	it('asks once for a reservation without service items', async () => {
		page('page');

		expect(await list(all)).toEqual([]);
		expect(queries()).toEqual([{ page: '1', limit: '100' }]);
	});

	it('misses nothing when the service gives smaller pages than asked for', async () => {
		page('page', { maxPageSize: 20 });
		book(50);

		expect(await list(all)).toEqual(numbers(50));
		expect(queries().map((query) => query.page)).toEqual(['1', '2', '3', '4']);
	});

	it('stops when the last page is given again', async () => {
		page('page', { repeatLastPage: true, maxPageSize: 20 });
		book(50);

		expect(await list(all)).toEqual(numbers(50));
		expect(queries().map((query) => query.page)).toEqual(['1', '2', '3', '4']);
	});

	it('takes nothing from a service that does not page at all, and so gives the same again', async () => {
		page('page', { pagination: 'none' });
		book(50);

		expect(await refusal(all)).toMatch(/came again.*'Pagination'.*'Page Parameter'/);
		expect(queries()).toHaveLength(2);
	});
});

describe('by page number, of a service that counts from 0', () => {
	const zero = { pagination: 'page', firstPage: 0, pageSize: 20 } as const;

	it('reads everything from page 0 on', async () => {
		hotel.speak(zero, zero);
		book(50);

		expect(await list(all)).toEqual(numbers(50));
		expect(queries()).toEqual(['0', '1', '2', '3'].map((n) => ({ page: n, limit: '20' })));
	});

	it.each([
		[1, ['0']],
		[20, ['0']],
		[21, ['0', '1']],
	])('Limit %i asks for the pages %j', async (limit, pages) => {
		hotel.speak(zero, zero);
		book(50);

		expect(await list({ limit })).toEqual(numbers(limit));
		expect(queries().map((query) => query.page)).toEqual(pages);
	});

	it.each(['', null, -1, 0.5, 'zero'])('First Page %j is the usual 1', async (firstPage) => {
		hotel.speak({ pagination: 'page' }, { ...zero, firstPage: firstPage as string });
		book(3);

		expect(await list(all)).toEqual(numbers(3));
		expect(queries().map((query) => query.page)).toEqual(['1', '2']);
	});

	it('does not matter where pages have no numbers', async () => {
		for (const pagination of ['offset', 'cursor'] as const) {
			hotel.service.books.clear();
			hotel.speak({ pagination }, { pagination, firstPage: 0, pageSize: 20 });
			book(50);

			expect(await list(all)).toEqual(numbers(50));
		}
	});
});

describe('by offset', () => {
	it('reads to the empty page', async () => {
		page('offset');
		book(250);

		expect(await list(all)).toEqual(numbers(250));
		expect(queries()).toEqual(
			[0, 100, 200, 250].map((offset) => ({ offset: `${offset}`, limit: '100' })),
		);
	});

	it('uses the names and the size of the credential', async () => {
		const names = { pageParameter: 'skip', pageSizeParameter: 'take' };
		page('offset', names, { ...names, pageSize: 4 });
		book(6);

		expect(await list(all)).toEqual(numbers(6));
		expect(queries()).toEqual(['0', '4', '6'].map((skip) => ({ skip, take: '4' })));
	});

	it('goes on from what came, not from what was asked for', async () => {
		page('offset', { maxPageSize: 20 });
		book(50);

		expect(await list(all)).toEqual(numbers(50));
		expect(queries().map(({ offset }) => offset)).toEqual(['0', '20', '40', '50']);
	});

	it('stops when the last page is given again', async () => {
		page('offset', { repeatLastPage: true, maxPageSize: 20 });
		book(50);

		expect(await list(all)).toEqual(numbers(50));
		expect(queries()).toHaveLength(4);
	});

	it('takes nothing from a service that does not page at all, and so gives the same again', async () => {
		page('offset', { pagination: 'none' });
		book(50);

		expect(await refusal(all)).toMatch(/came again.*'Pagination'.*'Offset Parameter'/);
		expect(queries()).toHaveLength(2);
	});
});
