import { RequestFailure } from '../../../../../nodes/shared/client/requestFailure';
import { presentlyAt } from '../../../../../nodes/shared/reservation/presentValues';
import { apiFormatOf } from '../../../../../nodes/shared/wire/apiFormat';
import { Bookkeeping } from '../../../support/bookkeeping';
import { rejectionOf } from '../../../support/thrown';

const ITEM = { id: 'S-1', amount: 25, date: '2026-11-21', description: 'Spa' };

/** A session whose service wants the date and the description in one text. */
function sessionIn(books: Bookkeeping) {
	const updateBody = JSON.stringify({ amount: '{amount}', text: '{date}: {description}' });
	const format = apiFormatOf({ customApiFormat: true, updateBody });
	const session = books.session();
	const send = async (request: Parameters<Bookkeeping['send']>[0]) => await books.send(request);
	const client = Object.assign(Object.create(session.client as object), { send }) as never;
	return { ...session, client, wire: { format, timeZone: 'UTC' } };
}

it('reads the item only where a change is sent along with what is there', async () => {
	const books = new Bookkeeping();
	books.of('R-1').push(ITEM);
	const session = sessionIn(books);

	expect(await presentlyAt('S-1', { amount: 30 }, session)).toEqual({});
	expect(books.askedFor).toEqual([]);
	expect(await presentlyAt('S-1', { description: 'Sauna' }, session)).toMatchObject({
		date: '2026-11-21',
	});
	expect(books.askedFor).toEqual(['S-1']);
});

it('changes nothing where the item cannot be read', async () => {
	const books = new Bookkeeping();
	books.statusOfGet = 503;

	const reading = presentlyAt('S-1', { description: 'Sauna' }, sessionIn(books));
	expect(await rejectionOf(reading)).toBeInstanceOf(RequestFailure);
});
