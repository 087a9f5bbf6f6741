import type { IDataObject } from 'n8n-workflow';

import type { Answer } from '../../../../../nodes/shared/answers/outcome';
import { explorePaging } from '../../../../../nodes/ServiceItem/apiFormat/explorePaging';

const items = [1, 2, 3].map((id) => ({ id: `i-${id}`, amount: id + 0.5, date: '2026-11-21' }));
const query = { reservationId: 'R-1' };

type Service = (query: Record<string, unknown>) => {
	status?: number;
	body: unknown;
	headers?: Record<string, unknown>;
};

async function explored(
	service: Service,
	asked: IDataObject = query,
	listed = items,
): Promise<unknown> {
	const list = async (parameters: IDataObject): Promise<Answer | undefined> => {
		await Promise.resolve();
		const { status = 200, body, headers = {} } = service(parameters);
		return status < 300 ? { kind: 'answer', status, isReadable: true, headers, body } : undefined;
	};
	return (await explorePaging(list, asked, listed, 100))?.settings;
}

const number = (value: unknown, otherwise: number): number =>
	value === undefined ? otherwise : Number(value);

it('finds page numbers from 1', async () => {
	const settings = await explored(({ per_page, page }) => {
		const size = number(per_page, 100);
		const start = (number(page, 1) - 1) * size;
		return { body: items.slice(start, start + size) };
	});
	expect(settings).toEqual({
		pagination: 'page',
		pageParameter: 'page',
		firstPage: 1,
		pageSizeParameter: 'per_page',
	});
});

it('finds page numbers from 0', async () => {
	const settings = await explored(({ size = 100, page = 0 }) => {
		const start = Number(page) * Number(size);
		return { body: { content: items.slice(start, start + Number(size)), totalPages: 3 } };
	});
	expect(settings).toMatchObject({ pagination: 'page', firstPage: 0, pageSizeParameter: 'size' });
});

it('finds offsets', async () => {
	const settings = await explored(({ limit = 100, skip = 0 }) => ({
		body: { items: items.slice(Number(skip), Number(skip) + Number(limit)) },
	}));
	expect(settings).toEqual({
		pagination: 'offset',
		pageParameter: 'skip',
		pageSizeParameter: 'limit',
	});
});

it('finds cursors, wherever the answer has them', async () => {
	const settings = await explored(({ limit = 100, page_token }) => {
		const start = number(page_token, 0);
		const end = start + Number(limit);
		const next = end < items.length ? String(end) : undefined;
		return { body: { data: items.slice(start, end), meta: { next_token: next } } };
	});
	expect(settings).toEqual({
		pagination: 'cursor',
		cursorParameter: 'page_token',
		nextCursorField: 'meta.next_token',
		pageSizeParameter: 'limit',
	});
});

it.each([
	['next_offset', 'offset'],
	['nextChunk', 'chunk'],
	['Cursor', 'Cursor'],
])('finds a cursor whose parameter is called like its field: %s', async (field, parameter) => {
	const settings = await explored(({ limit = 100, [parameter]: at = '["0"]' }) => {
		const start = Number(/\d+/.exec(String(at))?.[0]);
		const end = start + Number(limit);
		return { body: { list: items.slice(start, end), [field]: `["${end}"]` } };
	});
	expect(settings).toMatchObject({ cursorParameter: parameter, nextCursorField: field });
});

it('finds the ID of the last item as a parameter', async () => {
	const settings = await explored(({ limit = 100, starting_after }) => {
		const start = items.findIndex(({ id }) => id === starting_after) + 1;
		const end = start + Number(limit);
		return { body: { data: items.slice(start, end), has_more: end < items.length } };
	});
	expect(settings).toEqual({
		pagination: 'lastItem',
		lastItemParameter: 'starting_after',
		hasMoreField: 'has_more',
		pageSizeParameter: 'limit',
	});
});

it('finds addresses of the next page, in the answer and in the Link header', async () => {
	const inBody = await explored(({ limit = 100 }) => ({
		body: { items: items.slice(0, Number(limit)), links: { next: '/services?after=1' } },
	}));
	expect(inBody).toMatchObject({ pagination: 'nextLink', nextLinkField: 'links.next' });

	const inHeader = await explored(({ limit = 100 }) => ({
		body: items.slice(0, Number(limit)),
		headers: { link: '<https://x.example/services?page=2>; rel="next"' },
	}));
	expect(inHeader).toEqual({ pagination: 'nextLink', pageSizeParameter: 'limit' });
});

it('finds an address whose name has a dot in it by what is usual', async () => {
	const settings = await explored(({ $top = 100 }) => ({
		body: { value: items.slice(0, Number($top)), '@odata.nextLink': '/services?$skiptoken=1' },
	}));
	expect(settings).toEqual({
		pagination: 'nextLink',
		nextLinkField: '',
		pageSizeParameter: '$top',
	});
});

it('finds names with a capital where the query has one', async () => {
	const settings = await explored(
		({ Limit = 100, Cursor = 0 }) => {
			const end = Number(Cursor) + Number(Limit);
			return { body: { Items: items.slice(Number(Cursor), end), Cursor: String(end) } };
		},
		{ ReservationId: 'R-1' },
	);
	expect(settings).toEqual({
		pagination: 'cursor',
		cursorParameter: 'Cursor',
		nextCursorField: 'Cursor',
		pageSizeParameter: 'Limit',
	});
});

it('gives the largest usual size that the service takes', async () => {
	const settings = await explored(({ limit = 2, offset = 0 }) => {
		if (Number(limit) > 30) return { status: 400, body: { message: 'limit must not exceed 30' } };
		return { body: items.slice(Number(offset), Number(offset) + Number(limit)) };
	});
	expect(settings).toMatchObject({ pageSizeParameter: 'limit', pageSize: 25 });
});

describe('a service that knows no size of pages', () => {
	const pageOfTwo = (start: number) => items.slice(start, start + 2);

	it('is asked by what its first page tells', async () => {
		expect(
			await explored(
				({ page = 1 }) => ({
					body: { items: pageOfTwo((Number(page) - 1) * 2), hasMore: page === 1 },
				}),
				query,
				pageOfTwo(0),
			),
		).toEqual({
			pagination: 'page',
			pageParameter: 'page',
			firstPage: 1,
			pageSizeParameter: '',
		});
		expect(
			await explored(
				() => ({ body: { value: pageOfTwo(0), '@odata.nextLink': '/services?$skiptoken=1' } }),
				query,
				pageOfTwo(0),
			),
		).toEqual({ pagination: 'nextLink', nextLinkField: '', pageSizeParameter: '' });
	});

	it('is asked no more where its list is whole', async () => {
		let asked = 0;
		await explored(() => ({ body: { items, count: ++asked } }));
		expect(asked).toBeLessThan(20);
	});
});

it('finds nothing where every question gives the whole list', async () => {
	expect(await explored(() => ({ body: items }))).toBeUndefined();
});
