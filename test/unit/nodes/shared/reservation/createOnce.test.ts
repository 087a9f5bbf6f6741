import { CanceledError } from '../../../../../nodes/shared/client/requestFailure';
import type { Session } from '../../../../../nodes/shared/reservation/session';
import { Bookkeeping } from '../../../support/bookkeeping';
import { BODY, createIn, FIELDS, RESERVATION } from '../../../support/oneCreate';
import { rejectionOf } from '../../../support/thrown';

let books: Bookkeeping;
let session: Session;

beforeEach(() => {
	books = new Bookkeeping();
	session = books.session();
});

it('sends nothing when the reservation has the item', async () => {
	books.of(RESERVATION).push({ id: 'S-1', ...BODY });

	const result = await createIn(session);

	expect(result).toMatchObject({
		action: 'alreadyExisted',
		item: { id: 'S-1' },
		isRepeated: false,
	});
	expect(books.methods()).toEqual(['GET']);
});

it('sends the create once when it is answered, and knows the item from then on', async () => {
	const result = await createIn(session);

	expect(result).toMatchObject({ action: 'created', item: { id: 'S-101' }, isRepeated: false });
	expect(books.methods()).toEqual(['GET', 'POST']);
	expect(books.requests[1]?.body).toEqual(BODY);
	expect((await session.reservations.itemsOf(RESERVATION)).all()).toEqual([result.item]);
});

it('knows what was accepted where the service answers with nothing', async () => {
	books.isTerse = true;

	expect(await createIn(session)).toMatchObject({ action: 'created', item: { fields: FIELDS } });
});

it('ends with the execution that is stopped while the create waits for its turn', async () => {
	const stop = new CanceledError();
	books.beforeCreate = async () => await Promise.reject(stop);

	expect(await rejectionOf(createIn(session))).toBe(stop);
	expect(books.methods()).toEqual(['GET']);
});
