import { useCannedService } from '../support/cannedService';
import { fromItem, useHotel } from '../support/hotel';
import { byId } from '../support/serviceItemNode';
import { panelOf } from '../support/workflowRun';

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

it('of one service item twice deletes it once, and the second says that it is gone', async () => {
	const run = await hotel.run('delete', parameters, {
		...deletion('si-7', 'si-7'),
		onError: 'continueErrorOutput',
	});

	expect(run.output(0)).toMatchObject([{ json: { deleted: true }, pairedItem: { item: 0 } }]);
	const error = expect.stringContaining("Service item 'si-7' was not found") as string;
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

describe('a Reservation ID beside the ID of a service item', () => {
	const beside = (reservationId: string) => ({ serviceId: byId('si-7'), reservationId });
	const changes = { updateFields: { amount: 1 } };

	it.each(['get', 'update', 'delete'])('has to be its own for %s', async (operation) => {
		const { error } = await hotel.run(operation, { ...beside('R-2'), ...changes });
		expect(error?.message).toBe("Service item 'si-7' is on reservation 'R-1', and not on 'R-2'");
		expect(hotel.changes).toEqual([]);

		const run = await hotel.run(operation, { ...beside('r-1'), ...changes });
		expect(run.error?.message).toBeUndefined();
	});

	it.each([
		['get', '{}'],
		['update', '{}'],
		['delete', '{}'],
	])('is not met where the service answers without a service item: %s', async (operation, body) => {
		canned.answer = { body };
		const run = await canned.run(operation, { ...beside('R-1'), ...changes });

		expect(run.error?.message).toMatch(/^Service item 'si-7' was not found: the service's answer/);
		expect(canned.asked).toEqual(['GET /services/si-7']);
	});

	it.each([
		['delete', '{"message":"There is no such item"}', 'shows it: There is no such item.'],
		['update', '{"items":[{"id":"si-1"},{"id":"si-2"}]}', 'shows it.'],
		['delete', '{"no":"si-7","price":5}', 'shows it.'],
	])('nor where it is not recognized in the answer, which is said: %s %s', async (...row) => {
		const [operation, body, words] = row;
		canned.answer = { body };
		const run = await canned.run(operation, { ...beside('R-1'), ...changes });

		expect(panelOf(run.error)).toBe(
			`Service item 'si-7' was not found: nothing in the service's answer ${words} Check 'Service Item', and 'List Response' in the Reservation Service credential.`,
		);
		expect(canned.asked).toEqual(['GET /services/si-7']);
	});

	it('left empty, too: no description is replaced, and the reference in it, where none was shown', async () => {
		canned.answer = { body: { message: 'There is no such item' } };
		const updateFields = { description: 'Massage' };
		const run = await canned.run('update', { serviceId: byId('si-7'), updateFields });

		expect(run.error?.message).toMatch(/^Service item 'si-7' was not found/);
		expect(canned.asked).toEqual(['GET /services/si-7']);
	});
});

it.each(['.', '..', 'si-\ud800'])(
	'of a listed ID that cannot stand in a path, %j, is refused',
	async (id) => {
		hotel.book({ id, description: 'Spa [ref:spa-1]' }, 'R-9');
		const parameters = { deleteMissing: true, referencePrefix: 'spa-', allowEmpty: true };
		const given = { ...fromItem, ...parameters };
		const run = await hotel.run('sync', given, { items: [{ reservationId: 'R-9' }] });

		expect(run.error?.message).toContain(
			'The service item cannot be changed, as its ID was not found',
		);
		expect(hotel.changes).toEqual([]);
	},
);
