import { SameFields } from '../../../../../nodes/shared/reservation/sameFields';
import { Bookkeeping } from '../../../support/bookkeeping';
import { rejectionOf } from '../../../support/thrown';

const SPA = { amount: 25, date: '2026-11-21', description: 'Spa' };

it('reports a charge that is there twice, whatever becomes of the fields it was made from', async () => {
	const books = new Bookkeeping();
	const fields = { ...SPA };
	const recognition = new SameFields(books.session(), 'R-1', fields);
	fields.amount = 99;
	books.of('R-1').push({ id: 'S-1', ...SPA }, { id: 'S-2', ...SPA });
	await recognition.noteDone('S-1');

	expect((await rejectionOf(recognition.assertOnlyOne())).message).toMatch(/twice.*'S-2'/);
	await expect(recognition.assertOnlyOne()).resolves.toBeUndefined();
});

describe('two input items that want the same', () => {
	it('find one charge each, and no more than there are', async () => {
		const books = new Bookkeeping();
		const session = books.session();
		const wishes = [1, 2, 3].map(() => new SameFields(session, 'R-1', SPA));
		books.of('R-1').push({ id: 'S-1', ...SPA }, { id: 'S-2', ...SPA });
		const items = await session.reservations.itemsOf('R-1');

		const found = await Promise.all(wishes.map(async (wish) => await wish.find(items)));
		expect(found.map((item) => item?.id)).toEqual(['S-1', 'S-2', undefined]);
	});

	it('do not find what an earlier try has made for the other', async () => {
		const books = new Bookkeeping();
		const session = books.session();
		const [done, other] = [SPA, SPA].map((fields) => new SameFields(session, 'R-1', fields)) as [
			SameFields,
			SameFields,
		];
		books.of('R-1').push({ id: 'S-1', ...SPA }, { id: 'S-2', ...SPA });
		await done.noteDone('S-1');

		const items = await session.reservations.itemsOf('R-1');
		expect(await other.find(items)).toMatchObject({ id: 'S-2' });
	});

	it('leave the charge that may still arrive to the one whose outcome is unclear', async () => {
		const books = new Bookkeeping();
		const session = books.session();
		const withCode = { ...SPA, accountCode: 'X' };
		const [unclear, other] = [withCode, SPA].map(
			(fields) => new SameFields(session, 'R-1', fields),
		) as [SameFields, SameFields];
		const items = await session.reservations.itemsOf('R-1');
		await unclear.find(items);
		unclear.noteUnclear();
		books.of('R-1').push({ id: 'S-1', ...withCode });
		await items.refresh();

		expect(await other.find(items)).toBeUndefined();
		expect(await unclear.find(items)).toMatchObject({ id: 'S-1' });
	});

	it('need lists that can be compared, which others do not', async () => {
		const books = new Bookkeeping();
		books.of('R-1').push({ id: 'S-1', amount: 25, date: '2026-11-21' });
		const session = books.session();
		await expect(session.reservations.itemsOf('R-1')).resolves.toBeDefined();

		new SameFields(session, 'R-1', SPA);
		session.reservations.invalidate('R-1');
		const error = await rejectionOf(session.reservations.itemsOf('R-1'));
		expect(error.message).toContain("Set 'Description Field'");
	});
});
