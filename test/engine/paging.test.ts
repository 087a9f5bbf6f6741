import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';
import type { Dialect } from '../service/dialect';
import { useHotel } from './support/hotel';
import { panelOf } from './support/workflowRun';

const hotel = useHotel();

/** Books items on a reservation, numbered from 1 in their amounts. */
function book(count: number, reservationId = 'R-1'): void {
	for (let amount = 1; amount <= count; amount++) {
		hotel.service.books.add(reservationId, { amount, date: '2026-12-05', description: 'Bread' });
	}
}

/** Sets the paging of both sides. */
function page(
	pagination: Dialect['pagination'],
	dialect: Partial<Dialect> = {},
	apiFormat: ICredentialDataDecryptedObject = {},
): void {
	hotel.speak({ pagination, ...dialect }, { pagination, ...apiFormat });
}

/** The amounts of what getAll gives out. */
async function list(parameters: INodeParameters): Promise<unknown[]> {
	const run = await hotel.run('getAll', { reservationId: 'R-1', ...parameters });
	expect(run.error).toBeUndefined();
	return run.json().map(({ amount }) => amount);
}

/** The message of a getAll that does not succeed. */
async function refusal(parameters: INodeParameters): Promise<string | undefined> {
	const run = await hotel.run('getAll', { reservationId: 'R-1', ...parameters });
	expect(run.output()).toEqual([]);
	return run.error && panelOf(run.error);
}

function numbers(count: number): number[] {
	return Array.from({ length: count }, (_, index) => index + 1);
}

/** The queries sent, without the reservation. */
function queries(): Array<Record<string, string>> {
	return hotel.requests.map(({ query = {} }) =>
		Object.fromEntries(Object.entries(query).filter(([name]) => name !== 'reservationId')),
	);
}

const all = { returnAll: true };

describe('without paging', () => {
	it('everything comes with one request', async () => {
		book(250);

		expect(await list(all)).toEqual(numbers(250));
		expect(queries()).toEqual([{}]);
	});

	it('the settings of paging are not sent', async () => {
		page('none', {}, { pageParameter: 'p', pageSizeParameter: 's', pageSize: 7 });
		await list(all);

		expect(queries()).toEqual([{}]);
	});
});

describe('by page number', () => {
	it('reads to the empty page', async () => {
		page('page');
		book(250);

		expect(await list(all)).toEqual(numbers(250));
		expect(queries()).toEqual(numbers(4).map((n) => ({ page: `${n}`, limit: '100' })));
	});

	it('uses the names and the size of the credential', async () => {
		const names = { pageParameter: 'p', pageSizeParameter: 'per_page' };
		page('page', names, { ...names, pageSize: 3 });
		book(6);

		expect(await list(all)).toEqual(numbers(6));
		expect(queries()).toEqual(numbers(3).map((n) => ({ p: `${n}`, per_page: '3' })));
	});

	it('asks once for a reservation without service items', async () => {
		page('page');

		expect(await list(all)).toEqual([]);
		expect(queries()).toEqual([{ page: '1', limit: '100' }]);
	});

	it('misses nothing when the service gives smaller pages than asked for', async () => {
		page('page', { maxPageSize: 20 });
		book(50);

		expect(await list(all)).toEqual(numbers(50));
		expect(queries().map((query) => query.page)).toEqual(['1', '2', '3', '4']);
	});

	it('stops when the last page is given again', async () => {
		page('page', { repeatLastPage: true, maxPageSize: 20 });
		book(50);

		expect(await list(all)).toEqual(numbers(50));
		expect(queries().map((query) => query.page)).toEqual(['1', '2', '3', '4']);
	});

	it('takes nothing from a service that does not page at all, and so gives the same again', async () => {
		page('page', { pagination: 'none' });
		book(50);

		expect(await refusal(all)).toMatch(/came again.*'Pagination'.*'Page Parameter'/);
		expect(queries()).toHaveLength(2);
	});
});

describe('by page number, of a service that counts from 0', () => {
	const zero = { pagination: 'page', firstPage: 0, pageSize: 20 } as const;

	it('reads everything from page 0 on', async () => {
		hotel.speak(zero, zero);
		book(50);

		expect(await list(all)).toEqual(numbers(50));
		expect(queries()).toEqual(['0', '1', '2', '3'].map((n) => ({ page: n, limit: '20' })));
	});

	it.each([
		[1, ['0']],
		[20, ['0']],
		[21, ['0', '1']],
	])('Limit %i asks for the pages %j', async (limit, pages) => {
		hotel.speak(zero, zero);
		book(50);

		expect(await list({ limit })).toEqual(numbers(limit));
		expect(queries().map((query) => query.page)).toEqual(pages);
	});

	it.each(['', null, -1, 0.5, 'zero'])('First Page %j is the usual 1', async (firstPage) => {
		hotel.speak({ pagination: 'page' }, { ...zero, firstPage: firstPage as string });
		book(3);

		expect(await list(all)).toEqual(numbers(3));
		expect(queries().map((query) => query.page)).toEqual(['1', '2']);
	});

	it('does not matter where pages have no numbers', async () => {
		for (const pagination of ['offset', 'cursor'] as const) {
			hotel.service.books.clear();
			hotel.speak({ pagination }, { pagination, firstPage: 0, pageSize: 20 });
			book(50);

			expect(await list(all)).toEqual(numbers(50));
		}
	});
});

describe('by offset', () => {
	it('reads to the empty page', async () => {
		page('offset');
		book(250);

		expect(await list(all)).toEqual(numbers(250));
		expect(queries()).toEqual(
			[0, 100, 200, 250].map((offset) => ({ offset: `${offset}`, limit: '100' })),
		);
	});

	it('uses the names and the size of the credential', async () => {
		const names = { pageParameter: 'skip', pageSizeParameter: 'take' };
		page('offset', names, { ...names, pageSize: 4 });
		book(6);

		expect(await list(all)).toEqual(numbers(6));
		expect(queries()).toEqual(['0', '4', '6'].map((skip) => ({ skip, take: '4' })));
	});

	it('goes on from what came, not from what was asked for', async () => {
		page('offset', { maxPageSize: 20 });
		book(50);

		expect(await list(all)).toEqual(numbers(50));
		expect(queries().map(({ offset }) => offset)).toEqual(['0', '20', '40', '50']);
	});

	it('stops when the last page is given again', async () => {
		page('offset', { repeatLastPage: true, maxPageSize: 20 });
		book(50);

		expect(await list(all)).toEqual(numbers(50));
		expect(queries()).toHaveLength(4);
	});

	it('takes nothing from a service that does not page at all, and so gives the same again', async () => {
		page('offset', { pagination: 'none' });
		book(50);

		expect(await refusal(all)).toMatch(/came again.*'Pagination'.*'Offset Parameter'/);
		expect(queries()).toHaveLength(2);
	});
});

describe('by cursor', () => {
	it.each(['absent', 'null', 'empty'] as const)(
		'reads until the next cursor is %s',
		async (lastPageCursor) => {
			page('cursor', { lastPageCursor });
			book(250);

			expect(await list(all)).toEqual(numbers(250));
			expect(queries()).toEqual([
				{ limit: '100' },
				{ limit: '100', cursor: expect.any(String) as string },
				{ limit: '100', cursor: expect.any(String) as string },
			]);
			expect(new Set(queries().map(({ cursor }) => cursor)).size).toBe(3);
		},
	);

	describe.each(['absent', 'null', 'empty'] as const)(
		'with a last page that is exactly full, and a cursor that is %s',
		(lastPageCursor) => {
			const charge = { reservationId: 'R-1', amount: 7, date: '2026-12-05', description: 'Bread' };
			const protectedCharge = { ...charge, preventDuplicates: 'sameFields' };

			beforeEach(() => page('cursor', { lastPageCursor }, { pageSize: 10 }));

			it.each([10, 20])('reads %i service items', async (count) => {
				book(count);
				expect(await list(all)).toEqual(numbers(count));
			});

			it('charges a reservation with as many items as a page has, and finds that again', async () => {
				book(10);
				const known = await hotel.run('create', protectedCharge);
				const unknown = await hotel.run('create', { ...protectedCharge, amount: 99 });

				expect(known.json()).toMatchObject([{ amount: 7, _action: 'alreadyExisted' }]);
				expect(unknown.json()).toMatchObject([{ amount: 99, _action: 'created' }]);
			});
		},
	);

	it('charges nothing when the first page is exactly full and the cursor has another name', async () => {
		page('cursor', { nextCursorField: 'weiter' }, { pageSize: 10 });
		book(25);
		const charge = { reservationId: 'R-1', amount: 24, date: '2026-12-05', description: 'Bread' };
		const run = await hotel.run('create', { ...charge, preventDuplicates: 'sameFields' });

		expect(run.error?.message).toMatch(/came exactly as full as asked for \(10\)/);
		expect(hotel.requests.map(({ method }) => method)).toEqual(['GET', 'GET']);
	});

	it('uses the names and the size of the credential', async () => {
		const names = {
			cursorParameter: 'after',
			nextCursorField: 'paging.next.after',
			pageSizeParameter: 'first',
		};
		page('cursor', names, { ...names, pageSize: 4 });
		book(6);

		expect(await list(all)).toEqual(numbers(6));
		expect(queries()).toEqual([
			{ first: '4' },
			{ first: '4', after: expect.any(String) as string },
		]);
	});

	it('misses nothing when the service gives smaller pages than asked for', async () => {
		page('cursor', { maxPageSize: 20 });
		book(50);

		expect(await list(all)).toEqual(numbers(50));
		expect(queries()).toHaveLength(3);
	});

	it('takes nothing when a cursor is given for ever, as that says that there is more', async () => {
		page('cursor', { repeatLastPage: true, maxPageSize: 20 });
		book(50);

		expect(await refusal(all)).toMatch(/'nextCursor' in its answer says that there is more/);
		expect(queries()).toHaveLength(4);
	});

	it('is over after the first page of a service that gives no cursor', async () => {
		page('cursor', { pagination: 'none' });
		book(50);

		expect(await list(all)).toEqual(numbers(50));
		expect(queries()).toHaveLength(1);
	});
});

it.each(['page', 'offset'] as const)('a bare list is paged too: %s', async (pagination) => {
	page(pagination, { itemsField: '' }, { pageSize: 2 });
	book(5);

	expect(await list(all)).toEqual(numbers(5));
	expect(queries()).toHaveLength(4);
});

describe.each(['page', 'offset', 'cursor'] as const)('in whatever way, by %s', (pagination) => {
	it.each([
		[1, 1],
		[19, 1],
		[20, 1],
		[21, 2],
		[40, 2],
		[45, 3],
	])('Limit %i stops after %i request(s)', async (limit, requests) => {
		page(pagination, { maxPageSize: 20 });
		book(60);

		expect(await list({ limit })).toEqual(numbers(limit));
		expect(queries()).toHaveLength(requests);
	});

	it('a Limit beyond the end gives what there is', async () => {
		page(pagination, {}, { pageSize: 20 });
		book(30);

		expect(await list({ limit: 1000 })).toEqual(numbers(30));
	});

	it('asks for 100 items per page unless said otherwise', async () => {
		page(pagination, {}, { pageSize: 0 });
		await list(all);

		expect(queries()).toEqual([expect.objectContaining({ limit: '100' })]);
	});

	it('query parameters go with every page and do not turn pages', async () => {
		page(pagination, {}, { pageSize: 2 });
		book(5);
		const parameters = [
			{ name: 'status', value: 'open' },
			{ name: 'limit', value: '1' },
		];
		const options = { queryParameters: { parameters } };

		expect(await list({ ...all, options })).toEqual(numbers(5));
		expect(queries().length).toBeGreaterThan(2);
		for (const query of queries()) expect(query).toMatchObject({ status: 'open', limit: '2' });
	});

	it('each reservation is read to its own end', async () => {
		page(pagination, {}, { pageSize: 2 });
		book(3, 'R-1');
		book(5, 'R-2');
		const run = await hotel.run(
			'getAll',
			{ reservationId: '={{ $json.reservation }}', ...all },
			{ items: [{ reservation: 'R-1' }, { reservation: 'R-2' }, { reservation: 'R-3' }] },
		);

		expect(run.output().map(({ json, pairedItem }) => [json.amount, pairedItem])).toEqual([
			...numbers(3).map((amount) => [amount, { item: 0 }]),
			...numbers(5).map((amount) => [amount, { item: 1 }]),
		]);
	});

	it('a page that fails spoils the list: nothing is given out by halves', async () => {
		page(pagination, {}, { pageSize: 2 });
		book(5);
		hotel.service.faults.add({
			kind: 'errorBefore',
			status: 500,
			method: 'GET',
			path: /^\/services$/,
			after: 1,
		});
		const run = await hotel.run('getAll', { reservationId: 'R-1', ...all });

		expect(run.status).toBe('error');
		expect(run.error?.message).toContain('could not be read');
		expect(run.output()).toEqual([]);
		expect(queries()).toHaveLength(2);
	});

	it('items that differ in nothing but their IDs are all read', async () => {
		page(pagination, {}, { pageSize: 2 });
		for (let n = 0; n < 6; n++) {
			hotel.service.books.add('R-1', { amount: 5, date: '2026-12-05', description: 'Bread' });
		}

		expect(await list(all)).toEqual([5, 5, 5, 5, 5, 5]);
	});
});
