import { useCannedService } from '../support/cannedService';
import { fromItem, useHotel } from '../support/hotel';
import { byId } from '../support/serviceItemNode';

const hotel = useHotel();
const canned = useCannedService();

const parameters = { serviceId: byId('={{ $json.id }}') };
const deletion = (...ids: string[]) => ({ items: ids.map((id) => ({ id })) });

beforeEach(() => hotel.seed('si-7', 'si-8', 'si-9'));

it('removes a service item', async () => {
	const run = await hotel.run('delete', { serviceId: byId('si-7') });

	expect(hotel.requests).toEqual([{ method: 'DELETE', path: '/services/si-7' }]);
	expect(run.output()).toEqual([{ json: { deleted: true }, pairedItem: { item: 0 } }]);
	expect(hotel.ids()).toEqual(['si-8', 'si-9']);
});

it('of one service item twice deletes it once, and the second fails by name', async () => {
	const onError = 'continueErrorOutput';
	const run = await hotel.run('delete', parameters, { ...deletion('si-7', 'si-7'), onError });

	expect(run.output(0)).toMatchObject([{ json: { deleted: true }, pairedItem: { item: 0 } }]);
	const error = expect.stringMatching(/'si-7' was not deleted: .*404/) as string;
	expect(run.output(1)).toMatchObject([{ json: { error }, pairedItem: { item: 1 } }]);
	expect(hotel.service.books.changes.deleted).toBe(1);
});

it('by a reference that is gone names Ignore Missing', async () => {
	const serviceId = { __rl: true, mode: 'reference', value: 'order-1' };
	const run = await hotel.run('delete', { serviceId, reservationId: 'R-1' });

	expect(run.error?.message).toContain("carries the reference 'order-1'");
	expect(run.error?.description).toContain("'Ignore Missing'");
	expect(hotel.changes).toEqual([]);
});

describe('Ignore Missing', () => {
	const ignoring = { ...parameters, options: { ignoreMissing: true } };

	it('lets what is gone count as deleted', async () => {
		const run = await hotel.run('delete', ignoring, deletion('si-7', 'gone'));

		expect(run.json()).toEqual([{ deleted: true }, { deleted: true }]);
		expect(hotel.ids()).toEqual(['si-8', 'si-9']);
	});

	it('hides nothing else', async () => {
		hotel.refuse('DELETE', 403);
		const run = await hotel.run('delete', ignoring, deletion('si-7'));

		expect(run.status).toBe('error');
		expect(hotel.ids()).toContain('si-7');
	});
});

it.each(['get', 'update', 'delete'])(
	'a Reservation ID beside an ID is no condition that is met where no answer shows the item: %s',
	async (operation) => {
		const parameters = {
			serviceId: byId('si-7'),
			reservationId: 'R-1',
			updateFields: { amount: 1 },
		};
		for (const body of ['{}', '{"message":"None"}', '{"items":[{"id":"si-1"},{"id":"si-2"}]}']) {
			canned.reset();
			canned.answer = { body };
			const run = await canned.run(operation, parameters);

			expect(run.error?.message).toContain("'si-7' without this ID");
			expect(canned.asked).toEqual(['GET /services/si-7']);
		}
	},
);

it('no description is replaced, and the reference in it, where no item was shown', async () => {
	canned.answer = { body: { message: 'There is no such item' } };
	const updateFields = { description: 'Massage' };
	const run = await canned.run('update', { serviceId: byId('si-7'), updateFields });

	expect(run.error?.message).toContain("'si-7' without this ID");
	expect(canned.asked).toEqual(['GET /services/si-7']);
});

it.each(['.', '..', 'si-\ud800'])(
	'of a listed ID that cannot stand in a path, %j, is refused',
	async (id) => {
		hotel.book({ id, description: 'Spa [ref:spa-1]' }, 'R-9');
		const deleting = { deleteMissing: true, referencePrefix: 'spa-', allowEmpty: true };
		const items = [{ reservationId: 'R-9' }];
		const run = await hotel.run('sync', { ...fromItem, ...deleting }, { items });

		expect(run.error?.message).toContain('was left alone');
		expect(hotel.changes).toEqual([]);
	},
);
