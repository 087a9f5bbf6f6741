import type { INodeParameters } from 'n8n-workflow';
import { Refusal } from '../../service/answer';
import type { PlannedFault } from '../../service/faults';
import { useHotel } from '../support/hotel';
import { since } from '../support/n8nVersion';
import { blank, breakfast, eventsOf, inShort, useWatchedHotel } from '../support/watch';

const { hotel, watch, add } = useWatchedHotel('R-1');

const failing = { method: 'GET', path: /^\/services/, kind: 'errorBefore', status: 500 } as const;
const item = { id: 'si-1', reservationId: 'R-1', ...breakfast, ...blank };

it('activation records what is there and starts nothing; then the first new charge is an event', async () => {
	add('R-1');
	const watching = watch({ reservationIds: ['R-1', 'R-2'] });
	const activation = await watching.activate();

	expect([activation.items, activation.error]).toEqual([null, undefined]);
	expect(await watching.events()).toEqual([]);
	add('R-2');
	expect(inShort(await watching.events())).toEqual(['created R-2 si-2']);
});

it.each<[INodeParameters, string]>([
	[{ reservationIds: [' ', ''] }, "'Reservation IDs' is empty. Add at least one entry"],
	[{ events: [] }, "'Trigger On' names no event"],
	[{ reservationIds: ['R-3', 'R-1, R-2'] }, `"R-1, R-2", which is not one ID. Give each`],
])('activation is refused with %j, before anything is asked', async (parameters, words) => {
	const { error } = await watch(parameters).activate();

	expect(error?.message).toContain(words);
	expect(hotel.traffic).toEqual([]);
});

describe('an event', () => {
	it('tells what was created, updated and deleted, once, and how it was before', async () => {
		const watching = watch();
		await watching.activate();
		const about = { reservationId: 'R-1' };

		hotel.book({ ...breakfast, raw: { vat: 7 } });
		const created = { event: 'created', ...about, serviceItem: { ...item, vat: 7 } };
		expect(await watching.events()).toEqual([created]);

		hotel.edit('si-1', { amount: 15, accountCode: '4400' });
		const changed = { ...item, amount: 15, accountCode: '4400' };
		const serviceItem = { ...changed, vat: 7 };
		const updated = { event: 'updated', ...about, serviceItem, previous: item };
		expect(await watching.events()).toEqual([updated]);

		hotel.remove('si-1');
		const deleted = { event: 'deleted', ...about, serviceItem: changed };
		expect(await watching.events()).toEqual([deleted]);
		expect(await watching.events()).toEqual([]);
	});

	it('comes for a change of what a charge is, and for no balance or signed link', async () => {
		const changes = {
			a: { amount: 12 },
			b: { date: '2026-11-22' },
			c: { description: 'Brunch' },
			d: { description: 'Breakfast [ref:b-1]' },
			e: { accountCode: '4400' },
			f: { destinationAccount: 'COMPANY' },
			none: { balance: 20, tax: { rate: 19 }, pdf: 'https://x?signature=1' },
		};
		const raw = { balance: 40, tax: { rate: 7 } };
		for (const id of Object.keys(changes)) hotel.book({ ...breakfast, id, raw });
		const watching = watch();
		await watching.activate();
		for (const [id, change] of Object.entries(changes)) hotel.edit(id, change);

		const told = [...'abcdef'].map((id) => `updated R-1 ${id}`);
		expect(inShort(await watching.events())).toEqual(told);
	});
});

describe('what is missing from a list', () => {
	/** Watches seven items, in pages of two, of which the list no longer shows b from now on. */
	async function watchMissing() {
		hotel.speak({ pageSize: 2 });
		for (const id of 'abcdefg') add('R-1', id);
		const watching = watch();
		await watching.activate();
		const { books } = hotel.service;
		const ofReservation = books.ofReservation.bind(books);
		let isHidden = true;
		books.ofReservation = (asked) =>
			ofReservation(asked).filter(({ id }) => !isHidden || id !== 'b');
		return { watching, showAgain: () => void (isHidden = false) };
	}
	const single = { method: 'GET', path: /b$/, kind: 'errorBefore', times: 4 } as const;

	it('is no event where the service still has it: it is the list that may be wrong', async () => {
		const { watching, showAgain } = await watchMissing();
		add('R-1', 'h');
		expect(inShort(await watching.events())).toEqual(['created R-1 h']);
		showAgain();
		hotel.edit('b', { amount: 1 });

		expect(inShort(await watching.events())).toEqual(['updated R-1 b']);
	});

	it.each<[string, () => void]>([
		['is answered 404 by its ID', () => hotel.service.faults.add({ ...single, status: 404 })],
		['may not be read by the key', () => hotel.service.faults.add({ ...single, status: 403 })],
		['is on another reservation', () => hotel.edit('b', { reservationId: 'R-2' })],
		['is marked as cancelled', () => hotel.edit('b', { status: 'cancelled' })],
	])('and %s is told as deleted, once', async (_, end) => {
		const { watching } = await watchMissing();
		end();

		expect(inShort(await watching.events())).toEqual(['deleted R-1 b']);
		expect(await watching.events()).toEqual([]);
	});

	it.each<[string, PlannedFault]>([
		['cannot be asked for', { ...single, status: 500 }],
		['is answered by a web page', { ...single, kind: 'htmlError', status: 403 }],
		['is not all: a later page cannot be read', { ...failing, after: 2, times: 4 }],
	])('but %s is told by a later poll, with all of its reservation', async (_, fault) => {
		const { watching } = await watchMissing();
		hotel.remove('b');
		add('R-1', 'h');
		hotel.service.faults.add(fault);
		expect((await watching.tick()).error?.message).toMatch(/^Reservation 'R-1': .*could not be/);
		hotel.service.faults.clear();

		expect(inShort(await watching.events())).toEqual(['created R-1 h', 'deleted R-1 b']);
	});
});

it('a test by hand shows a sample of every chosen event, which says that it is one', async () => {
	const reservationIds = ['R-1', 'R-2'];
	hotel.book({ ...breakfast, raw: { vat: 7 } }, 'R-2');
	const sample = expect.stringMatching(/nothing has happened/) as string;
	const about = { sample, reservationId: 'R-2' };
	const shown = { ...item, reservationId: 'R-2' };
	const serviceItem = { ...shown, vat: 7 };
	const previous = { ...shown, description: 'Before the change' };
	const { items, saved } = await watch({ reservationIds }).test();
	expect(items?.map(({ json }) => json)).toEqual([
		{ event: 'created', ...about, serviceItem },
		{ event: 'updated', ...about, serviceItem, previous },
		{ event: 'deleted', ...about, serviceItem: shown },
	]);
	expect(saved).toEqual({});

	const deleted = await watch({ reservationIds, events: ['deleted'] }).test();
	expect(deleted.items?.map(({ json }) => json.event)).toEqual(['deleted']);
});

it('a reservation that cannot be read does not silence the others, is reported by each poll without secrets, and misses nothing', async () => {
	const reservationIds = ['R-1', 'R-2', 'R-3'];
	for (const id of reservationIds) add(id, `old-${id}`);
	const watching = watch({ reservationIds });
	await watching.activate();
	for (const id of reservationIds) {
		add(id, `new-${id}`);
		hotel.remove(`old-${id}`);
	}
	const eventsOn = (id: string) => [`created ${id} new-${id}`, `deleted ${id} old-${id}`];
	const { books } = hotel.service;
	const ofReservation = books.ofReservation.bind(books);
	books.ofReservation = (id) => {
		if (id === 'R-2') throw new Refusal(403, 'bad token');
		return ofReservation(id);
	};
	const first = await watching.tick();
	const second = await watching.tick();
	expect([first.error, second.error, second.items]).toEqual([undefined, undefined, null]);
	expect(inShort(eventsOf(first))).toEqual([...eventsOn('R-1'), ...eventsOn('R-3')]);
	for (const error of [...first.reported, ...second.reported]) {
		expect(error.message).toMatch(/^Reservation 'R-2': The service items could not be read/);
		hotel.expectNoSecrets(JSON.stringify({ ...error, message: error.message }));
	}
	expect([first.reported.length, second.reported.length]).toEqual([1, 1]);
	books.ofReservation = ofReservation;
	expect(inShort(await watching.events())).toEqual(eventsOn('R-2'));
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

since('2.41').it(
	'durable poll cursors lose nothing between activation and the first poll',
	async () => {
		const watching = watch({ events: ['created'] }, { durableCursors: true });
		await watching.activate();
		add('R-1', 'a');

		expect(inShort(await watching.events())).toEqual(['created R-1 a']);
		expect(await watching.events()).toEqual([]);
	},
);

describe('with another', () => {
	const other = useHotel();
	const shown = { number: '{id}', amount: '{amount}', description: '{description}' };
	const listResponse = JSON.stringify({ items: [shown] });

	it.each<[string, () => void]>([
		[
			'account',
			() => hotel.credential.edit({ accountId: 'villa', apiKey: hotel.issueKey('villa') }),
		],
		[
			'environment',
			() => {
				const { accountId, apiKey: key } = hotel.saved;
				other.service.accounts.add({ accountId, key });
				hotel.credential.edit({ environment: 'test', testBaseUrl: other.service.url });
			},
		],
		// The service shows two IDs of every item.
		['API format', () => hotel.credential.edit({ listResponse })],
	])('%s it begins anew, without events, and then tells as usual', async (_, move) => {
		hotel.credential.edit({ customApiFormat: true });
		for (const id of ['a', 'b']) add('R-1', id);
		const watching = watch();
		await watching.activate();
		move();
		hotel.service.books.clear();
		const addToBoth = (id: string) => {
			for (const each of [hotel, other]) each.book({ ...breakfast, id, raw: { number: id } });
		};
		['b', 'z'].forEach(addToBoth);
		const tick = await watching.tick();
		expect([tick.items, tick.error, tick.reported]).toEqual([null, undefined, []]);

		addToBoth('y');
		expect(inShort(await watching.events())).toEqual(['created R-1 y']);
		expect(await watching.events()).toEqual([]);
	});
});

since('2.38').it('a poll that n8n has given up tells nothing, and the next one all', async () => {
	const reservationIds = ['R-1', 'R-2', 'R-3'];
	const watching = watch({ reservationIds });
	await watching.activate();
	for (const id of reservationIds) add(id, `new-${id}`);
	const { saved } = watching;
	const now = performance.now.bind(performance);
	hotel.meanwhile({ method: 'GET', after: 2 }, () => (performance.now = () => now() + 40_000));
	const polling = watching.tick({ budget: 40_000 });
	const { error, items } = await polling.finally(() => (performance.now = now));
	expect([error?.message, items, watching.saved]).toEqual([
		expect.stringMatching(/longer than n8n gives a poll. Watch fewer/),
		null,
		saved,
	]);

	expect(inShort(await watching.events())).toHaveLength(3);
	expect(await watching.events()).toEqual([]);
});
