import type { IDataObject } from 'n8n-workflow';

import { readList } from '../../../nodes/shared/lists/readList';
import { answered } from '../support/http';
import { sessionWith } from '../support/session';

const data = ['si-1', 'si-2'].map((id) => ({ id, amount: 5 }));
const beside = (more: object) => ({ data, ...more });

type Told = { status?: number; headers?: IDataObject };

/** @returns what says that a list of two charges goes on; undefined: it is whole */
async function signIn(body: unknown, told: Told = {}, listResponse: object = {}) {
	const answer = { ...answered(200, body), ...told };
	const session = sessionWith(() => answer, { listResponse });
	const error = await readList(session, 'R-1').then(
		() => undefined,
		({ message }: Error) => message,
	);
	return error && (/whole: '([^']*)' in the/.exec(error)?.[1] ?? error);
}

it.each<[string, string, object, Told?]>([
	['Cloudbeds', 'total', { success: true, count: 2, total: 45 }],
	['Beds24', 'pages.nextPageExists', { count: 2, pages: { nextPageExists: true } }],
	['Salesforce', 'nextRecordsUrl', { done: false, nextRecordsUrl: '/query/01g-2' }],
	['HAL', '_links.next.href', { _links: { self: { href: '/x' }, next: { href: '/y' } } }],
	['links', 'links', { links: [{ rel: 'self' }, { rel: 'next', href: '/x' }] }],
	['Facebook', 'paging.cursors.after', { paging: { cursors: { before: 'a', after: 'b' } } }],
	['OData', '@odata.nextLink', { '@odata.nextLink': '/services?$skip=2' }],
	['a status', 'status 206', {}, { status: 206 }],
	['RFC 8288', 'link', {}, { headers: { link: '<x>; rel="prev", <y>; rel = "next"' } }],
	['a header', 'x-total-count', {}, { headers: { 'x-total-count': '3' } }],
	['JSON', 'x-pagination.TotalCount', {}, { headers: { 'x-pagination': '{"TotalCount":3}' } }],
])('a list goes on as %s says it, by %s', async (...row) => {
	const [, sign, more, told] = row;
	expect(await signIn(beside(more), told)).toBe(sign);
});

it.each<[string, object, Told?]>([
	['counts of what came', { count: 2, total: 2, meta: { pages: 1, totalRecords: '2' } }],
	['none in any spelling', { next: null, nextPage: 0, hasMore: 'N', cursor: '', more: false }],
	['nothing in objects', { paging: { next: {} }, _links: { next: { href: null } } }],
	['the way back', { prevCursor: 'a', cursors: { before: 'b' }, links: [{ rel: 'prev' }] }],
	['accounts and discounts', { accountId: 4711, account_code: '4400', discount: 10 }],
	['sizes and positions', { page: 3, pageSize: 50, perPage: 50, limit: 50, offset: 0 }],
	['an amount with decimals', { total: '250.00' }],
	['other headers', {}, { headers: { link: '<x>; rel="prev"', 'x-attempt-count': '9' } }],
])('a list is whole beside %s', async (...row) => {
	const [, more, told] = row;
	expect(await signIn(beside(more), told)).toBeUndefined();
});

// The broad rule stops some lists that are whole.
it.each<[string, object, object]>([
	['guestCount', { guestCount: 4 }, { guestCount: '{ignored}' }],
	['stay.nextCleaning', { stay: { nextCleaning: 'Monday' } }, { stay: '{ignored}' }],
])('%s stops a list until it is {ignored}', async (sign, more, ignored) => {
	expect(await signIn(beside(more))).toBe(sign);
	const listResponse = { data: [{ id: '{id}', amount: '{amount}' }], ...ignored };
	expect(await signIn(beside(more), {}, listResponse)).toBeUndefined();
	expect(await signIn(beside({ ...more, hasMore: true }), {}, listResponse)).toBe('hasMore');
});

it('a service that counts its pages from another number is found out', async () => {
	const pages = [beside({ totalPages: 2 }), { data: [], totalPages: 2 }];
	const listQuery = { r: '{reservationId}', p: '{page}' };
	const session = sessionWith(() => answered(200, pages.shift()), { listQuery });
	await expect(readList(session, 'R-1')).rejects.toThrow("'totalPages'");
});
