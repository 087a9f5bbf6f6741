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
