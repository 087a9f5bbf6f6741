import type { Reservations } from '../../../../../nodes/shared/reservation/reservations';
import { Bookkeeping } from '../../../support/bookkeeping';
import { rejectionOf } from '../../../support/thrown';

const ITEM = { amount: 25, date: '2026-11-21', description: 'Spa' };

let books: Bookkeeping;
let reservations: Reservations;

beforeAll(() => jest.useFakeTimers());
afterEach(async () => await jest.runAllTimersAsync());
afterAll(() => jest.useRealTimers());

beforeEach(() => {
	books = new Bookkeeping();
	({ reservations } = books.session());
});

it('reads a reservation once, however many ask at the same time', async () => {
	const [one, other] = await Promise.all([
		reservations.itemsOf('R-1'),
		reservations.itemsOf('R-1'),
	]);

	expect(one).toBe(other);
	expect(await reservations.itemsOf('R-1')).toBe(one);
	expect(books.methods()).toEqual(['GET']);
});

it('tells reservations apart', async () => {
	books.of('R-1').push({ id: 'S-1', ...ITEM });

	expect((await reservations.itemsOf('R-1')).all()).toHaveLength(1);
	expect((await reservations.itemsOf('R-2')).all()).toHaveLength(0);
});

it('tries a read that did not succeed again for whoever asks next', async () => {
	books.isClosed = true;
	await rejectionOf(reservations.itemsOf('R-1'));
	books.isClosed = false;

	await expect(reservations.itemsOf('R-1')).resolves.toBeDefined();
	expect(books.methods()).toEqual(['GET', 'GET']);
});

describe('a reservation of which something may be wrong', () => {
	it('is read anew, once', async () => {
		const items = await reservations.itemsOf('R-1');
		books.of('R-1').push({ id: 'S-1', ...ITEM });
		reservations.invalidate('R-1');

		expect(await reservations.itemsOf('R-1')).toBe(items);
		await reservations.itemsOf('R-1');

		expect(items.all()).toHaveLength(1);
		expect(books.methods()).toEqual(['GET', 'GET']);
	});

	it('stays so until it could be read', async () => {
		const items = await reservations.itemsOf('R-1');
		books.of('R-1').push({ id: 'S-1', ...ITEM });
		reservations.invalidate('R-1');
		books.isClosed = true;
		await rejectionOf(reservations.itemsOf('R-1'));
		books.isClosed = false;

		await reservations.itemsOf('R-1');

		expect(items.all()).toHaveLength(1);
	});
});

describe('rechecking', () => {
	it('reads once more, for all who ask', async () => {
		await reservations.itemsOf('R-1');
		books.of('R-1').push({ id: 'S-1', ...ITEM });
		const [one, other] = await Promise.all([
			reservations.recheckedItemsOf('R-1'),
			reservations.recheckedItemsOf('R-1'),
		]);

		expect(one).toBe(other);
		expect(one.all()).toHaveLength(1);
		await reservations.recheckedItemsOf('R-1');
		expect(books.methods()).toEqual(['GET', 'GET']);
	});

	it('is tried again when it did not succeed', async () => {
		await reservations.itemsOf('R-1');
		books.isClosed = true;
		await rejectionOf(reservations.recheckedItemsOf('R-1'));
		books.isClosed = false;

		await expect(reservations.recheckedItemsOf('R-1')).resolves.toBeDefined();
	});
});

describe('a turn at a reservation', () => {
	/** Another execution of the same process, with the same account. */
	let other: Reservations;
	beforeEach(() => (other = books.session().reservations));

	const nothing = (): Promise<void> => Promise.resolve();
	const charge = async (who: Reservations): Promise<void> =>
		await who.inTurn('R-1', async () => {
			await who.itemsOf('R-1');
			books.of('R-1').push({ id: 'S-1', ...ITEM });
		});

	it('shows what another execution has done in its own', async () => {
		await reservations.itemsOf('R-1');
		await charge(other);
		await reservations.inTurn('R-1', nothing);

		expect((await reservations.itemsOf('R-1')).all()).toHaveLength(1);
	});

	it('takes no reading where nobody else had one since', async () => {
		await charge(reservations);
		await reservations.inTurn('R-1', async () => void (await reservations.itemsOf('R-1')));
		await other.inTurn('R-2', nothing);

		expect(books.methods()).toEqual(['GET']);
	});

	it('to complete the last one is left out when another execution has had its own since', async () => {
		const work = jest.fn(nothing);
		expect(await reservations.inUndisturbedTurn('R-1', work)).toBe(true);
		await charge(reservations);
		expect(await reservations.inUndisturbedTurn('R-1', work)).toBe(true);
		await charge(other);
		expect(await reservations.inUndisturbedTurn('R-1', work)).toBe(false);
		// Having been left out, it has changed nothing that the other one counts on.
		expect(await other.inUndisturbedTurn('R-1', work)).toBe(true);

		expect(work).toHaveBeenCalledTimes(3);
	});
});

describe('a list to create by', () => {
	const readings = (): number => books.methods().length;
	const later = (ms: number): void => void jest.setSystemTime(Date.now() + ms);

	it('is read again when it is older than half a minute', async () => {
		await reservations.freshItemsOf('R-1');
		later(30_000);
		await reservations.freshItemsOf('R-1');
		expect(readings()).toBe(1);

		later(1);
		await reservations.freshItemsOf('R-1');
		expect(readings()).toBe(2);
		await reservations.freshItemsOf('R-1');
		expect(readings()).toBe(2);
	});

	it('is read again when the process stood still meanwhile', async () => {
		await reservations.inTurn('R-1', async () => {
			await reservations.freshItemsOf('R-1');
			await jest.advanceTimersByTimeAsync(10_000);
			await reservations.freshItemsOf('R-1');
			expect(readings()).toBe(1);

			// No timer has gone off, as in a process that is frozen.
			later(10_000);
			await reservations.freshItemsOf('R-1');
			expect(readings()).toBe(2);
		});
	});
});
