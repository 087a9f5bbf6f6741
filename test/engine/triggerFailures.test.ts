import { inShort } from './support/watch';
import { useWatchedHotel } from './support/watchedHotel';

const { hotel, watch, add } = useWatchedHotel('R-1', 'R-2', 'R-3');

describe('a reservation that cannot be read', () => {
	const failing = { method: 'GET', kind: 'errorBefore', status: 500 } as const;

	it('does not silence the others, is reported, and misses nothing', async () => {
		for (const n of [1, 2, 3]) add(`R-${n}`, `old-${n}`);
		const watching = watch();
		await watching.activate();
		for (const n of [1, 2, 3]) {
			add(`R-${n}`, `new-${n}`);
			hotel.remove(`old-${n}`);
		}
		hotel.service.faults.add({ ...failing, after: 1 });
		const tick = await watching.tick();
		const unread = /'(R-\d)'/.exec(tick.reported[0]?.message ?? '')?.[1] ?? '';
		const [, n = ''] = unread.split('-');

		expect(tick.error).toBeUndefined();
		expect(tick.items).toHaveLength(4);
		expect(tick.reported.map(({ message }) => message)).toEqual([
			expect.stringMatching(/^Reservation 'R-\d': The service items could not be read/),
		]);
		expect(inShort(tick.items?.map(({ json }) => json) ?? []).join()).not.toContain(unread);
		expect(inShort(await watching.events())).toEqual([
			`created ${unread} new-${n}`,
			`deleted ${unread} old-${n}`,
		]);
	});

	it('is reported by every poll that cannot read it', async () => {
		const watching = watch();
		await watching.activate();
		hotel.service.faults.add({ ...failing, times: 2 });
		const first = await watching.tick();
		hotel.service.faults.add(failing);
		const second = await watching.tick();
		const third = await watching.tick();

		expect([first, second, third].map(({ reported }) => reported.length)).toEqual([2, 1, 0]);
		expect(first.items).toBeNull();
	});

	it('fails the poll only if no other can be read; then nothing is lost', async () => {
		const watching = watch();
		await watching.activate();
		add('R-1', 'a');
		hotel.service.faults.add({ ...failing, times: 3 });
		const tick = await watching.tick();

		expect(tick.error?.message).toMatch(/^Reservation 'R-\d': The service items could not be read/);
		expect(tick.reported).toEqual([]);
		expect(inShort(await watching.events())).toEqual(['created R-1 a']);
	});

	it('fails the activation if it is the only one', async () => {
		hotel.service.faults.add(failing);
		const watching = watch({ reservationIds: ['R-1'] });

		expect((await watching.activate()).error).toBeDefined();
		expect(watching.saved).toEqual({});
	});

	it('is reported without secrets', async () => {
		hotel.service.faults.add(failing);
		const { reported } = await watch().activate();

		const text = JSON.stringify(reported.map((error) => ({ ...error, message: error.message })));
		expect(text).not.toMatch(/key-1|access-|Bearer/);
	});
});
