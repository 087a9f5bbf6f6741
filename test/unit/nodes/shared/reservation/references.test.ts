import { UserError } from 'n8n-workflow';

import { ByReference } from '../../../../../nodes/shared/reservation/references';
import type { Session } from '../../../../../nodes/shared/reservation/session';
import { Bookkeeping } from '../../../support/bookkeeping';
import { rejectionOf } from '../../../support/thrown';

const RESERVATION = 'R-1';

let books: Bookkeeping;
let session: Session;

beforeEach(() => {
	books = new Bookkeeping();
	session = books.session();
});

/** Puts items on the reservation that carry the reference `order-7`, or none. */
function put(id: string | undefined, reference = 'order-7'): void {
	const description = reference === '' ? 'Spa' : `Spa [ref:${reference}]`;
	books.of(RESERVATION).push({ ...(id !== undefined && { id }), amount: 5, description });
}

function recognition(reference = 'order-7'): ByReference {
	return new ByReference(session, RESERVATION, reference);
}

describe('finding by reference', () => {
	it('finds the one item that carries it', async () => {
		put('S-1', '');
		put('S-2');
		put('S-3', 'order-77');
		const items = await session.reservations.itemsOf(RESERVATION);

		expect(await recognition().find(items)).toMatchObject({ id: 'S-2' });
		expect(await recognition('order-77').find(items)).toMatchObject({ id: 'S-3' });
		expect(await recognition('order-8').find(items)).toBeUndefined();
		expect(books.waits).toEqual([]);
	});

	it('refuses to choose among several, and names them', async () => {
		put('S-2');
		put(undefined);
		const items = await session.reservations.itemsOf(RESERVATION);

		const error = await rejectionOf(recognition().find(items));

		expect(error).toBeInstanceOf(UserError);
		expect(error.message).toContain(`'order-7': 'S-2' and 'unknown'`);
	});

	it('waits for an execution of another process to remove its own', async () => {
		put('S-1');
		put('S-2');
		const items = await session.reservations.itemsOf(RESERVATION);
		books.beforeList = (earlier) => {
			if (earlier === 3) books.of(RESERVATION).pop();
		};

		expect(await recognition().find(items)).toMatchObject({ id: 'S-1' });
		expect(books.waits).toEqual([1, 2, 3]);
	});

	it('goes on waiting as long as the reservation changes, and no longer', async () => {
		put('S-1');
		put('S-2');
		const items = await session.reservations.itemsOf(RESERVATION);
		books.beforeList = (earlier) => {
			if (earlier <= 6) put(`S-${10 + earlier}`, '');
		};
		await rejectionOf(recognition().find(items));
		expect(books.waits).toHaveLength(10);

		// Once it is known that nobody is at work there, there is nothing to wait for.
		put('S-3', 'order-8');
		await rejectionOf(recognition().find(items));
		expect(books.waits).toHaveLength(10);
	});

	it('waits two minutes at most, however long the reservation changes', async () => {
		jest.useFakeTimers({ now: 0 });
		put('S-1');
		put('S-2');
		const items = await session.reservations.itemsOf(RESERVATION);
		books.beforeList = (earlier) => {
			put(`S-${10 + earlier}`, '');
			jest.setSystemTime(Date.now() + 10_000);
		};

		const error = await rejectionOf(recognition().find(items));
		jest.useRealTimers();
		expect(error.message).toContain('Several service items');
		expect(books.waits).toHaveLength(12);
	});
});

describe('what an earlier try has created', () => {
	it('has to be on the list', async () => {
		put('S-1');
		await expect(recognition().assertShown()).resolves.toBeUndefined();

		const error = await rejectionOf(recognition('order-8').assertShown());
		expect(error.message).toMatch(
			/^The service item was created, but.*does not show it with its reference 'order-8'/,
		);
	});
});
