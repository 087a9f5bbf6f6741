import type { ListAnswer } from '../../../../../nodes/shared/answers/pageStatements';
import { countOf, statementsIn } from '../../../../../nodes/shared/answers/pageStatements';

/** What an answer says about one thing, with where it says so. */
function saidOf(about: string, answer: Partial<ListAnswer>): Array<[string, unknown]> {
	return statementsIn({ status: 200, headers: {}, body: [], ...answer })
		.filter((statement) => statement.about === about)
		.map(({ where, value }) => [where, value]);
}

const inBody = (about: string, body: object) => saidOf(about, { body });

describe('what a body says about its pages', () => {
	it('is found down to the third wrapper, and no deeper', () => {
		expect(inBody('next', { meta: { pagination: { links: { next: '/p2' } } } })).toEqual([
			['meta.pagination.links.next', '/p2'],
		]);
		expect(inBody('next', { meta: { pagination: { links: { page: { next: '/p2' } } } } })).toEqual(
			[],
		);
	});

	it('is not looked for in what is no wrapper', () => {
		expect(inBody('next', { folio: { next: 'F-2' } })).toEqual([]);
		expect(inBody('next', { data: [{ next: 'S-2' }] })).toEqual([]);
	});

	it.each<[string, object, boolean]>([
		[
			'data.reservation.charges.pageInfo.hasNextPage',
			{ data: { reservation: { charges: { edges: [{}], pageInfo: { hasNextPage: true } } } } },
			true,
		],
		['folioInformation.hasMore', { folioInformation: { windows: [{}], hasMore: true } }, true],
	])('is found beside the list, however deep that lies: %s', (where, body, value) => {
		const [about = ''] = where.toLowerCase().split('.').slice(-1);
		expect(inBody(about, body)).toEqual([[where, value]]);
	});

	it.each<[string, object]>([
		['totalCount', { data: [{}], guests: { items: [{}, {}], totalCount: 2 } }],
		['next', { items: [{}], reservation: { rooms: [{}], next: 'R-8' } }],
		['last', { items: [{}], filters: { options: [], last: false } }],
	])('is not what something else beside the list says of its own: %s in %j', (name, body) => {
		expect(inBody(name.toLowerCase(), body)).toEqual([]);
	});

	it('is found where there are links, errors or the like beside it', () => {
		const body = { links: [{ rel: 'self' }], folio: { postings: [{}], hasMore: true } };
		expect(inBody('hasmore', body)).toEqual([['folio.hasMore', true]]);
	});

	it('is that of the list at Items Field, where that is known', () => {
		const body = {
			guests: { list: [{}], totalCount: 9 },
			rooms: [{}],
			charges: { edges: [{ node: {} }], totalCount: 3 },
		};
		const statements = statementsIn({ status: 200, headers: {}, body }, 'charges.edges[].node');
		expect(statements.filter(({ about }) => about === 'totalcount')).toEqual([
			{ where: 'charges.totalCount', about: 'totalcount', value: 3 },
		]);
	});

	it('comes from the outside first', () => {
		expect(inBody('next', { meta: { next: 'inner' }, next: 'outer' })).toEqual([
			['next', 'outer'],
			['meta.next', 'inner'],
		]);
	});

	it.each([
		[{ rel: 'next', href: '/p2' }, '/p2'],
		[{ rel: 'NEXT', url: '/p2' }, '/p2'],
		[{ rel: ['last', 'next'], uri: '/p2' }, '/p2'],
	])('may be a link in a list: %j', (link, target) => {
		expect(inBody('next', { links: [{ rel: 'self', href: '/p1' }, link] })).toEqual([
			['links', target],
		]);
	});

	it.each([
		{ rel: 'next-archive', href: '/a' },
		{ rel: 'annex next', href: '/a' },
		{ rel: [{ next: 1 }], href: '/a' },
		{ href: '/a' },
		'next',
	])('is not told by another link: %j', (link) => {
		expect(inBody('next', { links: [link] })).toEqual([]);
	});

	it('may be an object with an address', () => {
		expect(inBody('next', { _links: { next: { href: '/p2' } } })).toEqual([
			['_links.next.href', '/p2'],
		]);
	});
});

describe('a total', () => {
	it.each([
		{ total: 4, limit: 3 },
		{ total: 4, pageSize: '3' },
		{ total: 4, paging: { limit: 3 } },
		{ total: 4, pagination: {} },
	])('counts items beside what is about pages: %j', (body) => {
		expect(inBody('totalitems', body)).toEqual([['total', 4]]);
	});

	it('counts items where all is about pages', () => {
		expect(inBody('totalitems', { paging: { total: 4 } })).toEqual([['paging.total', 4]]);
	});

	it.each([
		{ total: 4 },
		{ total: 4, guests: 3 },
		{ total: 4, limit: 'none' },
		{ total: 4, limit: null },
		{ total: 4, page: 1.5 },
		{ data: { total: 4 } },
	])('may be a sum of money otherwise: %j', (body) => {
		expect(inBody('totalitems', body)).toEqual([]);
	});

	it('beside an object with a total of its own may be a sum of money', () => {
		expect(inBody('totalitems', { total: 250, paging: { limit: 3, totalItems: 3 } })).toEqual([
			['paging.totalItems', 3],
		]);
	});
});

describe('what headers say about the pages', () => {
	const linkTo = (link: unknown) => saidOf('next', { headers: { link } });

	it.each([
		'</p2>; rel="next"',
		'</p2>;rel=next',
		'</p2>; rel=next ; title="more"',
		'</p2>; title="more"; rel="next"',
		'</p2>; REL="Next"',
		'</p2>; rel="last next"',
		'</p2>; rel="next last"',
		'</p1>; rel="prev",</p2>; rel="next"',
		'</p1>; rel="prev" ,  </p2>; rel="next", </p9>; rel="last"',
	])('is the link %j', (link) => {
		expect(linkTo(link)).toEqual([['Link', '/p2']]);
	});

	it.each([
		'</p1>; rel="prev"',
		'</p1>; rel="nextpage"',
		'</p1>; rel="annext"',
		'</p1>; title="next"',
		'</next>; rel="prev"',
		'</p1>; rel=prev; hint=next',
		'p2; rel="next"',
		['</p2>; rel="next"'],
		undefined,
	])('is no link in %j', (link) => {
		expect(linkTo(link)).toEqual([]);
	});

	it.each([
		['items 0-24/66', 66],
		['0-24/66', 66],
		['items */66', 66],
	])('is the total in the range %j', (range, total) => {
		const headers = { 'content-range': range };
		expect(saidOf('totalitems', { headers })).toEqual([['Content-Range', total]]);
	});

	it.each(['items 0-24/*', 'items 0-24', 'bytes 0-24/66', ' Bytes 0-24/66', 66, undefined])(
		'is no total in the range %j',
		(range) => {
			expect(saidOf('totalitems', { headers: { 'content-range': range } })).toEqual([]);
		},
	);

	it('is that there is more, by a status alone that says it is a part', () => {
		expect(saidOf('hasmore', { status: 206 })).toEqual([['status 206', true]]);
		expect(saidOf('hasmore', { status: 200 })).toEqual([]);
		const headers = { 'content-range': 'items 0-2/3' };
		expect(saidOf('hasmore', { status: 206, headers })).toEqual([]);
	});

	it('is what the headers of a service say, under their usual spelling', () => {
		const headers = { 'x-next-page': '2', 'x-total-count': '4', date: 'today' };
		expect(statementsIn({ status: 200, headers, body: [] })).toEqual([
			{ where: 'X-Next-Page', about: 'xnextpage', value: '2' },
			{ where: 'X-Total-Count', about: 'xtotalcount', value: '4' },
		]);
	});
});

it.each([
	[4, 4],
	[0, 0],
	['4', 4],
	[' 40 ', 40],
	[4.5, undefined],
	['4.5', undefined],
	['x4', undefined],
	['4x', undefined],
	['', undefined],
	[null, undefined],
	[true, undefined],
	[['4'], undefined],
])('%j is the count %j', (value, count) => {
	expect(countOf(value)).toBe(count);
});
