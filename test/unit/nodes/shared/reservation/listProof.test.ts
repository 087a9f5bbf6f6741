import { UserError } from 'n8n-workflow';

import type { HeldItem } from '../../../../../nodes/shared/reservation/heldItem';
import type { Session } from '../../../../../nodes/shared/reservation/session';
import { Bookkeeping } from '../../../support/bookkeeping';
import { rejectionOf } from '../../../support/thrown';

const FIELDS = { amount: 25, date: '2026-11-21', description: 'Spa' };

let books: Bookkeeping;
let session: Session;

beforeEach(() => {
	books = new Bookkeeping();
	books.provenLength = 0;
	session = books.session();
});

/** Creates an item; the list shows it only where that is said. */
async function create(id: string, { isListed = true, on = 'R-1' } = {}): Promise<HeldItem> {
	const item = { id, ...FIELDS };
	const { reservations } = session;
	const items = await reservations.itemsOf(on);
	if (isListed) books.of(on).push(item);
	else books.of('nowhere').push(item);
	const created = items.add(item, { sent: item });
	await reservations.proof.afterCreate(on, items, created);
	return created;
}

const lists = (): number => books.methods().filter((method) => method === 'GET').length;

describe('after a create', () => {
	it('the list of a reservation is looked at, once the first is made on it', async () => {
		await create('S-1');
		expect(lists()).toBe(2);
		await create('S-2');
		expect(lists()).toBe(2);
		expect(books.waits).toEqual([]);
	});

	it('it is looked at again behind every length at which lists are usually cut off', async () => {
		const looksAfter: number[] = [];
		for (let n = 1; n <= 12; n++) {
			const before = lists();
			await create(`S-${n}`);
			if (lists() > Math.max(1, before)) looksAfter.push(n);
		}
		expect(looksAfter).toEqual([1, 6, 11]);
	});

	it('it is not looked at where a longer list has proven itself', async () => {
		for (let n = 1; n <= 3; n++) books.of('R-1').push({ id: `S-${n}`, ...FIELDS });
		await create('S-4');
		const before = lists();
		await create('T-1', { on: 'R-2' });
		expect(lists()).toBe(before + 1);
		for (let n = 1; n <= 3; n++) books.of('R-3').push({ id: `U-${n}`, ...FIELDS });
		await create('U-4', { on: 'R-3' });
		expect(lists()).toBe(before + 2);
		for (let n = 1; n <= 4; n++) books.of('R-4').push({ id: `V-${n}`, ...FIELDS });
		await create('V-5', { on: 'R-4' });
		expect(lists()).toBe(before + 4);
		expect(books.askedFor).toEqual([]);
	});

	it('a list counts as prompt as long as it never was late', async () => {
		await create('S-1', { on: 'R-2' });
		expect(session.reservations.proof.isPrompt).toBe(true);
		books.of('R-1').push({ id: 'S-2', ...FIELDS });
		await rejectionOf(create('S-3', { isListed: false }));
		expect(session.reservations.proof.isPrompt).toBe(false);
		for (const id of ['T-1', 'T-2', 'T-3']) books.of('R-3').push({ id, ...FIELDS });
		await create('T-4', { on: 'R-3' });
		expect(session.reservations.proof.isPrompt).toBe(false);
	});

	it('it has time to show what was made', async () => {
		books.beforeList = (earlier) => {
			if (earlier === 2) books.of('R-1').push({ id: 'S-1', ...FIELDS });
		};
		await create('S-1', { isListed: false });
		expect(books.waits).toEqual([1]);
		expect(books.askedFor).toEqual([]);
	});

	it('that cannot be read it proves nothing, and the next create looks again', async () => {
		books.beforeList = (earlier) => (books.isClosed = earlier === 1);
		await expect(create('S-1')).resolves.toBeDefined();
		const before = lists();
		await create('S-2');
		expect(lists()).toBe(before + 1);
	});

	it('that makes no sense, the error says that the charge was made', async () => {
		books.beforeList = (earlier) => {
			if (earlier === 1) books.of('R-1').splice(0, 1, { total: 5 });
		};
		const error = await rejectionOf(create('S-1'));

		expect(error).toBeInstanceOf(UserError);
		expect(error.message).toMatch(/^The service item 'S-1' was created\. .*cannot be read/);
	});
});

describe('a list that does not show what was made', () => {
	it('is looked at again as long as what was made is there', async () => {
		const error = await rejectionOf(create('S-1', { isListed: false }));

		expect(error).toBeInstanceOf(UserError);
		expect(error.message).toMatch(/^The service item 'S-1' was created\. /);
		expect(error.message).toContain("reservation 'R-1' does not show service item 'S-1'");
		expect(error.message).toContain("'Pagination' and 'Items Field'");
		expect(books.waits).toEqual([1, 2, 3, 4]);
		expect(books.askedFor).toEqual(['S-1', 'S-1', 'S-1']);
	});

	it('stops all that would be done on the reservation afterwards, in other runs too', async () => {
		await rejectionOf(create('S-1', { isListed: false }));
		for (const later of [session, books.session()]) {
			const error = await rejectionOf(later.reservations.itemsOf('R-1'));
			expect(error.message).toMatch(/^The list of reservation 'R-1' does not show .*'S-1'/);
			await expect(later.reservations.itemsOf('R-2')).resolves.toBeDefined();
		}
	});

	it('is complained of to the input item whose charge it is, and to no other', async () => {
		await rejectionOf(create('S-1', { isListed: false }));
		const { reservations } = session;
		const items = await session.reservations.recheckedItemsOf('R-1').catch(() => undefined);
		expect(items).toBeDefined();
		const [missed] = items?.missing() ?? [];
		const other = items?.add({ id: 'S-2', ...FIELDS }, { sent: FIELDS });

		const assertListed =
			(item = other) =>
			() =>
				reservations.proof.assertListed('R-1', items as never, item as never);
		expect(assertListed()).not.toThrow();
		expect(assertListed(missed)).toThrow("The service item 'S-1' was created.");
	});

	it('stops all the same while it shows others only', async () => {
		await rejectionOf(create('S-1', { isListed: false }));
		books.of('R-1').push({ id: 'S-2', ...FIELDS });

		const error = await rejectionOf(books.session().reservations.itemsOf('R-1'));
		expect(error.message).toContain("'S-1'");
	});

	it.each([500, 503])(
		'is held for one that hides a charge that cannot be asked for (%d)',
		async (status) => {
			books.statusOfGet = status;
			const error = await rejectionOf(create('S-1', { isListed: false }));

			expect(error.message).toContain("does not show service item 'S-1'");
		},
	);

	it('stops nothing any more once it shows the charge', async () => {
		await rejectionOf(create('S-1', { isListed: false }));
		books.of('R-1').push({ id: 'S-1', ...FIELDS });

		const later = books.session();
		await expect(later.reservations.itemsOf('R-1')).resolves.toBeDefined();
		books.of('R-1').pop();
		const asked = books.askedFor.length;
		await expect(books.session().reservations.itemsOf('R-1')).resolves.toBeDefined();
		expect(books.askedFor).toHaveLength(asked);
	});

	it('stops nothing any more once the charge is gone', async () => {
		await rejectionOf(create('S-1', { isListed: false }));
		books.of('nowhere').pop();

		await expect(books.session().reservations.itemsOf('R-1')).resolves.toBeDefined();
	});

	it('is fine when the charge was deleted meanwhile', async () => {
		books.beforeList = (earlier) => {
			if (earlier === 1) books.of('nowhere').pop();
		};
		await expect(create('S-1', { isListed: false })).resolves.toBeDefined();
		expect(books.askedFor).toEqual(['S-1']);
		await expect(books.session().reservations.itemsOf('R-1')).resolves.toBeDefined();

		// A list that shows nothing proves no list of one.
		const before = lists();
		await create('T-1', { on: 'R-2' });
		expect(lists()).toBe(before + 2);
	});

	it('is one that has stopped to show an older charge, too', async () => {
		books.of('R-1').push({ id: 'S-0', ...FIELDS });
		await session.reservations.itemsOf('R-1');
		books.of('nowhere').push(...books.of('R-1').splice(0));

		const error = await rejectionOf(create('S-1'));

		expect(error.message).toMatch(/^The service item 'S-1' was created\. .*'S-0', which is there/);
	});

	it('has at most three of the missing asked for', async () => {
		for (let n = 1; n <= 5; n++) books.of('R-1').push({ id: `S-${n}`, ...FIELDS });
		await session.reservations.itemsOf('R-1');
		books.of('R-1').splice(0);

		await create('S-6');

		expect(books.askedFor).toHaveLength(3);
	});

	it('proves no length', async () => {
		books.beforeList = (earlier) => {
			if (earlier === 1) books.of('nowhere').pop();
		};
		await create('S-1', { isListed: false });
		const { reservations } = session;
		const items = await reservations.itemsOf('R-1');

		expect(reservations.proof.covers(items)).toBe(false);
	});
});

describe('what a list is known to cover', () => {
	it('is what it shows, up to the longest that has proven itself', async () => {
		const { reservations } = session;
		await create('S-1');
		const items = await reservations.itemsOf('R-1');
		expect(reservations.proof.covers(items)).toBe(true);

		books.of('R-2').push({ id: 'T-1', ...FIELDS }, { id: 'T-2', ...FIELDS });
		expect(reservations.proof.covers(await reservations.itemsOf('R-2'))).toBe(false);
	});
});

describe('a charge whose ID the service does not tell', () => {
	async function createUnnamed(): Promise<HeldItem> {
		const { reservations } = session;
		const items = await reservations.itemsOf('R-1');
		const created = items.add({ ...FIELDS }, { sent: FIELDS });
		await reservations.proof.afterCreate('R-1', items, created);
		return created;
	}

	it('is taken to be there, and is missed', async () => {
		const error = await rejectionOf(createUnnamed());

		expect(error.message).toContain('does not show the service item that was just created');
		expect(books.askedFor).toEqual([]);
	});

	it('is known again by its fields', async () => {
		await rejectionOf(createUnnamed());
		books.of('R-1').push({ id: 'S-1', ...FIELDS, amount: 26 });
		await rejectionOf(books.session().reservations.itemsOf('R-1'));

		books.of('R-1').push({ id: 'S-2', ...FIELDS });
		await expect(books.session().reservations.itemsOf('R-1')).resolves.toBeDefined();
	});
});
