import { since } from '../support/n8nVersion';
import type { INodeParameters, NodeApiError } from 'n8n-workflow';
import { useCannedService } from '../support/cannedService';
import { blank, breakfast, eventsOf, inShort, useWatchedHotel, watchWith } from '../support/watch';

const { hotel, watch, add } = useWatchedHotel('R-1');
const canned = useCannedService();

const failing = { method: 'GET', path: /^\/services/, kind: 'errorBefore', status: 500 } as const;

describe('activation', () => {
	it('records what is there and starts nothing; then the first new charge is an event', async () => {
		add('R-1');
		const watching = watch({ reservationIds: ['R-1', 'R-2'] });
		const activation = await watching.activate();

		expect([activation.items, activation.error]).toEqual([null, undefined]);
		expect(await watching.events()).toEqual([]);
		add('R-2');
		expect(inShort(await watching.events())).toEqual(['created R-2 si-2']);
	});

	const comma =
		"'Reservation IDs' has a comma in the entry 'R-1, R-2'. Give every reservation an entry";

	it.each<[INodeParameters, string]>([
		[{ reservationIds: [' ', ''] }, "'Reservation IDs' is empty. Add at least one entry"],
		[{ events: [] }, "'Trigger On' is empty. Add at least one entry"],
		[{ reservationIds: ['R-3', 'R-1, R-2'] }, comma],
		[{ reservationIds: ['R-3', '={{ "R-1, R-2" }}'] }, comma],
		// All that happens there would be told twice.
		[{ reservationIds: ['R-1', 'r-1'] }, "has one reservation as 'R-1' and as 'r-1'"],
	])('is refused with %j, before anything is asked', async (parameters, words) => {
		const { error } = await watch(parameters).activate();

		expect(error?.message).toContain(words);
		expect(hotel.traffic).toEqual([]);
	});

	it('is refused when the service items show no ID', async () => {
		hotel.speak({ idField: 'nummer' }, {});
		add('R-1');
		const { error } = await watch().activate();

		expect(error?.message).toContain("show no ID. Put {id} into 'List Response' in the credential");
	});
});

describe('an event', () => {
	const item = { id: 'si-1', reservationId: 'R-1', ...breakfast, ...blank };

	it('tells what was created, updated and deleted, once, and how it was before', async () => {
		const watching = watch();
		await watching.activate();
		const about = { reservationId: 'R-1' };

		hotel.book({ ...breakfast, raw: { vat: 7 } });
		const created = { event: 'created', ...about, serviceItem: { ...item, vat: 7 } };
		expect(await watching.events()).toEqual([created]);
		expect(await watching.events()).toEqual([]);

		hotel.edit('si-1', { amount: 15, accountCode: '4400' });
		const changed = { ...item, amount: 15, accountCode: '4400' };
		const serviceItem = { ...changed, vat: 7 };
		expect(await watching.events()).toEqual([
			{ event: 'updated', ...about, serviceItem, previous: item },
		]);
		expect(await watching.events()).toEqual([]);

		hotel.remove('si-1');
		const deleted = { event: 'deleted', ...about, serviceItem: changed };
		expect(await watching.events()).toEqual([deleted]);
		expect(await watching.events()).toEqual([]);
	});

	it('comes for a change of any property, but not of their order', async () => {
		hotel.book({ ...breakfast, id: 'a', raw: { tax: { rate: 7, code: 'A' } } });
		hotel.book({ ...breakfast, id: 'b', raw: { tax: { rate: 7, code: 'A' } } });
		const watching = watch();
		await watching.activate();
		hotel.edit('a', { note: 'with tea' });
		expect(inShort(await watching.events())).toEqual(['updated R-1 a']);

		hotel.edit('a', { tax: { rate: 19, code: 'A' } });
		const [, b] = hotel.service.books.ofReservation('R-1');
		const entries = Object.entries({ ...b?.raw, tax: { code: 'A', rate: 7 } });
		if (b) b.raw = Object.fromEntries(entries.reverse());
		expect(inShort(await watching.events())).toEqual(['updated R-1 a']);
	});

	it('comes from both reservations where an item moves from one to the other', async () => {
		for (const id of ['a', 'b']) add('R-1', id);
		const watching = watch({ reservationIds: ['R-1', 'R-2'] });
		await watching.activate();
		for (const id of ['a', 'b']) {
			hotel.remove(id);
			add('R-2', id);
		}

		const told = inShort(await watching.events()).sort();
		expect(told).toEqual(['created R-2 a', 'created R-2 b', 'deleted R-1 a', 'deleted R-1 b']);
		expect(await watching.events()).toEqual([]);
	});

	it.each(['created', 'updated', 'deleted'])(
		'comes alone where it alone is chosen: %s',
		async (event) => {
			for (const id of ['a', 'b']) add('R-1', id);
			const watching = watch({ events: [event] });
			await watching.activate();
			hotel.edit('a', { amount: 1 });
			hotel.remove('b');
			add('R-1', 'c');

			expect((await watching.events()).map((given) => given.event)).toEqual([event]);
		},
	);
});

describe('the list of reservations', () => {
	it.each([
		['numbers, white space and repetitions', [1001, ' R-1 ', 'R-1', ''], ['1001', 'R-1']],
		['an expression that gives a list', ['={{ ["R-1", "R-2"] }}', 'R-3'], ['R-1', 'R-2', 'R-3']],
	])('may have %s', async (_, reservationIds, watched) => {
		await watch({ reservationIds: reservationIds as string[] }).activate();

		const asked = hotel.requests.map(({ query }) => String(query?.reservationId));
		expect(asked.sort()).toEqual(watched);
	});

	it('can be added to: what the new one has is recorded first', async () => {
		add('R-2');
		const watching = watch();
		await watching.activate();
		add('R-1');
		const activation = await watching.activate({ reservationIds: ['R-1', 'R-2'] });
		expect(inShort(eventsOf(activation))).toEqual(['created R-1 si-2']);

		add('R-2');
		expect(inShort(await watching.events())).toEqual(['created R-2 si-3']);
	});

	it('can be taken from: nothing is kept of a reservation that is no longer watched', async () => {
		add('R-2');
		const watching = watch({ reservationIds: ['R-1', 'R-2'] });
		await watching.activate();
		await watching.activate({ reservationIds: ['R-1'] });
		expect(JSON.stringify(watching.saved)).not.toContain('R-2');

		hotel.remove('si-1');
		await watching.activate({ reservationIds: ['R-1', 'R-2'] });
		expect(await watching.events()).toEqual([]);
	});
});

describe('a list that does not tell which item is which, or whose it is,', () => {
	it('is refused where two items have one ID, and nothing is told wrongly', async () => {
		const list = [{ ...breakfast, id: 'a' }];
		canned.answer = () => ({ body: { items: list } });
		const watching = watchWith(canned.credential());
		await watching.activate();
		list.push({ ...breakfast, id: 'a', amount: 500 });
		const tick = await watching.tick();
		expect(tick.error?.message).toMatch(
			/^Reservation 'R-1': Several service items .* 'a'.*Put \{id\} into 'List Response'/,
		);

		list.splice(0, 2, { ...breakfast, id: 'a' }, { ...breakfast, id: 'b', amount: 500 });
		expect(inShort(await watching.events())).toEqual(['created R-1 b']);
	});

	it('is refused where an item shows another reservation than the one asked for', async () => {
		let reservationId: string | number = 'r-1 ';
		canned.answer = () => ({ body: { items: [{ ...breakfast, id: 'a', reservationId }] } });
		const watching = watchWith(canned.credential());
		expect((await watching.activate()).error).toBeUndefined();
		reservationId = 'R-10';
		const { error } = await watching.tick();
		expect(error?.message).toMatch(/^Reservation 'R-1': .*R-10/);

		reservationId = 'R-1';
		expect(inShort(await watching.events())).toEqual(['updated R-1 a']);
	});

	it('is refused for two reservations that show the same items, as a service does that gives out all it has', async () => {
		canned.answer = () => ({ body: { items: [{ ...breakfast, id: 'a' }] } });
		const watching = watchWith(canned.credential(), { reservationIds: ['R-1', 'R-2'] });
		const { error, reported } = await watching.activate();
		const later = await watching.tick();

		for (const each of [error ?? reported[0], later.error]) {
			expect(each?.message).toContain("Check 'List Query'");
		}
	});
});

describe('a test by hand', () => {
	it('shows a sample of every chosen event at once', async () => {
		hotel.book({ ...breakfast, raw: { vat: 7 } }, 'R-2');
		const reservationIds = ['R-1', 'R-2'];
		const item = { id: 'si-1', reservationId: 'R-2', ...breakfast, ...blank };
		const serviceItem = { ...item, vat: 7 };
		const previous = { ...item, description: 'Before the change' };

		const { items } = await watch({ reservationIds }).test();
		expect(items?.map(({ json }) => json)).toEqual([
			{ event: 'created', reservationId: 'R-2', serviceItem },
			{ event: 'updated', reservationId: 'R-2', serviceItem, previous },
			{ event: 'deleted', reservationId: 'R-2', serviceItem: item },
		]);

		const deleted = await watch({ reservationIds, events: ['deleted'] }).test();
		expect(deleted.items?.map(({ json }) => json.event)).toEqual(['deleted']);
	});

	it('says so when there is nothing to show', async () => {
		const { error } = await watch({ reservationIds: ['R-1', 'R-2'] }).test();

		expect(error?.message).toBe(
			'The reservations have no service items yet, so there is no sample to show. Add one to any of them, then test again',
		);
	});
});

describe('a reservation that cannot be read', () => {
	const watchThree = () => watch({ reservationIds: ['R-1', 'R-2', 'R-3'] });

	it('does not silence the others, is reported, and misses nothing', async () => {
		for (const n of [1, 2, 3]) add(`R-${n}`, `old-${n}`);
		const watching = watchThree();
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
		expect(inShort(eventsOf(tick)).join()).not.toContain(unread);
		expect(inShort(await watching.events())).toEqual([
			`created ${unread} new-${n}`,
			`deleted ${unread} old-${n}`,
		]);
	});

	it('is reported by every poll that cannot read it, without secrets', async () => {
		const watching = watchThree();
		await watching.activate();
		for (const times of [2, 1]) {
			hotel.service.faults.add({ ...failing, times });
			const { items, reported } = await watching.tick();
			expect(items).toBeNull();
			expect(reported).toHaveLength(times);
			for (const error of reported) {
				hotel.expectNoSecrets(JSON.stringify({ ...error, message: error.message }));
			}
		}
	});

	it('fails the poll only if no other can be read; then nothing is lost', async () => {
		const watching = watchThree();
		await watching.activate();
		add('R-1', 'a');
		hotel.service.faults.add({ ...failing, times: 3 });
		const tick = await watching.tick();

		expect(tick.error?.message).toMatch(/^Reservation 'R-\d': The service items could not be read/);
		expect(tick.reported).toEqual([]);
		expect(inShort(await watching.events())).toEqual(['created R-1 a']);
	});
});

since('2.41').describe('why a poll failed is told to n8n, which waits with the next one', () => {
	it.each<[string, () => void, object | undefined]>([
		[
			'as long as the service asks for',
			() => hotel.service.faults.add({ method: 'GET', kind: 'tooManyRequests', retryAfter: 600 }),
			{ cause: 'rate-limited', retryAfterMs: 600_000 },
		],
		[
			'until somebody acts, where the key lacks the scope',
			() => hotel.service.faults.add({ ...failing, status: 403 }),
			{ cause: 'credential-invalid' },
		],
		[
			'until somebody acts, where the login is refused',
			() => hotel.credential.edit({ apiKey: 'withdrawn-key' }),
			{ cause: 'credential-invalid' },
		],
		[
			'for a growing time, where the token is refused',
			() => hotel.service.faults.add({ ...failing, status: 401, times: 9 }),
			{ cause: 'temporarily-unavailable' },
		],
		[
			'as it does after any other',
			() => hotel.service.faults.add({ ...failing, times: 9 }),
			undefined,
		],
	])('%s', async (_, breakIt, failure) => {
		const watching = watch();
		await watching.activate();
		breakIt();
		const { error } = await watching.tick();

		expect(error?.message).toMatch(/^Reservation 'R-1': /);
		expect((error as NodeApiError).failure).toEqual(failure);
	});
});

since('2.41').describe(
	'durable poll cursors, which n8n does not keep after a poll at activation without items',
	() => {
		const watchDurably = () => watch({ events: ['created'] }, { durableCursors: true });

		it('lose nothing of what happens between activation and the first poll', async () => {
			add('R-1', 'a');
			const watching = watchDurably();
			expect((await watching.activate()).items).toBeNull();
			add('R-1', 'b');

			expect(inShort(await watching.events())).toEqual(['created R-1 b']);
			expect(await watching.events()).toEqual([]);
		});

		it('give out nothing twice when a poll begins before n8n has kept what the last one led to', async () => {
			const watching = watchDurably();
			await watching.activate();
			add('R-1', 'a');
			const before = watching.saved;
			expect(inShort(await watching.events())).toEqual(['created R-1 a']);
			add('R-1', 'b');

			expect((await watching.tick({ staticData: before })).items).toBeNull();
			expect(inShort(await watching.events())).toEqual(['created R-1 b']);
		});
	},
);
