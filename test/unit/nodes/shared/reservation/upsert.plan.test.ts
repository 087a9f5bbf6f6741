import { UserError } from 'n8n-workflow';

import type { Session } from '../../../../../nodes/shared/reservation/session';
import { planUpsert } from '../../../../../nodes/shared/reservation/upsert';
import { apiFormatOf } from '../../../../../nodes/shared/wire/apiFormat';
import { Bookkeeping } from '../../../support/bookkeeping';
import { rejectionOf } from '../../../support/thrown';
import { FIELDS, LISTED, RESERVATION, wanted } from '../../../support/wantedItem';

let books: Bookkeeping;
let session: Session;

beforeEach(() => {
	books = new Bookkeeping();
	session = books.session();
});

describe('the plan', () => {
	it('is to create what no item stands for, with its reference', async () => {
		const plan = await planUpsert(session, wanted(FIELDS, { tax: 7 }));

		expect(plan).toEqual({
			action: 'create',
			body: { reservationId: RESERVATION, ...FIELDS, description: 'Spa [ref:order-7]', tax: 7 },
		});
	});

	it.each([
		[{}, `'Amount', 'Date' and 'Description' must be filled in`],
		[{ amount: 5 }, 'Fill them in to have one created'],
		[{ amount: 5, description: 'Spa' }, 'Fill it in to have one created'],
		[{ amount: 5, description: 'Spa' }, `'Date' must be filled in`],
		[{ date: '2026-11-21', description: 'Spa' }, `'Amount' must be filled in`],
		[{ amount: 5, date: '2026-11-21' }, `'Description' must be filled in`],
	])('cannot be to create an item of %p', async (fields, message) => {
		const error = await rejectionOf(planUpsert(session, wanted(fields)));

		expect(error).toBeInstanceOf(UserError);
		expect(error.message).toContain(message);
		expect(books.methods()).toEqual(['GET']);
	});

	it('is to do nothing where the item is as wanted, and blank fields are left alone', async () => {
		books.of(RESERVATION).push({ ...LISTED, tax: { rate: 7 } });

		const plan = await planUpsert(session, wanted({ amount: 25 }, { tax: { rate: 7 } }));

		expect(plan).toMatchObject({ action: 'none', before: { id: 'S-1' } });
	});

	it('is to send no more than what differs', async () => {
		books.of(RESERVATION).push({ ...LISTED, tax: { rate: 7, kind: 'A' } });

		const plan = await planUpsert(
			session,
			wanted({ ...FIELDS, amount: 30 }, { tax: { rate: 8, kind: 'A' } }),
		);

		expect(plan).toMatchObject({ action: 'update', body: { amount: 30, tax: { rate: 8 } } });
		expect(Object.keys(plan.body ?? {})).toEqual(['amount', 'tax']);
	});

	it('keeps the reference in a description that changes', async () => {
		books.of(RESERVATION).push({ ...LISTED });

		const plan = await planUpsert(session, wanted({ description: 'Sauna' }));

		expect(plan.body).toEqual({ description: 'Sauna [ref:order-7]' });
	});

	it('is to send along with a change what shares its place', async () => {
		books.of(RESERVATION).push({ ...LISTED });
		const updateBody = JSON.stringify({ amount: '{amount}', text: '{date}: {description}' });
		const wire = { ...session.wire, format: apiFormatOf({ customApiFormat: true, updateBody }) };

		const plan = await planUpsert({ ...session, wire }, wanted({ description: 'Sauna' }));

		expect(plan.body).toEqual({ text: '2026-11-21: Sauna [ref:order-7]' });
	});

	it('does not exist where two items carry the reference', async () => {
		books.of(RESERVATION).push({ ...LISTED }, { ...LISTED, id: 'S-2' });

		const error = await rejectionOf(planUpsert(session, wanted(FIELDS)));

		expect(error.message).toContain(`'S-1' and 'S-2'`);
	});
});
