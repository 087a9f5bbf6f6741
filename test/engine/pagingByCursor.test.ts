import { numbers, usePages } from './support/pages';

const { hotel, book, page, list, refusal, queries } = usePages();

const all = { returnAll: true };

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
