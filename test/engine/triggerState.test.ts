import { breakfast, inShort } from './support/watch';
import { useWatchedHotel } from './support/watch';
import { since } from './support/n8nVersion';

const { hotel, watch, add } = useWatchedHotel('R-1', 'R-2', 'R-3');

describe('a restart', () => {
	it('goes on from what was saved, with what happened meanwhile', async () => {
		for (const id of ['a', 'b']) add('R-1', id);
		const watching = watch();
		await watching.activate();
		hotel.edit('a', { amount: 1 });
		hotel.remove('b');
		add('R-2', 'c');

		const { items } = await watching.restart();
		expect(inShort(items?.map(({ json }) => json) ?? [])).toEqual([
			'updated R-1 a',
			'deleted R-1 b',
			'created R-2 c',
		]);
		expect(await watching.events()).toEqual([]);
		expect((await watching.restart()).items).toBeNull();
	});

	it('after polls without events, which n8n does not save, loses and doubles nothing', async () => {
		add('R-1', 'a');
		const watching = watch({ events: ['created', 'deleted'] });
		await watching.activate();
		for (const amount of [1, 2, 3]) {
			hotel.edit('a', { amount });
			expect((await watching.tick()).items).toBeNull();
		}
		expect(JSON.stringify(watching.saved)).toContain('12.5');
		expect((await watching.restart()).items).toBeNull();

		hotel.remove('a');
		expect(await watching.events()).toMatchObject([
			{ event: 'deleted', serviceItem: { amount: 3 } },
		]);
	});
});

it('polls that overlap give out every event once', async () => {
	const watching = watch();
	await watching.activate();
	add('R-1', 'a');
	hotel.service.latencyMs = 5;
	const ticks = await Promise.all([watching.tick(), watching.tick(), watching.tick()]);

	expect(ticks.map(({ items }) => items?.length ?? null)).toEqual([1, null, null]);
	expect(await watching.events()).toEqual([]);
});

since('2.38').it(
	'a poll that n8n would not wait for leaves reservations to the next one, which begins with them',
	async () => {
		const reservationIds = Array.from({ length: 12 }, (_, n) => `R-${n}`);
		hotel.credential.edit({ accountConcurrency: 5 });
		const watching = watch({ reservationIds });
		await watching.activate();
		for (const id of reservationIds) add(id, `new-${id}`);
		hotel.service.log.clear();

		const { now } = Date;
		// Less than a request may take, or those under way would be given up.
		const budget = 40_000;
		hotel.meanwhile({ method: 'GET', after: 6 }, () => {
			Date.now = () => now() + budget;
		});
		const first = await watching.tick({ budget }).finally(() => (Date.now = now));
		const read = hotel.requests.length;
		expect(read).toBeLessThan(12);
		expect(first.items).toHaveLength(read);

		const second = await watching.tick();
		expect(hotel.requests[read]?.query?.reservationId).toBe(`R-${read}`);
		expect(second.items).toHaveLength(12 - read);
		expect(await watching.events()).toEqual([]);
	},
);

it('another time zone is no event', async () => {
	hotel.speak({ dateFormat: 'dateTime' });
	const raw = { date: '2026-11-20T23:00:00.000Z' };
	hotel.service.books.add('R-1', { ...breakfast, id: 'a', raw });
	const watching = watch({}, { timezone: 'Europe/Berlin' });
	await watching.activate();
	const { items } = await watching.activate({}, { timezone: 'America/New_York' });

	expect(items).toBeNull();
});
