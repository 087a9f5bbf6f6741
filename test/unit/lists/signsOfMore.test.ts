import type { IDataObject } from 'n8n-workflow';
import fc from 'fast-check';

import { plainName } from '../../../nodes/shared/format/json';
import { readServiceItems } from '../../../nodes/shared/lists/readServiceItems';
import type { Family } from '../../../nodes/shared/lists/signsOfMore';
import { FAMILIES } from '../../../nodes/shared/lists/signsOfMore';
import type { Settings } from '../support/mapper';
import { mapperOf } from '../support/mapper';
import { holdsAsync } from '../support/properties';

const items = [
	{ id: 'si-1', amount: 5 },
	{ id: 'si-2', amount: 6 },
	{ id: 'si-3', amount: 7 },
];

interface Told {
	status?: number;
	headers?: IDataObject;
	body?: unknown;
}

/** Reads a list of three items that comes with one request. @returns what is said to be missing; undefined: it is whole */
async function signIn({ status = 200, headers = {}, body = items }: Told, settings: Settings = {}) {
	const answer = { kind: 'answer' as const, status, headers, body, isReadable: true };
	const trySend = () => Promise.resolve(answer);
	const client = { mapper: mapperOf(settings), secrets: [], trySend };
	try {
		await readServiceItems(client, { reservationId: 'R-1' });
		return undefined;
	} catch (error) {
		const { message } = error as Error;
		return /(?:\(|although )'(.*)' in (?:its|the service's) answer/.exec(message)?.[1] ?? message;
	}
}

const beside = (more: object): Told => ({ body: { items, ...more } });

describe('a list is not whole', () => {
	it.each<[string, Told]>([
		['status 206', { status: 206 }],
		['status 206', { status: 206, headers: { 'content-range': 'items 0-2/3' } }],
		['Content-Range', { status: 206, headers: { 'content-range': 'items 0-2/4' } }],
		['Content-Range', { headers: { 'content-range': 'items 0-2/4' } }],
		['Content-Range', { headers: { 'content-range': 'bytes 0-99/200' } }],
		['x-next-page', { headers: { 'x-next-page': '2' } }],
		['x-has-more', { headers: { 'x-has-more': 'true' } }],
		['x-total', { headers: { 'x-total': '4' } }],
		['X-Total-Count', { headers: { 'X-Total-Count': '4' } }],
		['x-total-pages', { headers: { 'x-total-pages': '2' } }],
		['x-page-count', { headers: { 'x-page-count': '2' } }],
		['x-pagination', { headers: { 'x-pagination': '{"TotalCount":4,"PageSize":3}' } }],
		['@odata.nextLink', beside({ '@odata.nextLink': '/services?$skip=3' })],
		['@odata.count', { body: { value: items, '@odata.count': 4 } }],
		['nextToken', beside({ nextToken: 'abc' })],
		['NextContinuationToken', beside({ NextContinuationToken: 'abc' })],
		['continuationToken', beside({ continuationToken: 'abc' })],
		['next_page_token', beside({ next_page_token: 'abc' })],
		['total', beside({ total: 4, pageSize: 3, pageNumber: 1 })],
		['last_page', beside({ current_page: 1, last_page: 2 })],
		['total', beside({ total: 4, per_page: 3 })],
		['total', beside({ total: 4, skip: 0, take: 3 })],
		['total', beside({ total: 4, page: 1 })],
		['count', beside({ count: 4 })],
		['pages', beside({ page: 1, pages: 2 })],
		['meta.pages', beside({ meta: { pages: 3 } })],
		['more', beside({ more: true })],
		['truncated', beside({ truncated: true })],
		['IsTruncated', beside({ IsTruncated: 'true' })],
		['isLastPage', beside({ isLastPage: false })],
		['hasMoreItems', beside({ hasMoreItems: true })],
		['nextOffset', beside({ nextOffset: 3 })],
		['cursor', beside({ cursor: 'abc' })],
		['cursor.next', beside({ cursor: { prev: null, next: 'abc' } })],
		['paging.cursors.after', beside({ paging: { cursors: { before: 'a', after: 'b' } } })],
		['response_metadata.next_cursor', beside({ response_metadata: { next_cursor: 'abc' } })],
		['pageInfo.hasNextPage', beside({ pageInfo: { hasNextPage: true, endCursor: 'b' } })],
		['pageInfo.endCursor', beside({ pageInfo: { endCursor: 'b' } })],
		['_links.next', beside({ _links: { next: { href: '/x' } } })],
		['links.next', beside({ links: [{ rel: 'self' }, { rel: 'next', href: '/x' }] })],
		['info.next', beside({ info: { count: 3, pages: 1, next: '/x' } })],
		['meta.nextBatch', beside({ meta: { nextBatch: 7 } })],
		['data.meta.total', { body: { data: { items, meta: { total: 4 } } } }],
		['page.totalElements', beside({ page: { size: 3, totalElements: 4, number: 0 } })],
		['meta.count', beside({ meta: { count: 4 } })],
		['page_context.has_more_page', beside({ page_context: { has_more_page: true } })],
		['PaginationResponse.TotalResults', beside({ PaginationResponse: { TotalResults: 4 } })],
		['MetaInformation.@TotalPages', beside({ MetaInformation: { '@TotalPages': 2 } })],
		['extra.pagination.next_start', beside({ extra: { pagination: { next_start: 100 } } })],
		['nextRecordsUrl', beside({ nextRecordsUrl: '/query/01g-3' })],
	])('by %s in %j', async (sign, told) => {
		expect(await signIn(told)).toBe(sign);
	});
});

describe('a list is whole', () => {
	it.each<[string, Told]>([
		['a range that is all', { headers: { 'content-range': 'items 0-2/3' } }],
		['a range of unknown length', { headers: { 'content-range': 'items 0-2/*' } }],
		['a link back', { headers: { link: '<x>; rel="prev"', 'x-next-page': '' } }],
		['other headers', { headers: { 'x-total-time': '35', 'x-attempt-count': '9' } }],
		['counts of what came', beside({ count: 3, total: 3, meta: { total: 3, pages: 1 } })],
		['none in any spelling', beside({ next: null, nextPage: 0, hasMore: 'N', nextCursor: '' })],
		['nothing in objects', beside({ paging: { next: {} }, _links: { next: { href: null } } })],
		['the way back', beside({ prevCursor: 'a', previous_cursor: 'b', meta: { prev: 'c' } })],
		['the last item, and no more', beside({ pageInfo: { hasNextPage: false, endCursor: 'b' } })],
		['the last page', beside({ isLast: true, last: 'true', lastPage: 1, truncated: false })],
		['a link to the last page', beside({ links: { last: '/services?page=1', self: '/x' } })],
		['a sum of money', beside({ total: 250 })],
		['a sum beside a size that is not reached', beside({ total: 250, limit: 50 })],
		['guests and rooms', beside({ guestCount: 4, totalNights: 7, totalAmount: 120 })],
		['what comes next to a guest', beside({ nextCleaning: 'x', nextPayment: 9, nextArrival: 'y' })],
		['one page that has nothing on it', { body: { items: [], meta: { last_page: 1 }, pages: 1 } }],
		['what is said of others', beside({ guest: { hasMore: true, totalCount: 9, next: 'x' } })],
	])('beside %s', async (_, told) => {
		expect(await signIn(told)).toBeUndefined();
	});
});

describe('what has a blank is accounted for:', () => {
	const list = { items: [{ id: '{id}', amount: '{amount}' }] };

	it('a link of its own ends the list, whatever else tells where the last item stands', async () => {
		const listResponse = { ...list, paging: { next: '{nextPage}' } };
		const told = beside({ paging: { cursors: { before: 'a', after: 'b' } } });
		expect(await signIn(told, { listResponse })).toBeUndefined();
	});

	it('a Link header beside numbered pages says that they were not read to the end', async () => {
		const listQuery = { r: '{reservationId}', p: '{page}' };
		const listResponse = { ...list, total: '{total}' };
		const link = '</services?page=2>; rel="next"';
		const told = { headers: { link }, ...beside({ total: 3 }) };
		expect(await signIn(told, { listQuery, listResponse })).toBe('Link');
	});

	it.each<[object, object, Told]>([
		[{ p: '{page}' }, {}, { body: { items: [], more: true } }],
		[{ o: '{offset}' }, {}, { body: { items: null, more: 'true' } }],
		[{ c: '{cursor}' }, { next: '{cursor}' }, beside({ more: 1, next: null })],
		[{}, { next: '{nextPage}' }, beside({ more: true, next: '' })],
		[{}, {}, beside({ more: true })],
	])(
		'{hasMore} that still says yes at the end, where %j and %j ask for pages, says that some are missing',
		async (pages, places, told) => {
			const listQuery = { r: '{reservationId}', ...pages };
			const listResponse = { ...list, more: '{hasMore}', ...places };
			expect(await signIn(told, { listQuery, listResponse })).toBe('{hasMore}');
		},
	);

	it('{total} below the items says nothing, and above them that some are missing', async () => {
		const listResponse = { ...list, meta: { count: '{total}' } };
		expect(await signIn(beside({ meta: { count: 3 } }), { listResponse })).toBeUndefined();
		expect(await signIn(beside({ meta: { count: 4 } }), { listResponse })).toBe('{total}');
	});
});

const PAGE_WORDS = [
	...['page', 'cursor', 'token', 'link', 'url', 'uri', 'href', 'offset', 'start', 'skip', 'key'],
	'marker',
];

/** Ways to write a name of several words. */
const SPELLINGS: Array<(words: string[]) => string> = [
	(words) => words.join('_'),
	(words) => words.map((word, at) => (at === 0 ? word : capital(word))).join(''),
	(words) => words.map(capital).join('-'),
	(words) => `$${words.join('')}`,
];
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Ways to write a plain name. */
const DISGUISES: Array<(name: string) => string> = [
	(name) => name,
	(name) => name.toUpperCase(),
	(name) => [...name].join('_'),
	(name) => `$${capital(name)}`,
];

const PAGE_OBJECTS = ['meta', 'paging', 'pagination', 'page_info', 'cursors', '_links', 'Paging'];

/** The value with which a family says that there is more than the three items. */
const MORE: { [says in Family['says']]: unknown[] } = {
	more: ['abc', 2, true, 'true', { href: '/services?page=2' }],
	position: ['abc', 'bzE='],
	notLast: [false, 'false', 'no', 'N'],
	pages: [2, '17'],
	items: [4, '300'],
};

/** Texts that the pattern of a family takes, with other case and punctuation. */
const nameOf = fc.constantFrom(...FAMILIES).chain((family) => {
	// What a name must not begin with is no pattern to draw from.
	const pattern = new RegExp(family.name.source.replace(/\(\?![^)]*\)/, ''));
	return fc
		.tuple(fc.stringMatching(pattern, { size: 'small' }), fc.constantFrom(...DISGUISES))
		.map(([plain, disguise]) => ({ family, name: disguise(plain) }))
		.filter(({ name }) => family.name.test(plainName(name)));
});

it('any name of any family, in any spelling, where it counts, says that there is more', async () => {
	await holdsAsync(
		fc.asyncProperty(
			...[nameOf, fc.nat(), fc.constantFrom(...PAGE_OBJECTS), fc.boolean(), fc.boolean()],
			async ({ family, name }, pick, object, isWithin, isDeep) => {
				const values = MORE[family.says];
				const said = { [name]: values[pick % values.length] };
				const isAtRoot = family.where === 'anywhere' && !isWithin;
				const told = isAtRoot ? said : { [object]: said };
				const body = isDeep ? { data: { items, ...told } } : { items, ...told };
				expect([name, await signIn({ body })]).not.toEqual([name, undefined]);
			},
		),
	);
});

it('next with paging words says so everywhere, and next with any other word only among pages', async () => {
	const words = fc.array(fc.constantFrom(...PAGE_WORDS), { minLength: 1, maxLength: 2 });
	const others = ['cleaning', 'payment', 'arrival', 'guest', 'room', 'invoice', 'due'];
	await holdsAsync(
		fc.asyncProperty(
			...[words, fc.constantFrom(...others), fc.constantFrom(...SPELLINGS)],
			async (paging, other, spell) => {
				const about = spell(['next', ...paging]);
				const ofTheStay = spell(['next', other]);
				expect(await signIn(beside({ [about]: 'x' }))).toBe(about);
				expect(await signIn(beside({ [ofTheStay]: 'x', stay: { [about]: 'x' } }))).toBeUndefined();
				expect(await signIn(beside({ meta: { [ofTheStay]: 'x' } }))).toBe(`meta.${ofTheStay}`);
			},
		),
	);
});
