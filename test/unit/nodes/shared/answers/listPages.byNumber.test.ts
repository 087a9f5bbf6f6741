import { readItems, readPage } from '../../../../../nodes/shared/answers/listPages';
import { formatOf, itemsUpTo, pagedList, slice } from '../../../support/pagedList';

const query = { reservationId: 'R-1' };

describe('a list with page numbers', () => {
	const format = formatOf({ pagination: 'page' });

	it('is read to the first empty page', async () => {
		const all = itemsUpTo(20);
		const list = pagedList(({ page, limit }) => slice(all, (Number(page) - 1) * 10, limit));

		expect(await readItems(list.fetchList, query, Infinity, format)).toEqual(all);
		expect(list.queries).toEqual([1, 2, 3].map((page) => ({ ...query, page, limit: 10 })));
	});

	it('is read whole though the service caps the page size', async () => {
		const all = itemsUpTo(11);
		const list = pagedList(({ page, limit }) => slice(all, (Number(page) - 1) * 3, limit, 3));
		expect(await readItems(list.fetchList, query, Infinity, format)).toEqual(all);
	});

	it('begins with page 0 where the credential says so', async () => {
		const all = itemsUpTo(20);
		const zero = formatOf({ pagination: 'page', firstPage: 0 });
		const list = pagedList(({ page, limit }) => slice(all, Number(page) * 10, limit));

		expect(await readItems(list.fetchList, query, Infinity, zero)).toEqual(all);
		expect(list.queries.map(({ page }) => page)).toEqual([0, 1, 2]);
	});

	it('is read on although it says that there is more', async () => {
		const list = pagedList((_query, request) => ({
			items: request < 3 ? [{ id: request }] : [],
			totalPages: 2,
			next_page_url: request < 2 ? '/services?page=2' : null,
		}));
		expect(await readItems(list.fetchList, query, Infinity, format)).toEqual(itemsUpTo(2));
	});

	it('has the parameter names of the credential', async () => {
		const named = formatOf({
			pagination: 'page',
			pageParameter: 'p',
			pageSizeParameter: 'per_page',
		});
		const list = pagedList(() => []);
		await readItems(list.fetchList, query, Infinity, named);
		expect(list.queries).toEqual([{ ...query, p: 1, per_page: 10 }]);
	});

	it('goes on where an earlier call stopped', async () => {
		const list = pagedList(() => itemsUpTo(10));
		const page = await readPage(list.fetchList, query, '4', format);

		expect(Number(list.queries[0]?.page)).toBe(4);
		expect(page.next).toBe(5);
	});
});

describe('a list with offsets', () => {
	const format = formatOf({ pagination: 'offset' });

	it('is read whole, by as many items as came', async () => {
		const all = itemsUpTo(11);
		const list = pagedList(({ offset, limit }) => slice(all, Number(offset), limit, 4));

		expect(await readItems(list.fetchList, query, Infinity, format)).toEqual(all);
		expect(list.queries.map(({ offset }) => offset)).toEqual([0, 4, 8, 11]);
	});

	it('goes on where an earlier call stopped', async () => {
		const list = pagedList(() => itemsUpTo(4));
		expect((await readPage(list.fetchList, query, '8', format)).next).toBe(12);
	});
});
