import { blank, breakfast, eventsOf, inShort, useWatchedHotel } from '../support/watch';
import { since } from '../support/n8nVersion';

const { hotel, watch, add } = useWatchedHotel('R-1', 'R-2', 'R-3');

describe('a restart', () => {
	it('goes on from what was saved, with what happened meanwhile', async () => {
		add('R-1', 'b');
		const watching = watch();
		await watching.activate();
		add('R-1', 'a');
		expect(inShort(await watching.events())).toEqual(['created R-1 a']);
		hotel.edit('a', { amount: 1 });
		hotel.remove('b');
		add('R-2', 'c');

		expect(inShort(eventsOf(await watching.restart()))).toEqual([
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

/** As version 1.0 keeps it, of account `hotel`: later versions have to go on from it, and tell the same accounts apart. */
const fields = { amount: 12.5, date: '2026-11-21', description: 'Breakfast' };
const itemsOf1 = {
	a: { fields, digest: '7759801c0c1c' },
	b: { fields: { ...fields, amount: 1 }, digest: 'a49f1ec7b3f0' },
	c: { fields: { description: 'Spa' }, digest: '31c75c0a83fa' },
};
const stateOf1 = {
	account: 'bee222e9515ad3eb229b92352cba2693e57f74bd1400bcd58170494035eae103',
	reservations: { 'R-1': { idPlace: 'id', items: itemsOf1 } },
};

describe('the stored state', () => {
	it('of version 1.0 is gone on from, field by field, whatever fields it lacks', async () => {
		for (const id of ['a', 'b']) add('R-1', id);
		const watching = watch();
		watching.saved = structuredClone(stateOf1);
		const events = eventsOf(await watching.restart());

		const nothing = { amount: null, date: null, ...blank };
		expect(events).toMatchObject([
			{
				event: 'updated',
				previous: { id: 'b', reservationId: 'R-1', ...breakfast, amount: 1, ...blank },
			},
			{
				event: 'deleted',
				serviceItem: { id: 'c', reservationId: 'R-1', ...nothing, description: 'Spa' },
			},
		]);
	});

	it('is written as version 1.0 does', async () => {
		add('R-1', 'a');
		const watching = watch();
		await watching.activate();

		const { a } = itemsOf1;
		expect(watching.saved).toMatchObject({
			...stateOf1,
			reservations: { 'R-1': { idPlace: 'id', items: { a } } },
		});
	});

	it('of a thousand items is small, and grows with the items only', async () => {
		for (let n = 1; n <= 1000; n++) add('R-1');
		const watching = watch();
		await watching.activate();

		expect(JSON.stringify(watching.saved).length).toBeLessThan(150_000);
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
		hotel.credential.edit({ accountConcurrency: 1 });
		const watching = watch({ reservationIds });
		await watching.activate();
		for (const id of reservationIds) add(id, `new-${id}`);
		hotel.service.log.clear();

		const now = performance.now.bind(performance);
		// Less than a request may take, or those under way would be given up.
		const budget = 40_000;
		hotel.meanwhile({ method: 'GET', after: 6 }, () => {
			// Too late to begin another one, and not too late for the one under way.
			performance.now = () => now() + 0.9 * budget;
		});
		const first = await watching.tick({ budget }).finally(() => (performance.now = now));
		const read = hotel.requests.length;
		expect(read).toBeLessThan(12);
		expect(first.items).toHaveLength(read);

		const second = await watching.tick();
		expect(hotel.requests[read]?.query?.reservationId).toBe(`R-${read}`);
		expect(second.items).toHaveLength(12 - read);
		expect(await watching.events()).toEqual([]);
	},
);

since('2.38').it(
	'a reservation that takes longer than n8n waits holds up no other, whatever the time of day',
	async () => {
		const watching = watch({ reservationIds: ['R-1', 'R-2'] });
		await watching.activate();
		for (const id of ['R-1', 'R-2']) add(id, `new-${id}`);
		hotel.service.faults.add({ kind: 'hangBefore', method: 'GET', path: /^\/services/ });
		const { now } = Date;
		// Somebody sets the clock back.
		hotel.meanwhile({ method: 'GET' }, () => (Date.now = () => now() - 3_600_000));
		const polling = watching.tick({ budget: 4_000 });
		const { items, reported } = await polling.finally(() => (Date.now = now));
		const later = await watching.events();

		expect(items).toHaveLength(1);
		expect(reported.map(({ message }) => message)).toEqual([
			expect.stringMatching(/^Reservation 'R-\d': It could not be read in the time that n8n gives/),
		]);
		const told = [...(items ?? []).map(({ json }) => json), ...later];
		expect(inShort(told).sort()).toEqual(['created R-1 new-R-1', 'created R-2 new-R-2']);
		expect(await watching.events()).toEqual([]);
	},
);

since('2.38').it(
	'a poll of which all reservations failed, for want of time, is gone on from',
	async () => {
		hotel.credential.edit({ accountConcurrency: 1 });
		const watching = watch();
		await watching.activate();
		hotel.service.log.clear();
		const now = performance.now.bind(performance);
		const budget = 40_000;
		hotel.refuse('GET', 403, { times: 1 });
		hotel.meanwhile({ method: 'GET' }, () => (performance.now = () => now() + 0.9 * budget));
		const first = await watching.tick({ budget }).finally(() => (performance.now = now));
		await watching.tick();

		expect(first.error?.message).toContain(`Reservation 'R-1': `);
		const asked = hotel.requests.map(({ query }) => query?.reservationId);
		expect(asked).toEqual(['R-1', 'R-2', 'R-3', 'R-1']);
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
