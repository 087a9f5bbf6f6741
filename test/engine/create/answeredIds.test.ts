import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Canned } from '../../service/answer';
import { CHARGE, useHotel } from '../support/hotel';

const hotel = useHotel();

const byReference = { preventDuplicates: 'reference', reference: 'order-1' };
const bySameFields = { preventDuplicates: 'sameFields' };
const ofBill = { body: { folio: { id: 77, balance: 345.5 } } };

/** The service makes every charge rightly, and its answer names something else: the bill, another guest's charge. */
it.each<[string, INodeParameters, Canned]>([
	['create', bySameFields, ofBill],
	['create', bySameFields, { headers: { location: '/folios/77' }, body: '' }],
	['create', byReference, { body: { id: 77 } }],
	['upsert', { reference: 'order-1' }, { body: { id: 77 } }],
	['sync', { reference: 'order-1' }, { body: { id: 77 } }],
])('%s %j answered with another ID deletes nothing, and charges once: %j', async (...row) => {
	const [operation, parameters, answer] = row;
	const suite = { id: '77', reservationId: 'R-OTHER', amount: 900, description: 'Suite' };
	const books: IDataObject[] = [suite];
	hotel.answer(({ method, path, query, body }) => {
		if (method === 'POST') {
			books.push({ id: `${48 + books.length}`, ...(body as IDataObject) });
			return { status: 201, ...answer };
		}
		if (query.reservationId) return { body: books.filter((each) => each !== suite) };
		return { body: books.find(({ id }) => path.endsWith(`/${id as string}`)) };
	});
	const [made] = (await hotel.run(operation, { ...CHARGE, ...parameters })).json();
	const [found] = (await hotel.run(operation, { ...CHARGE, ...parameters })).json();

	expect(made?.action).toBe('created');
	expect(found?.action).toBe(operation === 'create' ? 'alreadyExisted' : 'unchanged');
	if (operation === 'create') expect(made).toMatchObject({ id: '49', amount: 25 });
	expect(books.map(({ id }) => id)).toEqual(['77', '49']);
	expect(hotel.changes).toHaveLength(1);
});
