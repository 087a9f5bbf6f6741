import { type List, usePagedList } from './pagedList';

const { service, client, fill, get, ids } = usePagedList();

describe('paging by cursor', () => {
	it.each([
		['absent', undefined],
		['null', null],
		['empty', ''],
	] as const)('leads through the list, with the last cursor %s', async (lastPageCursor, last) => {
		fill(5, { pagination: 'cursor', lastPageCursor });
		const seen: string[] = [];
		let page = await get({ limit: 2 });
		while (page.nextCursor) {
			seen.push(page.items.map(({ id }) => id).join(' '));
			page = await get({ limit: 2, cursor: page.nextCursor });
		}
		expect(seen).toEqual(['1 2', '3 4']);
		expect(page.items.map(({ id }) => id)).toEqual(['5']);
		expect(page.nextCursor).toBe(last);
		expect('nextCursor' in page).toBe(last !== undefined);
	});

	it('has no next page after a last page that is full', async () => {
		fill(4, { pagination: 'cursor' });
		const first = await get({ limit: 2 });
		expect(await get({ limit: 2, cursor: first.nextCursor ?? '' })).not.toHaveProperty(
			'nextCursor',
		);
	});

	it('may use other names, nested ones too', async () => {
		fill(3, {
			pagination: 'cursor',
			itemsField: 'data.items',
			nextCursorField: 'data.paging.next',
			cursorParameter: 'after',
			maxPageSize: 2,
		});
		const { data } = await client.get<{ data: { paging: { next: string } } }>(
			'/services?reservationId=r1',
		);
		expect(data).toMatchObject({ data: { items: [{ id: '1' }, { id: '2' }] } });
		const params = { reservationId: 'r1', after: data.data.paging.next };
		const next = await client.get<unknown>('/services', { params });
		expect(next.data).toMatchObject({ data: { items: [{ id: '3' }] } });
	});

	it('is not confused by items that come and go', async () => {
		fill(4, { pagination: 'cursor' });
		const { nextCursor } = await get({ limit: 2 });
		await client.delete('/services/1');
		service.books.add('r1', { amount: 5, date: '2026-11-21', description: 'New', id: '5' });
		expect(await ids({ cursor: nextCursor ?? '' })).toBe('3 4 5');
	});

	it('refuses a cursor it did not give', async () => {
		fill(1, { pagination: 'cursor' });
		expect(await client.get('/services?reservationId=r1&cursor=abc')).toMatchObject({
			status: 400,
			data: { message: 'cursor is not a cursor of this list' },
		});
	});

	it('may give the same cursor again for ever', async () => {
		fill(3, { pagination: 'cursor', repeatLastPage: true });
		const first = await get({ limit: 2 });
		const second = await get({ limit: 2, cursor: first.nextCursor ?? '' });
		const third = await get({ limit: 2, cursor: second.nextCursor ?? '' });
		expect(second.items.map(({ id }) => id)).toEqual(['3']);
		expect(second.nextCursor).toBe(first.nextCursor);
		expect(third).toEqual(second);
	});

	it('says so when there is no place for the cursor', async () => {
		fill(1, { pagination: 'cursor', itemsField: '' });
		expect((await client.get('/services?reservationId=r1')).status).toBe(500);
	});
});

describe('paging by links, last items, and page and cursor together', () => {
	it('follows a link, in the answer or in its header, that alone is enough', async () => {
		fill(3, { pagination: 'nextLink', nextLinkField: 'links.next' });
		const { data } = await client.get<{ links: { next: string } }>(
			'/services?reservationId=r1&limit=2',
		);
		const { data: second } = await client.get<List>(data.links.next);
		expect(second).toEqual({
			items: [expect.objectContaining({ id: '3' })],
			links: { next: null },
		});

		fill(0, { nextLinkField: '', itemsField: '' });
		const { headers } = await client.get('/services?reservationId=r1&limit=2');
		const link = /^<(.+)>; rel="next"$/.exec(String(headers.link))?.[1] ?? '';
		const last = await client.get<unknown[]>(link);
		expect([last.data.length, last.headers.link]).toEqual([1, undefined]);
	});

	it('goes on behind an item, and says whether there is more', async () => {
		fill(3, { pagination: 'lastItem' });
		expect(await get({ limit: 2 })).toMatchObject({ has_more: true });
		expect(await get({ limit: 2, starting_after: '2' })).toMatchObject({
			items: [{ id: '3' }],
			has_more: false,
		});
		expect(await client.get('/services?reservationId=r1&starting_after=9')).toMatchObject({
			status: 400,
		});
	});

	it('wants page and cursor', async () => {
		fill(3, { pagination: 'pageAndCursor' });
		const { nextCursor = '' } = await get({ limit: 2, page: 1 });
		expect(await ids({ limit: 2, page: 2, cursor: nextCursor ?? '' })).toBe('3');
		for (const query of ['page=2', `page=1&cursor=${nextCursor}`]) {
			expect((await client.get(`/services?reservationId=r1&${query}`)).status).toBe(400);
		}
	});
});
