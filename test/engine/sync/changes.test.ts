import type { INodeParameters } from 'n8n-workflow';
import { useHotel } from '../support/hotel';
import { byId } from '../support/serviceItemNode';

const hotel = useHotel();

/** A charge with every field, as the service holds it. */
const accounts = { accountCode: '4200', destinationAccount: 'spa' };
const spa = { amount: 89.5, date: '2026-12-05', description: 'Spa treatment', ...accounts };
const serviceId = byId('si-7');

beforeEach(() => {
	hotel.book({ id: 'si-7', ...spa });
	hotel.seed('si-8');
});

describe('an update', () => {
	it('changes a service item, gives it out as it is now, and leaves its other fields as they were', async () => {
		const changes = { amount: 95, description: 'Spa treatment, 90 minutes' };
		const run = await hotel.run('update', { serviceId, updateFields: changes });

		expect(hotel.changes).toEqual([['PATCH', '/services/si-7', changes]]);
		const json = { id: 'si-7', reservationId: 'R-1', ...spa, ...changes };
		expect(run.output()).toEqual([{ json, pairedItem: { item: 0 } }]);
		expect(hotel.service.books.find('si-7')?.raw).toMatchObject({ ...spa, ...changes });
	});

	it('says of what an answer leaves out that it is empty only where it shows more than was sent', async () => {
		const changes = { amount: 95, description: 'Massage' };
		hotel.answer(({ method }) => ({ body: { id: 'si-7', ...(method === 'GET' ? spa : changes) } }));
		const update = () => hotel.run('update', { serviceId, updateFields: changes, simplify: true });

		expect((await update()).json()).toEqual([{ id: 'si-7', ...changes }]);
		hotel.answer(() => ({ body: { id: 'si-7', reservationId: 'R-1', ...changes } }));
		expect((await update()).json()).toMatchObject([{ date: null, accountCode: null }]);
	});

	const untouched = { date: '', description: '  ', accountCode: '={{ $json.missing }}' };

	// Every other value is a case of the unit tests.
	it.each<[INodeParameters, object]>([
		[{ amount: '={{ $json.price }}' }, { amount: 49.9 }],
		[{ description: ' Massage ' }, { description: 'Massage' }],
		[{ customFields: '{ "vat": 7.7, "note": null }' }, { vat: 7.7, note: null }],
		[{ ...untouched, amount: 0 }, { amount: 0 }],
		[{ amount: '={{ $json.nothing }}', accountCode: '={{ 4300 }}' }, { accountCode: '4300' }],
	])('sends of %j nothing but %j', async (updateFields, body) => {
		const items = [{ price: '49.90', nothing: null }];
		const run = await hotel.run('update', { serviceId, updateFields }, { items });

		expect(run.error?.message).toBeUndefined();
		expect(hotel.changes).toEqual([['PATCH', '/services/si-7', body]]);
		// The reference may stand at the end of a description, which is read for that.
		expect(hotel.count('GET')).toBe('description' in body ? 1 : 0);
	});
});

describe('a deletion', () => {
	const options = { ignoreMissing: true };

	it('of one service item twice deletes it once, and the second fails by name', async () => {
		const items = [{ id: 'si-7' }, { id: 'si-7' }];
		const settings = { items, onError: 'continueErrorOutput' } as const;
		const run = await hotel.run('delete', { serviceId: byId('={{ $json.id }}') }, settings);

		expect(hotel.requests[0]).toEqual({ method: 'DELETE', path: '/services/si-7' });
		expect(run.output(0)).toEqual([{ json: { deleted: true }, pairedItem: { item: 0 } }]);
		const error = expect.stringMatching(/'si-7' was not deleted: .*404/) as string;
		expect(run.output(1)).toMatchObject([{ json: { error }, pairedItem: { item: 1 } }]);
		expect(hotel.ids()).toEqual(['si-8']);
	});

	it('counts what is gone as done with Ignore Missing, and nothing else', async () => {
		const gone = await hotel.run('delete', { serviceId: byId('gone'), options });
		hotel.refuse('DELETE', 403);
		const { error } = await hotel.run('delete', { serviceId, options });

		expect(gone.json()).toEqual([{ deleted: true }]);
		expect(error?.message).toContain("'si-7' was not deleted");
		expect(hotel.ids()).toEqual(['si-7', 'si-8']);
	});
});
