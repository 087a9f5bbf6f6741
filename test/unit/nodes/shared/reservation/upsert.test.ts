import { UserError } from 'n8n-workflow';

import { RequestFailure } from '../../../../../nodes/shared/client/requestFailure';
import type { Session } from '../../../../../nodes/shared/reservation/session';
import type { UpsertResult, WantedItem } from '../../../../../nodes/shared/reservation/upsert';
import {
	carryOut,
	planUpsert,
	settleCreated,
} from '../../../../../nodes/shared/reservation/upsert';
import { Bookkeeping } from '../../../support/bookkeeping';
import { rejectionOf } from '../../../support/thrown';
import { FIELDS, LISTED, RESERVATION, wanted } from '../../../support/wantedItem';

let books: Bookkeeping;
let session: Session;

beforeEach(() => {
	books = new Bookkeeping();
	session = books.session();
});

async function upsert(item: WantedItem): Promise<UpsertResult> {
	return await carryOut(session, item, await planUpsert(session, item));
}

describe('carrying it out', () => {
	it('creates', async () => {
		expect(await upsert(wanted(FIELDS))).toMatchObject({
			action: 'created',
			after: { id: 'S-101' },
		});
		expect(books.of(RESERVATION)).toHaveLength(1);
	});

	it('creates once what two input items want under one reference', async () => {
		const plans = [
			await planUpsert(session, wanted(FIELDS)),
			await planUpsert(session, wanted(FIELDS)),
		];
		const actions: string[] = [];
		for (const plan of plans) {
			actions.push((await carryOut(session, wanted(FIELDS), plan)).action);
		}

		expect(actions).toEqual(['created', 'unchanged']);
		expect(books.of(RESERVATION)).toHaveLength(1);
	});

	it('knows what an update was where the service answers with nothing', async () => {
		books.of(RESERVATION).push({ ...LISTED });
		books.isTerse = true;

		const { after } = await upsert(wanted({ amount: 30 }));

		expect(after).toMatchObject({ id: 'S-1', fields: { ...FIELDS, amount: 30, accountCode: 'X' } });
		expect(after.raw).toMatchObject({ id: 'S-1' });
	});

	it('names the reservation of an update that was refused', async () => {
		books.of(RESERVATION).push({ ...LISTED });
		books.fates = ['refused'];

		const failure = await rejectionOf(upsert(wanted({ amount: 30 })));

		expect(failure).toMatchObject({ purpose: { reservationId: RESERVATION } });
	});

	it('sends nothing for what is as wanted', async () => {
		books.of(RESERVATION).push({ ...LISTED });

		expect(await upsert(wanted(FIELDS))).toMatchObject({
			action: 'unchanged',
			before: LISTED,
			after: { id: 'S-1' },
		});
		expect(books.methods()).toEqual(['GET']);
	});

	it('updates, and tells what was and what is, although the service answers with little', async () => {
		books.of(RESERVATION).push({ ...LISTED });

		const result = await upsert(wanted({ amount: 30 }));

		expect(result).toMatchObject({ action: 'updated', before: LISTED, after: { id: 'S-1' } });
		expect(result.after.fields).toMatchObject({ ...FIELDS, amount: 30, accountCode: 'X' });
		expect(books.requests.at(-1)).toEqual({
			method: 'PATCH',
			serviceId: 'S-1',
			body: { amount: 30 },
		});
	});

	it('compares the next input item with what was updated', async () => {
		books.of(RESERVATION).push({ ...LISTED });
		await upsert(wanted({ amount: 30 }));

		expect(await upsert(wanted({ amount: 30 }))).toMatchObject({ action: 'unchanged' });
		expect(await upsert(wanted({ amount: 25 }))).toMatchObject({ action: 'updated' });
		expect(books.methods()).toEqual(['GET', 'PATCH', 'PATCH']);
		expect((await session.reservations.itemsOf(RESERVATION)).all()).toHaveLength(1);
	});

	it('reads the reservation anew after an update whose outcome is unclear', async () => {
		books.of(RESERVATION).push({ ...LISTED });
		books.fates = ['doneUnheard'];

		expect(await rejectionOf(upsert(wanted({ amount: 30 })))).toBeInstanceOf(RequestFailure);
		expect(await upsert(wanted({ amount: 30 }))).toMatchObject({ action: 'unchanged' });
		expect(books.methods()).toEqual(['GET', 'PATCH', 'GET']);
	});

	it('changes nothing whose ID is not known', async () => {
		books.of(RESERVATION).push({ ...LISTED, id: null });

		const error = await rejectionOf(upsert(wanted({ amount: 30 })));

		expect(error).toBeInstanceOf(UserError);
		expect(error.message).toContain(`Set 'ID Field'`);
		expect(books.methods()).toEqual(['GET']);
	});

	it('changes nothing whose ID another item has, too', async () => {
		books.of(RESERVATION).push({ ...LISTED }, { ...LISTED, description: 'Sauna' });

		const error = await rejectionOf(upsert(wanted({ amount: 30 })));

		expect(error.message).toContain(`several service items of the reservation have the ID 'S-1'`);
		expect(books.methods()).toEqual(['GET']);
	});
});

describe('settling what was created', () => {
	it('leaves it when it is the only one with its reference', async () => {
		const result = await upsert(wanted(FIELDS));

		expect(await settleCreated(session, wanted(FIELDS))).toEqual({
			action: 'created',
			after: result.after,
		});
	});

	it('brings the item of a workflow that was first up to date', async () => {
		await upsert(wanted(FIELDS));
		books.of(RESERVATION).push({ ...LISTED, id: 'S-9', amount: 99 });

		const settled = await settleCreated(session, wanted(FIELDS));

		expect(settled).toMatchObject({ action: 'updated', after: { id: 'S-9' } });
		expect(books.of(RESERVATION)).toMatchObject([{ id: 'S-9', amount: 25 }]);
	});
});
