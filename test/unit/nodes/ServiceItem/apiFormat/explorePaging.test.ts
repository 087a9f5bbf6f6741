import type { IDataObject } from 'n8n-workflow';

import type { Answer } from '../../../../../nodes/shared/answers/outcome';
import { explorePaging } from '../../../../../nodes/ServiceItem/apiFormat/explorePaging';

const items = [1, 2, 3].map((id) => ({ id: `i-${id}`, amount: id + 0.5, date: '2026-11-21' }));
const query = { reservationId: 'R-1' };

type Service = (query: Record<string, unknown>) => {
	body: unknown;
	headers?: Record<string, unknown>;
};

async function explored(service: Service): Promise<unknown> {
	const list = async (parameters: IDataObject): Promise<Answer | undefined> => {
		await Promise.resolve();
		const { body, headers = {} } = service(parameters);
		return { kind: 'answer', status: 200, isReadable: true, headers, body };
	};
	return (await explorePaging(list, query, items))?.settings;
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

it('finds nothing where every question gives the whole list', async () => {
	expect(await explored(() => ({ body: items }))).toBeUndefined();
});
