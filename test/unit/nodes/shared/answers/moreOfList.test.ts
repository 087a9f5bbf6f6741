import type { ListAnswer } from '../../../../../nodes/shared/answers/pageStatements';
import {
	nextLinkIn,
	signOfMore,
	totalBeyond,
} from '../../../../../nodes/shared/answers/moreOfList';

const data = [{ id: 1 }, { id: 2 }, { id: 3 }];

function signIn(answer: Partial<ListAnswer>): string | undefined {
	const read = { items: data.length, pages: 1 };
	return signOfMore({ status: 200, headers: {}, body: data, ...answer }, read);
}

describe('the body of a list', () => {
	it.each<[string, object]>([
		['pageInfo.hasNextPage', { pageInfo: { hasNextPage: true } }],
		['@odata.nextLink', { '@odata.nextLink': '/services?$skip=3' }],
		['@odata.count', { '@odata.count': 4 }],
		[
			'links',
			{
				links: [
					{ rel: 'self', href: '/' },
					{ rel: 'next', href: '/services?page=2' },
				],
			},
		],
		['_links', { _links: [{ rel: ['Next'], url: '/services?page=2' }] }],
		['meta.pagination.total_pages', { meta: { pagination: { total_pages: 2 } } }],
		['meta.pagination.total', { meta: { pagination: { total: 4 } } }],
		['meta.pagination.links.next', { meta: { pagination: { links: { next: '/p2' } } } }],
		['meta.total', { meta: { total: 4, per_page: 3 } }],
		['total', { total: 4, limit: 3 }],
		['total', { total: 4, offset: 0 }],
		['total', { total: '4', per_page: '3' }],
		['total', { total: 4, page: 1 }],
		['total', { total: 4, pagination: { page: 1, limit: 3 } }],
		['isLast', { isLast: false }],
		['isLast', { isLast: 'false' }],
		['last', { last: false }],
		['continuationToken', { continuationToken: 'abc' }],
		['data.nextCursor', { data: { items: data, nextCursor: 'abc' } }],
		['data.pageInfo.hasNextPage', { data: { items: data, pageInfo: { hasNextPage: true } } }],
		['total_pages', { total_pages: '3' }],
		['TotalCount', { TotalCount: ' 4 ' }],
		['has_more', { has_more: 'true' }],
		['cursor.next', { cursor: { next: 17 } }],
		['_links.next', { _links: { next: [{ href: '/services?page=2' }] } }],
	])('says by %s that there is more: %j', (sign, said) => {
		expect(signIn({ body: { data, ...said } })).toBe(sign);
	});

	it.each<[object]>([
		[{ pageInfo: { hasNextPage: false, endCursor: 'abc' } }],
		[{ '@odata.nextLink': null, '@odata.count': 3 }],
		[{ links: [{ rel: 'next', href: null }, { rel: 'self', href: '/services' }, null] }],
		[{ _links: { next: { href: null, templated: true }, last: { href: '/services' } } }],
		[
			{
				meta: { pagination: { total: 3, count: 3, per_page: 3, current_page: 1, total_pages: 1 } },
			},
		],
		[{ meta: { total: 3, per_page: 3 } }],
		[{ meta: { total: 250 } }],
		[{ total: 250 }],
		[{ total: 250, count: 3, page: null, limit: '' }],
		[{ total: 250, pagination: { page: 1, total: 3 } }],
		[{ total: 250.5, limit: 100 }],
		[{ total: '3', limit: '100', offset: 0 }],
		[{ isLast: true, last: true, last_page: 1 }],
		[{ isLast: null, last: '' }],
		[{ continuationToken: '', nextCursor: ' ', next: '0', nextPage: 'null' }],
		[{ data: { items: data, nextCursor: null, hasMore: false } }],
		[{ total_pages: '1', totalCount: '3', total_count: 'many', totalElements: 3.5 }],
		[{ hasMore: 'false', has_more: 0, paging: { cursors: { after: 'abc' } } }],
	])('says nothing of the kind: %j', (said) => {
		expect(signIn({ body: { data, ...said } })).toBeUndefined();
	});
});

describe('the headers of a list', () => {
	it.each<[string, object]>([
		['Link', { link: '</services?page=2>; rel="next"' }],
		['X-Total-Count', { 'x-total-count': '4' }],
		['X-Total', { 'x-total': '4' }],
		['X-Total-Pages', { 'x-total-pages': '2' }],
		['X-Next-Page', { 'x-next-page': '2' }],
		['Content-Range', { 'content-range': 'items 0-2/4' }],
		['Content-Range', { 'content-range': '0-2/4' }],
	])('say by %s that there is more: %j', (sign, said) => {
		const headers = { ...said };
		expect(signIn({ headers })).toBe(sign);
		expect(signIn({ headers, body: { data, hasMore: false } })).toBe(sign);
	});

	it.each<[object]>([
		[{ link: '</services?page=1>; rel="first"' }],
		[{ 'x-total-count': '3', 'x-total': '0', 'x-total-pages': '1', 'x-next-page': '' }],
		[{ 'x-total-count': '', 'x-next-page': '0' }],
		[{ 'content-range': 'items 0-2/3' }],
		[{ 'content-range': 'items 0-2/*' }],
		[{ 'content-range': 'bytes 0-200/201' }],
		[{ 'x-request-id': '77', 'content-length': '999', total: '9' }],
	])('say nothing of the kind: %j', (said) => {
		expect(signIn({ headers: { ...said } })).toBeUndefined();
	});

	it('are what makes a partial answer (206) whole', () => {
		expect(signIn({ status: 206 })).toBe('status 206');
		expect(signIn({ status: 206, headers: { 'content-range': 'items 0-2/*' } })).toBe('status 206');
		expect(signIn({ status: 206, headers: { 'content-range': 'items 0-2/9' } })).toBe(
			'Content-Range',
		);
		expect(signIn({ status: 206, headers: { 'content-range': 'items 0-2/3' } })).toBeUndefined();
	});
});

describe('a list of which several pages were read', () => {
	const read = { items: 9, pages: 3 };
	const answer = (said: object) => ({ status: 200, headers: {}, body: { data, ...said } });

	it.each([[{ totalPages: 4 }], [{ totalCount: 10 }], [{ total: 10, limit: 3 }]])(
		'has more by its totals: %j',
		(said) => {
			expect(totalBeyond(answer(said), read)).toBe(Object.keys(said)[0]);
			expect(signOfMore(answer(said), read)).toBe(Object.keys(said)[0]);
		},
	);

	it.each([[{ totalPages: 3 }], [{ totalCount: 9 }], [{ total: 9, limit: 3 }]])(
		'has no more: %j',
		(said) => {
			expect(totalBeyond(answer(said), read)).toBeUndefined();
			expect(signOfMore(answer(said), read)).toBeUndefined();
		},
	);

	it('has no total in a word about the next page', () => {
		expect(
			totalBeyond(answer({ hasMore: true, next: '/p2', isLast: false }), read),
		).toBeUndefined();
	});
});

describe('the link to the next page', () => {
	const link = (body: unknown, headers = {}) => nextLinkIn({ status: 200, headers, body });

	it.each<[string, unknown, { link?: string }]>(
		(
			[
				['/services?page=2', { next: '/services?page=2' }],
				['https://api.example.com/p2', { paging: { next: 'https://api.example.com/p2' } }],
				['/p2', { _links: { next: { href: '/p2' } } }],
				['/p2', { _links: { next: [{ href: '/p2' }] } }],
				[
					'?page=2',
					{
						links: [
							{ rel: 'self', href: '/p1' },
							{ rel: 'next', href: '?page=2' },
						],
					},
				],
				['/p2', { data, '@odata.nextLink': '/p2' }],
				['/p2', { next_page_url: ' /p2 ', next: 'abc', has_more: true }],
				['/p2', { has_more: true, next: 'abc', next_page_url: '/p2' }],
				['http://localhost/p2', { next: 'http://localhost/p2' }],
				['/p2', data, { link: '</p1>; rel="prev", </p2>; rel="next"' }],
				['/p2?a=1,2', data, { link: '</p2?a=1,2>; title="x"; rel=next, </p9>; rel="last"' }],
				['/p2', data, { link: '</p2>; rel="next last"' }],
			] as Array<[string, unknown, { link?: string }?]>
		).map(([link, body, headers = {}]) => [link, body, headers]),
	)('is %s in %j', (expected, body, headers) => {
		expect(link(body, headers)).toBe(expected);
	});

	it.each<[unknown, object]>([
		[{ next: null }, {}],
		[{ has_more: false }, {}],
		[{ links: { next: '' } }, {}],
		[{ next: 'YW/Jj.Zz==' }, {}],
		[data, { link: '</p1>; rel="prev"' }],
	])('has a place in %j, but is not there', (body, headers) => {
		expect(link(body, headers)).toBeNull();
	});

	it.each<[unknown]>([[data], [{ data, count: 3 }], [{ data, previous: '/p1' }]])(
		'has no place in %j',
		(body) => {
			expect(link(body)).toBeUndefined();
		},
	);
});
