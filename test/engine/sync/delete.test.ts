import { fromItem, useHotel } from '../support/hotel';
import { byId } from '../support/serviceItemNode';

const hotel = useHotel();

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
