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
