import { listsIn, pagingBeside } from '../../../nodes/ServiceItem/check/findList';
import { pathText } from '../../../nodes/ServiceItem/check/leaves';

const charge = { id: 1, amount: 12.5, date: '2026-11-21', description: 'Spa' };
const guests = [1, 2].map((id) => ({ id, name: 'Ada' }));

it.each<[string, unknown, string]>([
	['the answer itself', [charge], '[]'],
	['a property', { items: [charge], total: 1 }, 'items[]'],
	['a property further down', { data: { lines: [charge] }, errors: [] }, 'data.lines[]'],
	['the list of charges beside others', { guests, extras: [charge] }, 'extras[]'],
	[
		'lists within the entries of a list',
		{ data: [1, 2].map((id) => ({ id, invoiceItems: [{ ...charge, id: id + 7 }] })) },
		'data[].invoiceItems[]',
	],
	[
		'lists further inside',
		{
			windows: [{ balance: { amount: 8 }, folios: [{ postings: [charge, { ...charge, id: 2 }] }] }],
		},
		'windows[].folios[].postings[]',
	],
	[
		'charges, not the lines they are made of, which have no ID of their own',
		{
			Charge: [1, 2].map((Id) => ({ Id, Line: [{ LineId: 1, Amount: 5.5, Date: '2026-11-21' }] })),
		},
		'Charge[]',
	],
	['charges in a wrapper each', { list: [{ charge }, { charge: { ...charge, id: 2 } }] }, 'list[]'],
	['charges with a cursor each', { edges: [{ cursor: 'c1', node: charge }] }, 'edges[]'],
])('finds %s', (_, body, path) => {
	expect(pathText(listsIn(body)[0]?.path ?? [])).toBe(path);
});

it('takes the items of all inner lists together', () => {
	const body = { data: [{ items: [charge] }, { items: [{ ...charge, id: 2 }] }] };
	expect(listsIn(body)[0]?.items.map(({ id }) => id)).toEqual([1, 2]);
});

it.each<[unknown]>([[[]], [{ items: [] }], [{ ok: true }], ['text'], [undefined], [[1, 2]]])(
	'finds none where no list has anything in it: %j',
	(body) => {
		expect(listsIn(body)).toEqual([]);
	},
);

it.each<[object, Record<string, string>, Record<string, string> | undefined]>([
	[
		{ nextCursor: 'k2', hasMore: true },
		{ nextCursor: '{cursor}', hasMore: '{hasMore}' },
		{ cursor: '{cursor}' },
	],
	[
		{ meta: { next_page_token: 'k2' } },
		{ 'meta.next_page_token': '{cursor}' },
		{ page_token: '{cursor}' },
	],
	[{ pageInfo: { endCursor: 'k2' } }, { 'pageInfo.endCursor': '{cursor}' }, { after: '{cursor}' }],
	[
		{ paging: { next: 'k2', total: 9 } },
		{ 'paging.next': '{cursor}', 'paging.total': '{total}' },
		{ cursor: '{cursor}' },
	],
	[{ links: { next: '/services?from=k2' } }, { 'links.next': '{nextPage}' }, {}],
	[{ '@odata.nextLink': 'https://service.example/x' }, { '@odata.nextLink': '{nextPage}' }, {}],
	[{ page: 1, totalCount: 9 }, { totalCount: '{total}' }, { page: '{page}' }],
	[{ number: 0, totalPages: 3 }, {}, { number: '{page from 0}' }],
	[{ offset: 0, limit: 50 }, {}, { offset: '{offset}' }],
	[{ nextCursor: null, total: 9 }, {}, undefined],
	[{ total: 80.5, page: 3 }, {}, undefined],
])('tells how a list goes on that has %j beside it', (beside, places, query) => {
	const found = pagingBeside({ items: [charge], ...beside });
	expect(found?.query).toEqual(query);
	const shown = (found?.places ?? []).map(({ path, text }) => [pathText(path), text] as const);
	expect(Object.fromEntries(shown)).toEqual(places);
});
