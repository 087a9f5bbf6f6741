import { useCannedService } from './support/cannedService';
import { useHotel } from './support/hotel';
import { byId, fromList } from './support/serviceItemNode';

const hotel = useHotel();
const canned = useCannedService();

const spa = { amount: 89.5, date: '2026-12-05', description: 'Spa treatment', accountCode: '4200' };

it('reads a service item by its ID', async () => {
	hotel.service.books.add('R-1', { id: 'si-7', ...spa });
	const run = await hotel.run('get', { serviceId: byId('si-7') });

	expect(hotel.requests).toEqual([{ method: 'GET', path: '/services/si-7' }]);
	expect(run.output()).toEqual([
		{ json: { id: 'si-7', reservationId: 'R-1', ...spa }, pairedItem: { item: 0 } },
	]);
});

it('gives the service item out as the service returned it', async () => {
	const raw = { taxes: [{ rate: 7.7 }], json: { a: 1 }, guest: null, vip: false, note: '' };
	hotel.service.books.add('R-1', { id: 'si-7', ...spa, raw });
	const run = await hotel.run('get', { serviceId: byId('si-7') });

	expect(run.json()).toEqual([{ id: 'si-7', reservationId: 'R-1', ...spa, ...raw }]);
});

it('takes a number for an ID, from the form and from the input item', async () => {
	hotel.service.dialect.idType = 'number';
	hotel.service.books.add('R-1', { id: '48213', ...spa });
	await hotel.run('get', { serviceId: byId(48213) });
	const run = await hotel.run(
		'get',
		{ serviceId: byId('={{ $json.id }}') },
		{ items: [{ id: 48213 }] },
	);

	expect(hotel.requests.map(({ path }) => path)).toEqual(['/services/48213', '/services/48213']);
	expect(run.json()).toMatchObject([{ id: 48213 }]);
});

it('takes an ID given by an expression in place of the whole field', async () => {
	hotel.service.books.add('R-1', { id: 'si-7', ...spa });
	const run = await hotel.run('get', { serviceId: '={{ $json.id }}' }, { items: [{ id: 'si-7' }] });

	expect(run.json()).toMatchObject([{ id: 'si-7' }]);
});

const odd = [
	'a/b',
	'ä ö',
	'?',
	'a?b=c',
	'#1',
	'100%',
	'%2F',
	'x&y=z',
	'a+b',
	"O'Neil (1)!*",
	'a\\b',
	'a:b;c@d',
	'..x',
	'../x',
	'a..b',
	'...',
	'💆',
];

describe.each(odd)('the ID %j', (id) => {
	it('stands in the path on its own', async () => {
		hotel.service.books.add('R-1', { id, ...spa });
		const run = await hotel.run('get', { serviceId: byId('={{ $json.id }}') }, { items: [{ id }] });

		expect(run.error).toBeUndefined();
		expect(run.json()).toEqual([{ id, reservationId: 'R-1', ...spa }]);
		expect(hotel.requests).toHaveLength(1);
		const [{ path = '', query } = {}] = hotel.requests;
		expect(query).toBeUndefined();
		expect(path).toMatch(/^\/services\/[^/]+$/);
		expect(decodeURIComponent(path.slice('/services/'.length))).toBe(id);
	});
});

it.each([
	['missing', undefined, "'Service Item' is empty"],
	['null', null, "'Service Item' is empty"],
	['empty', '', "'Service Item' is empty"],
	['blank', '  ', "'Service Item' is empty"],
	['a dot', '.', "'Service Item' is '.', which is not an ID"],
	['two dots', '..', "'Service Item' is '..', which is not an ID"],
	['an object', { id: 1 }, "'Service Item' is not text"],
	['a list', ['si-7'], "'Service Item' is not text"],
	['a truth value', true, "'Service Item' is not text"],
])('refuses an ID that is %s and sends nothing', async (_, id, message) => {
	const run = await hotel.run('get', { serviceId: byId('={{ $json.id }}') }, { items: [{ id }] });

	expect(run.status).toBe('error');
	expect(run.error?.message).toContain(message);
	expect(run.error?.context).toMatchObject({ itemIndex: 0 });
	expect(hotel.service.log.entries).toEqual([]);
});

it.each([
	['list', fromList('')],
	['ID', byId('')],
])('does not run with no service item chosen by %s', async (_, serviceId) => {
	const run = await hotel.run('get', { reservationId: 'R-1', serviceId });

	expect(run.status).toBe('error');
	// n8n's own words: it does not ask the node. Older n8n names the field in the editor only.
	expect(run.error?.message).toMatch(/"Service Item" is required|The workflow has issues/);
	expect(hotel.service.log.entries).toEqual([]);
});

it("says in the service's words that an ID is not known, and what to look at", async () => {
	const run = await hotel.run('get', { serviceId: byId('si-404') });

	expect(run.error?.name).toBe('NodeApiError');
	expect(run.error?.httpCode).toBe('404');
	expect(run.error?.message).toMatch(/^Service item 'si-404' was not found/);
	expect(run.error?.description).toContain("Check 'Service Item'");
	expect(run.output()).toEqual([]);
});

describe('an answer without a service item', () => {
	it.each([
		['nothing', 204, ''],
		['null', 200, 'null'],
		['an empty object', 200, '{}'],
		['an empty list', 200, '[]'],
		['a list of one empty object', 200, '[{}]'],
	])('(%s, status %i) says that it was not found', async (_, status, body) => {
		canned.answer = { status, body };
		const run = await canned.run('get', { serviceId: byId('si-404') });

		expect(run.status).toBe('error');
		expect(run.error?.message).toMatch(/^Service item 'si-404' was not found/);
		expect(run.error?.description).toContain("Check 'Service Item'");
		expect(run.error?.description).toContain('Get Many');
		expect(run.output()).toEqual([]);
		expect(canned.asked).toEqual(['GET /services/si-404']);
	});
});

describe('a service whose lists wrap each item', () => {
	const node = { id: '{id}', amount: '{amount}', description: '{description}' };
	const apiFormat = { listResponse: JSON.stringify({ edges: [{ node }] }) };
	const spa = { id: 'si-1', amount: 12.5, description: 'Spa' };

	it.each([
		['bare', spa],
		['wrapped', { data: { node: spa } }],
	])('is read by the inner object also where one alone comes %s', async (_, body) => {
		canned.answer = ({ asked }) => ({
			body: /si-1/.test(asked) ? body : { edges: [{ node: spa }] },
		});
		const options = { simplify: true };
		const alone = await canned.run('get', { serviceId: byId('si-1'), options }, apiFormat);
		const listed = await canned.run('getAll', { reservationId: 'R-1', options }, apiFormat);

		expect(alone.json()).toMatchObject([spa]);
		expect(listed.json()).toMatchObject([spa]);
	});
});
