import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Dialect } from '../../service/dialect';
import { useCannedService } from '../support/cannedService';
import { listOf, useHotel } from '../support/hotel';

const hotel = useHotel();
const canned = useCannedService();

const all = { returnAll: true };
const numbers = (count: number) => listOf(count, (n) => n);

/** Books items on a reservation, numbered from 1 in their amounts. */
function book(count: number, reservationId = 'R-1'): void {
	for (const amount of numbers(count)) hotel.book({ amount }, reservationId);
}

const getAll = (parameters: INodeParameters) =>
	hotel.run('getAll', { reservationId: 'R-1', ...parameters });

/** The amounts of what getAll gives out. */
async function list(parameters: INodeParameters = all): Promise<unknown[]> {
	const run = await getAll(parameters);
	expect(run.error).toBeUndefined();
	return run.json().map(({ amount }) => amount);
}

/** The queries sent, without the reservation. */
function queries(): IDataObject[] {
	return hotel.requests.map(({ query }) => {
		const others: IDataObject = { ...query };
		delete others.reservationId;
		return others;
	});
}

/** Ways to page, and what is asked for seven items in pages of three. */
const ways: Array<[string, Partial<Dialect>, object[]]> = [
	['{page}', { pagination: 'page' }, ['1', '2', '3', '4'].map((n) => ({ page: n, limit: '3' }))],
	[
		'{offset}',
		{ pagination: 'offset' },
		['0', '3', '6', '7'].map((n) => ({ offset: n, limit: '3' })),
	],
	['{cursor}', { pagination: 'cursor' }, [{ limit: '3' }, {}, {}]],
	['{nextPage}', { pagination: 'nextLink', nextLinkField: 'links.next' }, [{}, {}, {}]],
	['a Link header', { pagination: 'nextLink' }, [{}, {}, {}]],
	['{lastId}', { pagination: 'lastItem' }, [{}, {}, {}]],
];

it.each(ways)('by %s a list is read to its end or Limit, and no further', async (...row) => {
	const [, dialect, asked] = row;
	hotel.speak({ maxPageSize: 3, ...dialect });
	book(7);
	expect(await list()).toEqual(numbers(7));
	expect(queries()).toMatchObject(asked);

	for (const limit of [3, 4]) {
		hotel.service.log.clear();
		expect(await list({ limit })).toEqual(numbers(limit));
		expect(queries()).toHaveLength(limit - 2);
	}
});

it('a page that fails spoils the list: nothing is given out by halves', async () => {
	hotel.speak({ maxPageSize: 3, pagination: 'page' });
	book(7);
	hotel.refuse('GET', 500, { after: 1 });
	const run = await getAll(all);

	expect(run.error?.message).toContain('could not be read');
	expect(run.output()).toEqual([]);
});

it('query parameters go with every page and do not turn pages', async () => {
	hotel.speak({ pagination: 'page', maxPageSize: 2 });
	book(5);
	const parameters = [
		{ name: 'status', value: 'open' },
		{ name: 'limit', value: '1' },
	];

	expect(await list({ ...all, options: { queryParameters: { parameters } } })).toEqual(numbers(5));
	for (const query of queries()) expect(query).toMatchObject({ status: 'open', limit: '2' });
});

it('a link to the next page gets the query of the address, and keeps what it has itself', async () => {
	canned.answer = ({ asked }) => ({
		body: [{ id: asked, amount: 5 }],
		...(!asked.includes('page') && {
			headers: { link: '</services?page=2&hotel=B>; rel="next"' },
		}),
	});
	const query = '?hotel=A&tenant=main';
	await canned.run('getAll', { reservationId: 'R-1', ...all }, undefined, query);

	expect(canned.asked).toEqual([
		'GET /services?hotel=A&tenant=main&reservationId=R-1',
		'GET /services?page=2&hotel=B&tenant=main',
	]);
});

describe('a next page at another host is not asked for, and the list is refused:', () => {
	const elsewhere = 'https://elsewhere.example/services?page=2';
	const items = [{ id: 1, amount: 5 }];
	const listResponse =
		'{ "items": [{ "id": "{id}", "amount": "{amount}" }], "next": "{nextPage}" }';

	it.each([
		['by {nextPage}', { body: { items, next: elsewhere } }, { listResponse }],
		[
			'by a Link header',
			{ headers: { link: `<${elsewhere}>; rel="next"` }, body: { items } },
			undefined,
		],
	])('%s', async (_, answer, apiFormat) => {
		canned.answer = answer;
		const run = await canned.run('getAll', { reservationId: 'R-1', ...all }, apiFormat);

		expect(run.error?.message).toMatch(/not followed/);
		expect(run.output()).toEqual([]);
		expect(canned.asked).toHaveLength(1);
	});
});
