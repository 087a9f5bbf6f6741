import type { Dialect } from '../service/dialect';
import { inShort, type Watch } from './support/watch';
import { useWatchedHotel } from './support/watch';

const { hotel, watch } = useWatchedHotel('R-1');

function add(id: string): void {
	const item = { amount: 10, date: '2026-11-21', description: `Charge ${id}`, id };
	hotel.service.books.add('R-1', item);
}

/** Watches a reservation of seven service items whose list comes in pages of two. */
async function watchPaged(pagination: Dialect['pagination'] = 'page'): Promise<Watch> {
	hotel.speak({ pagination, maxPageSize: 2 });
	for (const id of 'abcdefg') add(id);
	const watching = watch();
	await watching.activate();
	return watching;
}

describe('a list in pages', () => {
	it('is read to its end', async () => {
		const watching = await watchPaged();
		expect(await watching.events()).toEqual([]);
		add('h');
		const booking = hotel.service.books.find('f');
		if (booking) booking.raw = { ...booking.raw, amount: 11 };
		hotel.remove('g');

		expect(inShort(await watching.events())).toEqual([
			'updated R-1 f',
			'created R-1 h',
			'deleted R-1 g',
		]);
	});

	it('may shrink while it is read: what slips to an earlier page is not taken for deleted', async () => {
		const watching = await watchPaged();
		hotel.meanwhile({ method: 'GET', after: 1 }, () => hotel.remove('a'));
		const events = inShort(await watching.events());
		const later = inShort(await watching.events());

		expect([...events, ...later]).toEqual(['deleted R-1 a']);
	});

	it('may grow while it is read: what comes twice is one', async () => {
		const watching = await watchPaged();
		hotel.meanwhile({ method: 'GET', after: 1 }, () => {
			const { books } = hotel.service;
			const all = books.ofReservation('R-1');
			for (const booking of all) books.remove(booking);
			add('new');
			for (const { id, raw } of all)
				books.add('R-1', { id, amount: 10, date: '', description: '', raw });
		});
		const events = inShort(await watching.events());
		const later = inShort(await watching.events());

		expect([...events, ...later]).toEqual(['created R-1 new']);
	});

	it.each<[string, object]>([
		['a later page cannot be read', { after: 2 }],
		['it cannot be found out whether an item is gone', { path: /b$/ }],
	])('moves nothing when %s', async (_, where) => {
		const watching = await watchPaged();
		add('h');
		hotel.remove('b');
		hotel.service.faults.add({ method: 'GET', kind: 'errorBefore', status: 500, ...where });
		expect((await watching.tick()).error?.message).toMatch(/^Reservation 'R-1': /);

		expect(inShort(await watching.events())).toEqual(['created R-1 h', 'deleted R-1 b']);
		expect(await watching.events()).toEqual([]);
	});
});

describe('what is gone is told as deleted, once,', () => {
	it.each([404, 410])('where the service answers %i for it', async (status) => {
		const watching = await watchPaged();
		hotel.remove('b');
		hotel.service.faults.add({ method: 'GET', path: /b$/, kind: 'errorBefore', status });

		expect(inShort(await watching.events())).toEqual(['deleted R-1 b']);
		expect(await watching.events()).toEqual([]);
	});

	it.each([
		['pages', 'page'],
		['one page', 'none'],
	] as const)('where it is marked as withdrawn in a list of %s', async (_, pagination) => {
		const watching = await watchPaged(pagination);
		hotel.edit('b', { status: 'cancelled' });

		expect(inShort(await watching.events())).toEqual(['deleted R-1 b']);
		expect(await watching.events()).toEqual([]);
	});
});
