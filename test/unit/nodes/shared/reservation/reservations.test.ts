import { UserError } from 'n8n-workflow';

import type { Reservations } from '../../../../../nodes/shared/reservation/reservations';
import { Bookkeeping } from '../../../support/bookkeeping';
import { rejectionOf, thrownBy } from '../../../support/thrown';

const ITEM = { amount: 25, date: '2026-11-21', description: 'Spa' };

let books: Bookkeeping;
let reservations: Reservations;

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

describe('a service item that two reservations list', () => {
	beforeEach(() => {
		for (const reservation of ['R-1', 'R-2']) books.of(reservation).push({ id: 'S-1', ...ITEM });
	});

	it('stops everything that is done on either, as nobody can say whose it is', async () => {
		await reservations.itemsOf('R-1');
		const error = await rejectionOf(reservations.itemsOf('R-2'));

		expect(error).toBeInstanceOf(UserError);
		expect(error.message).toMatch(/'S-1' for the reservations 'R-2' and 'R-1'/);
		expect(thrownBy(() => reservations.assertApart('R-1')).message).toContain(`'R-1' and 'R-2'`);
		await expect(reservations.itemsOf('R-3')).resolves.toBeDefined();
	});

	it('is noticed in a recheck, too', async () => {
		const [moved] = books.of('R-2').splice(0);
		await reservations.itemsOf('R-1');
		await reservations.itemsOf('R-2');
		books.of('R-2').push(moved ?? {});

		const error = await rejectionOf(reservations.recheckedItemsOf('R-2'));

		expect(error.message).toMatch(/'S-1' for the reservations/);
	});

	it('may be one that this run has created', async () => {
		const items = await reservations.itemsOf('R-1');
		items.add({ id: 'S-7', ...ITEM }, {});
		books.of('R-3').push({ id: 'S-7', ...ITEM });

		expect((await rejectionOf(reservations.itemsOf('R-3'))).message).toContain(`'S-7'`);
	});
});
