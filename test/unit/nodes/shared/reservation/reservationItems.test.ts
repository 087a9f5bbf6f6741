import { BAR, HeldReservation, RESERVATION, SPA } from '../../../support/heldReservation';

let books: HeldReservation['books'];
let reservations: HeldReservation['reservations'];
let holding: HeldReservation['holding'];

beforeEach(() => {
	({ books, reservations, holding } = new HeldReservation());
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
