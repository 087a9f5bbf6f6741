import { usePagedList } from './pagedList';

const { service, client, fill, ids } = usePagedList();

describe('no paging', () => {
	it('gives everything, whatever is asked for', async () => {
		fill(5, { maxPageSize: 2 });
		expect(await ids({ page: 2, limit: 1, offset: 3, cursor: 'x' })).toBe('1 2 3 4 5');
	});
});

describe('paging by page', () => {
	it('gives the page asked for, the first by default, none beyond the end', async () => {
		fill(5, { pagination: 'page' });
		expect(await ids({ limit: 2 })).toBe('1 2');
		expect(await ids({ limit: 2, page: 1 })).toBe('1 2');
		expect(await ids({ limit: 2, page: 3 })).toBe('5');
		expect(await ids({ limit: 2, page: 4 })).toBe('');
		expect(await ids()).toBe('1 2 3 4 5');
	});

	it('may begin at 0 and use other names', async () => {
		fill(5, { pagination: 'page', firstPage: 0, pageParameter: 'p', pageSizeParameter: 'size' });
		expect(await ids({ size: 2 })).toBe('1 2');
		expect(await ids({ size: 2, p: 1, page: 9 })).toBe('3 4');
	});

	it('never gives more than the maximum', async () => {
		fill(5, { pagination: 'page', maxPageSize: 2 });
		expect(await ids({ limit: 100, page: 2 })).toBe('3 4');
	});

	it.each([
		{ page: 0 },
		{ page: -1 },
		{ page: 'two' },
		{ page: '' },
		{ page: 1.5 },
		{ limit: 0 },
		{ limit: 'all' },
	])('refuses %j with 400', async (params) => {
		fill(1, { pagination: 'page' });
		const asked = { params: { reservationId: 'r1', ...params } };
		expect((await client.get('/services', asked)).status).toBe(400);
	});

	it('may repeat its last page for ever', async () => {
		fill(4, { pagination: 'page', repeatLastPage: true });
		const pages = [await ids({ limit: 2, page: 2 }), await ids({ limit: 2, page: 3 })];
		expect([...pages, await ids({ limit: 2, page: 99 })]).toEqual(['3 4', '3 4', '3 4']);
	});
});

describe('paging by offset', () => {
	it('gives what follows the offset', async () => {
		fill(5, { pagination: 'offset', firstPage: 1 });
		expect(await ids({ limit: 2 })).toBe('1 2');
		expect(await ids({ limit: 2, offset: 3 })).toBe('4 5');
		expect(await ids({ limit: 2, offset: 5 })).toBe('');
	});

	it('may use another name, and repeat its last page for ever', async () => {
		fill(5, { pagination: 'offset', pageParameter: 'skip', repeatLastPage: true });
		expect(await ids({ limit: 2, skip: 4 })).toBe('5');
		expect(await ids({ limit: 2, skip: 6 })).toBe('5');
		expect(await ids({ limit: 2, skip: 60 })).toBe('5');
	});
});

it('gives the items of each day by themselves, where the dialect says so', async () => {
	fill(2, { itemsField: 'data[].lines.items' });
	service.books.add('r1', { amount: 3, date: '2026-11-22', description: 'Later', id: '3' });
	const { data } = await client.get<{ data: Array<{ day: string }> }>('/services?reservationId=r1');
	expect(data.data).toEqual([
		{ day: '2026-11-21', lines: { items: [expect.anything(), expect.anything()] } },
		{ day: '2026-11-22', lines: { items: [expect.objectContaining({ id: '3' })] } },
	]);
});
