import { UserError } from 'n8n-workflow';

import type { HeldItem } from '../../../../../nodes/shared/reservation/heldItem';
import { CreatingRun, FIELDS } from '../../../support/creatingRun';
import { rejectionOf } from '../../../support/thrown';

let run: CreatingRun;
let books: CreatingRun['books'];
let session: CreatingRun['session'];
const create: CreatingRun['create'] = async (...args) => await run.create(...args);

beforeEach(() => {
	run = new CreatingRun();
	({ books, session } = run);
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

	it('is complained of to each whose charge it does not show, and to no other', async () => {
		const first = await create('S-1');
		await create('S-2', { isListed: false });
		books.of('nowhere').push(...books.of('R-1').splice(0, 1, { id: 'S-3', ...FIELDS }));
		const { reservations } = session;
		const items = await reservations.recheckedItemsOf('R-1');
		const [third] = items.all();

		const assertListed = (item?: HeldItem) => () =>
			reservations.proof.assertListed('R-1', items, item as HeldItem);
		expect(assertListed(first)).toThrow("The service item 'S-1' was created.");
		expect(assertListed(items.missing().find(({ id }) => id === 'S-2'))).toThrow("'S-2' was");
		expect(assertListed(third)).not.toThrow();
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
		const before = run.lists();
		await create('T-1', { on: 'R-2' });
		expect(run.lists()).toBe(before + 2);
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

describe('a charge whose ID the service does not tell', () => {
	it('is taken to be there, and is missed', async () => {
		const error = await rejectionOf(create(undefined, { isListed: false }));

		expect(error.message).toMatch(/^The service item was created\. .* that was just created/);
		expect(books.askedFor).toEqual([]);
		expect(run.lists()).toBe(6);
	});

	it('is known again by its fields', async () => {
		await rejectionOf(create(undefined, { isListed: false }));
		books.of('R-1').push({ id: 'S-1', ...FIELDS, amount: 26 });
		await rejectionOf(books.session().reservations.itemsOf('R-1'));

		books.of('R-1').push({ id: 'S-2', ...FIELDS });
		await expect(books.session().reservations.itemsOf('R-1')).resolves.toBeDefined();
	});

	it('is complained of to the input item whose charge it is, and to no other', async () => {
		await rejectionOf(create(undefined, { isListed: false }));
		const { reservations } = session;
		const items = await reservations.recheckedItemsOf('R-1');
		const [missed] = items.missing() as [HeldItem];
		const other: HeldItem = { ...missed, raw: { ...missed.raw } };

		expect(() => reservations.proof.assertListed('R-1', items, other)).not.toThrow();
		expect(() => reservations.proof.assertListed('R-1', items, missed)).toThrow('was created');
	});
});
