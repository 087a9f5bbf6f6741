import { UserError } from 'n8n-workflow';

import { RequestFailure } from '../../../../../nodes/shared/client/requestFailure';
import type { HeldItem } from '../../../../../nodes/shared/reservation/heldItem';
import type { Settled } from '../../../../../nodes/shared/reservation/createdReferences';
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

/** Puts an item on the reservation that carries the reference `order-7`, or none. */
function put(id: string, reference = 'order-7'): void {
	const description = reference === '' ? 'Spa' : `Spa [ref:${reference}]`;
	books.of(RESERVATION).push({ id, amount: 5, description });
}

function recognition(reference = 'order-7'): ByReference {
	return new ByReference(session, RESERVATION, reference);
}

/** Settles what this run has created under the reference `order-7`. */
async function settle(item: HeldItem): Promise<Settled> {
	recognition().noteCreated(item);
	return await recognition().settle();
}

/** An item that this run has created; it is on the list unless a test takes it off. */
async function created(id: string): Promise<HeldItem> {
	const items = await session.reservations.itemsOf(RESERVATION);
	put(id);
	return items.add(books.of(RESERVATION).at(-1) ?? {}, {});
}

describe('settling what was created', () => {
	it('looks once more, and is content when the list shows it alone', async () => {
		const item = await created('S-1');

		expect(await settle(item)).toEqual({
			item,
			action: 'created',
		});
		expect(books.methods()).toEqual(['GET', 'GET']);
		expect(books.waits).toEqual([]);
	});

	it('gives the list time to show it', async () => {
		const item = await created('S-1');
		const listed = books.of(RESERVATION).splice(0);
		books.beforeList = (earlier) => {
			if (earlier === 2) books.of(RESERVATION).push(...listed);
		};

		const settled = await settle(item);

		expect(settled).toMatchObject({ action: 'created' });
		expect(books.waits).toHaveLength(1);
	});

	it('complains when the list never shows it, as every further run would create it again', async () => {
		const item = await created('S-1');
		books.of(RESERVATION).splice(0);

		const error = await rejectionOf(settle(item));

		expect(error).toBeInstanceOf(UserError);
		expect(error.message).toMatch(
			/'S-1' was created.*does not show.*'order-7'.*Do not run this again/,
		);
	});

	it.each([
		['S-9', 'S-10'],
		['9', '10'],
		['a', 'b'],
	])('removes its own when another workflow was first: %s before %s', async (earlier, own) => {
		const item = await created(own);
		put(earlier);

		const settled = await settle(item);

		expect(settled).toMatchObject({ action: 'alreadyExisted', item: { id: earlier } });
		expect(books.of(RESERVATION).map(({ id }) => id)).toEqual([earlier]);
		expect(books.requests.at(-1)).toMatchObject({ method: 'DELETE', serviceId: own });
		const known = await session.reservations.itemsOf(RESERVATION);
		expect(known.withReference('order-7').map(({ id }) => id)).toEqual([earlier]);
	});

	it('is content when its own is gone already by the time it removes it', async () => {
		const item = await created('S-10');
		put('S-9');
		books.beforeList = () => (books.isGone = true);

		expect(await settle(item)).toMatchObject({ action: 'alreadyExisted', item: { id: 'S-9' } });
	});

	it('leaves the removal to the later one, and waits for it', async () => {
		const item = await created('S-9');
		put('S-10');
		books.beforeList = (earlier) => {
			if (earlier === 2) books.of(RESERVATION).pop();
		};

		const settled = await settle(item);

		expect(settled).toMatchObject({ action: 'created', item: { id: 'S-9' } });
		expect(books.methods()).not.toContain('DELETE');
		expect(books.waits).toHaveLength(1);
	});

	it('removes its own before it waits for others, as those may wait for it', async () => {
		await created('S-9');
		put('S-10');
		recognition().noteCreated(await created('S-8'));
		const second = await session.reservations.itemsOf(RESERVATION);
		put('S-7', 'order-8');
		put('S-11', 'order-8');
		books.items.set(
			RESERVATION,
			books.of(RESERVATION).filter(({ id }) => id !== 'S-9'),
		);
		recognition('order-8').noteCreated(second.add(books.of(RESERVATION).at(-1) ?? {}, {}));
		books.beforeList = () => {
			// The other one sees that ours is gone, and removes its own.
			const ids = books.of(RESERVATION).map(({ id }) => id);
			if (!ids.includes('S-11')) {
				books.items.set(
					RESERVATION,
					books.of(RESERVATION).filter(({ id }) => id !== 'S-10'),
				);
			}
		};

		expect(await recognition().settle()).toMatchObject({ action: 'created', item: { id: 'S-8' } });
		expect(await recognition('order-8').settle()).toMatchObject({
			action: 'alreadyExisted',
			item: { id: 'S-7' },
		});
	});

	it('complains about both when the later one stays', async () => {
		const item = await created('S-9');
		put('S-10');

		const error = await rejectionOf(settle(item));

		expect(error.message).toMatch(/Several.*'S-9' and 'S-10'/);
		expect(books.of(RESERVATION)).toHaveLength(2);
	});

	it('deletes nothing when its own is not among several', async () => {
		const item = await created('S-9');
		books.of(RESERVATION).splice(0);
		put('S-1');
		put('S-2');

		const error = await rejectionOf(settle(item));

		expect(error.message).toMatch(/Several/);
		expect(books.methods()).not.toContain('DELETE');
	});

	it('says what was created when the reservation makes no sense afterwards', async () => {
		const item = await created('S-9');
		books.of(RESERVATION).splice(0, 1, { total: 5, text: 'Spa' });

		const error = await rejectionOf(settle(item));

		expect(error).toBeInstanceOf(UserError);
		expect(error.message).toMatch(/^The service item 'S-9' was created\. .*cannot be read/);
		expect(error.description).toContain('total, text');
	});

	it('says why when its own cannot be removed, and keeps both', async () => {
		const item = await created('S-10');
		put('S-9');
		books.fates = ['refused'];

		expect(await rejectionOf(settle(item))).toBeInstanceOf(RequestFailure);
		expect(books.of(RESERVATION)).toHaveLength(2);
	});

	it('looks again for what is created after that, and when it could not look', async () => {
		await settle(await created('S-1'));
		put('S-2', 'order-8');
		recognition('order-8').noteCreated({ ...(await created('S-3')), id: 'S-2' });
		books.isClosed = true;
		expect(await rejectionOf(recognition('order-8').settle())).toBeInstanceOf(RequestFailure);
		books.isClosed = false;

		expect(await recognition('order-8').settle()).toMatchObject({ item: { id: 'S-2' } });
	});
});

describe('a list that shows what was created without its reference', () => {
	const later = async (): Promise<unknown> =>
		await books.session().reservations.itemsOf(RESERVATION);

	it('stops the reservation in later runs until it shows it', async () => {
		const item = await created('S-1');
		books.of(RESERVATION).splice(0);
		put('S-1', '');
		expect((await rejectionOf(settle(item))).message).toMatch(/'S-1' was created.*'order-7'/);

		const error = await rejectionOf(later());
		expect(error.message).toMatch(/shows service item 'S-1' without its reference 'order-7'/);
		books.of(RESERVATION).splice(0);
		put('S-1');
		await expect(later()).resolves.toBeDefined();
	});

	it('stops nothing where it is gone, whatever else is there', async () => {
		const item = await created('S-1');
		books.of(RESERVATION).splice(0);
		put('S-2', '');
		expect((await rejectionOf(settle(item))).message).toContain(`'S-1' was created`);

		await expect(later()).resolves.toBeDefined();
	});

	it('stops nothing where nobody can tell which one it is', async () => {
		const items = await session.reservations.itemsOf(RESERVATION);
		const unnamed = { amount: 5, description: 'Spa' };
		books.of(RESERVATION).push(unnamed);
		const error = await rejectionOf(settle(items.add({ ...unnamed }, {})));
		expect(error.message).toMatch(/^The service item was created, but .*'order-7'/);
		books.of(RESERVATION).splice(0);

		await expect(later()).resolves.toBeDefined();
	});

	it('stops nothing where another one carries it', async () => {
		const item = await created('S-2');
		books.of(RESERVATION).splice(0);
		put('S-2', '');
		put('S-1');
		expect(await settle(item)).toMatchObject({ action: 'created' });

		await expect(later()).resolves.toBeDefined();
	});
});
