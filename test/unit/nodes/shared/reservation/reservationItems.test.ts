import type { IDataObject } from 'n8n-workflow';

import type { ReservationItems } from '../../../../../nodes/shared/reservation/reservationItems';
import type { Reservations } from '../../../../../nodes/shared/reservation/reservations';
import type { ServiceItemFields } from '../../../../../nodes/shared/wire/serviceItem';
import { Bookkeeping } from '../../../support/bookkeeping';

const RESERVATION = 'R-1';
const SPA = { amount: 25, date: '2026-11-21', description: 'Spa' };
const BAR = { amount: 9, date: '2026-11-21', description: 'Bar' };

let books: Bookkeeping;
let reservations: Reservations;

beforeEach(() => {
	books = new Bookkeeping();
	({ reservations } = books.session());
});

/** What the reservation holds, of which the service lists `items`, while input items want `wanted`. */
async function holding(
	items: IDataObject[],
	...wanted: ServiceItemFields[]
): Promise<{ held: ReservationItems; tickets: number[] }> {
	books.of(RESERVATION).push(...items);
	const tickets = wanted.map((fields) => reservations.expect(RESERVATION, fields));
	return { held: await reservations.itemsOf(RESERVATION), tickets };
}

describe('matching', () => {
	it('takes an exact match before one that only has more', async () => {
		const items = [
			{ id: 'S-1', ...SPA, accountCode: 'X' },
			{ id: 'S-2', ...SPA },
		];
		const { held, tickets } = await holding(items, SPA, SPA, SPA);

		expect(tickets.map((ticket) => held.match(ticket)?.id)).toEqual(['S-2', 'S-1', undefined]);
	});

	it('takes the item that is known to stand for it before others like it', async () => {
		const items = [
			{ id: 1, ...SPA },
			{ id: 2, ...SPA },
		];
		const { held, tickets } = await holding(items, SPA, SPA);

		expect(tickets.map((ticket) => held.match(ticket, 2)?.id)).toEqual(['2', '1']);
	});

	it('does not take an item by its ID alone', async () => {
		const { held, tickets } = await holding([{ id: 1, ...BAR }], SPA);

		expect(held.match(tickets[0] ?? -1, 1)).toBeUndefined();
	});

	it('leaves an item to the input item that matches it exactly', async () => {
		const withCode = { ...SPA, accountCode: 'X' };
		const { held, tickets } = await holding([{ id: 'S-1', ...withCode }], SPA, withCode);

		expect(tickets.map((ticket) => held.match(ticket)?.id)).toEqual([undefined, 'S-1']);
	});

	it('is not hindered by input items that have had their turn', async () => {
		const withCode = { ...SPA, accountCode: 'X' };
		const { held, tickets } = await holding([{ id: 'S-1', ...withCode }], withCode, SPA);
		expect(held.match(tickets[0] ?? -1)?.id).toBe('S-1');

		books.of(RESERVATION).push({ id: 'S-2', ...withCode });
		await held.refresh();

		expect(held.match(tickets[1] ?? -1)?.id).toBe('S-2');
	});

	it('leaves an item to the one whose outcome is unclear', async () => {
		const withCode = { ...SPA, accountCode: 'X' };
		const { held, tickets } = await holding([], withCode, SPA);
		held.match(tickets[0] ?? -1);
		reservations.expectAgain(RESERVATION, tickets[0] ?? -1);
		books.of(RESERVATION).push({ id: 'S-1', ...withCode });
		await held.refresh();

		expect(held.match(tickets[1] ?? -1)).toBeUndefined();
	});

	it('does not take an item that carries a reference for one without', async () => {
		const { held, tickets } = await holding([{ ...SPA, description: 'Spa [ref:7]' }], SPA);

		expect(held.match(tickets[0] ?? -1)).toBeUndefined();
	});

	it('does not take what this run has created for another input item', async () => {
		const { held, tickets } = await holding([], SPA);
		held.add({ id: 'S-1', ...SPA }, {});

		expect(held.match(tickets[0] ?? -1)).toBeUndefined();
		books.of(RESERVATION).push({ id: 'S-1', ...SPA });
		await held.refresh();
		expect(held.match(tickets[0] ?? -1)).toBeUndefined();
	});
});

describe('a surplus', () => {
	it('is one more with the same fields', async () => {
		const { held, tickets } = await holding([{ id: 'S-1', ...SPA }], SPA);
		held.match(tickets[0] ?? -1);
		expect(held.matchSurplus(tickets[0] ?? -1)).toBeUndefined();

		books.of(RESERVATION).push({ id: 'S-2', ...SPA, accountCode: 'X' });
		await held.refresh();

		expect(held.matchSurplus(tickets[0] ?? -1)?.id).toBe('S-2');
		expect(held.matchSurplus(tickets[0] ?? -1)).toBeUndefined();
	});

	it.each([SPA, { ...SPA, accountCode: 'X' }])(
		'is not one that an input item still to come wants: %p',
		async (fields) => {
			const items = [
				{ id: 'S-1', ...SPA },
				{ id: 'S-2', ...fields },
			];
			const { held, tickets } = await holding(items, SPA, SPA);
			held.match(tickets[0] ?? -1);

			expect(held.matchSurplus(tickets[0] ?? -1)).toBeUndefined();
		},
	);
});

describe('reading anew', () => {
	it('keeps what stands for an input item, by ID where there is one', async () => {
		const { held, tickets } = await holding(
			[
				{ id: 'S-1', ...SPA },
				{ id: 'S-2', ...SPA },
			],
			SPA,
			SPA,
		);
		expect(held.match(tickets[0] ?? -1)?.id).toBe('S-1');
		books.of(RESERVATION).reverse();
		await held.refresh();

		expect(held.match(tickets[1] ?? -1)?.id).toBe('S-2');
	});

	it('keeps it by fields where the service shows no IDs', async () => {
		const { held, tickets } = await holding([SPA, SPA], SPA, SPA, SPA);
		held.match(tickets[0] ?? -1);
		await held.refresh();

		expect(held.match(tickets[1] ?? -1)).toBeDefined();
		expect(held.match(tickets[2] ?? -1)).toBeUndefined();
	});

	it('does not let one without an ID take the item of another', async () => {
		const { held } = await holding([], SPA);
		held.add({ ...SPA }, {});
		held.add({ id: 'S-2', ...SPA }, {});
		books.of(RESERVATION).push({ id: 'S-2', ...SPA }, { id: 'S-3', ...SPA });
		await held.refresh();

		expect(held.all().every(({ isTaken, isListed }) => isTaken && isListed)).toBe(true);
	});

	it('keeps what this run has created where the list lags behind', async () => {
		const { held } = await holding([{ id: 'S-1', ...BAR }]);
		held.add({ id: 'S-2', ...SPA }, {});
		await held.refresh();

		expect(held.all().map(({ id, isListed }) => [id, isListed])).toEqual([
			['S-1', true],
			['S-2', false],
		]);
	});

	it('keeps what this run has created where the list shows no IDs', async () => {
		const { held } = await holding([]);
		held.add({ id: 'S-1', ...SPA }, {});
		books.of(RESERVATION).push({ ...SPA });
		await held.refresh();

		expect(held.all()).toHaveLength(1);
	});

	it('notices that another item has taken the place of one', async () => {
		const { held } = await holding([{ id: 'S-1', ...SPA }]);
		await held.refresh();
		expect(held.looksUnchanged).toBe(1);
		books.of(RESERVATION).splice(0, 1, { id: 'S-2', ...SPA });
		await held.refresh();
		expect(held.looksUnchanged).toBe(0);
	});

	it('misses each item once that the list has stopped to show, until it is removed', async () => {
		const { held } = await holding([{ id: 'S-1', ...SPA }]);
		const created = held.add({ id: 'S-2', ...BAR }, {});
		books.of(RESERVATION).splice(0);
		await held.refresh();
		await held.refresh();
		expect(held.missing().map(({ id }) => id)).toEqual(['S-2', 'S-1']);

		held.remove(created);
		expect(held.missing().map(({ id }) => id)).toEqual(['S-1']);
	});

	it('takes items without IDs for nobody else’s', async () => {
		const { held } = await holding([SPA]);
		held.add(BAR, {});
		books.of('R-2').push(SPA);
		const other = await reservations.itemsOf('R-2');
		other.add(BAR, {});

		await expect(reservations.itemsOf(RESERVATION)).resolves.toBe(held);
		await expect(reservations.itemsOf('R-2')).resolves.toBe(other);
	});

	it('forgets what has been deleted', async () => {
		const { held } = await holding([
			{ id: 'S-1', ...BAR },
			{ id: 'S-2', ...SPA },
		]);
		books.of(RESERVATION).shift();
		await held.refresh();

		expect(held.all().map(({ id }) => id)).toEqual(['S-2']);
	});
});

describe('a possible match', () => {
	/** What turns up on a reservation while an input item wants Spa. */
	async function newcomer(item: IDataObject, ...others: ServiceItemFields[]) {
		const { held } = await holding([{ id: 'S-1', ...BAR }], ...others);
		books.of(RESERVATION).push(item);
		await held.refresh();
		return held.possibleMatchOf(SPA);
	}

	it.each([
		['cut off', { ...SPA, description: 'Sp' }],
		['in capitals', { ...SPA, description: 'SPA' }],
		['with a rounded amount', { ...SPA, amount: 24.999 }],
		['with another text', { ...SPA, description: 'Wellness' }],
	])('is a new item that may be the wanted one, %s', async (_how, item) => {
		expect(await newcomer({ id: 'S-2', ...item })).toMatchObject({ id: 'S-2' });
	});

	it.each<[string, IDataObject]>([
		['is another charge', { id: 'S-2', ...BAR }],
		['carries a reference', { id: 'S-2', ...SPA, description: 'Spa [ref:7]' }],
		['has no ID to name', { ...SPA, description: 'Sp' }],
	])('is none that %s', async (_why, item) => {
		expect(await newcomer(item)).toBeUndefined();
	});

	it('is none that another input item wants', async () => {
		expect(
			await newcomer({ id: 'S-2', ...SPA, description: 'SPA' }, { ...SPA, description: 'SPA' }),
		).toBeUndefined();
	});

	it('is one whatever else other input items want', async () => {
		const cutOff = { id: 'S-2', ...SPA, description: 'Sp' };
		expect(await newcomer(cutOff, BAR, SPA)).toMatchObject({ id: 'S-2' });
	});

	it('is none that was there before', async () => {
		const { held } = await holding([{ id: 'S-1', ...SPA, description: 'SPA' }]);
		await held.refresh();

		expect(held.possibleMatchOf(SPA)).toBeUndefined();
	});
});

describe('an item this run has created', () => {
	it('has the fields the service accepted, though it answered with less', async () => {
		const { held } = await holding([]);
		const item = held.add({ id: 'S-1' }, { sent: { ...SPA } });

		expect(item).toMatchObject({ id: 'S-1', fields: SPA, raw: { id: 'S-1' }, isListed: false });
		expect(held.add({}, { id: 'S-2' }).id).toBe('S-2');
	});

	it('can be taken off again, with all that has its ID', async () => {
		const { held } = await holding([{ id: 'S-1', ...SPA }, SPA, SPA]);
		const [first, second] = held.all();
		held.remove({ ...(first as NonNullable<typeof first>) });
		held.remove(second as NonNullable<typeof second>);

		expect(held.all()).toHaveLength(1);
	});
});
