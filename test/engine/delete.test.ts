import { useHotel } from './support/hotel';
import { byId } from './support/serviceItemNode';

const hotel = useHotel();

const spa = { amount: 89.5, date: '2026-12-05', description: 'Spa treatment' };

/** The IDs that are still in the books. */
function left(): string[] {
	return hotel.service.books.all().map(({ id }) => id);
}

beforeEach(() => {
	for (const id of ['si-7', 'si-8', 'si-9']) hotel.service.books.add('R-1', { id, ...spa });
});

it('removes a service item', async () => {
	const run = await hotel.run('delete', { serviceId: byId('si-7') });

	expect(hotel.requests).toEqual([{ method: 'DELETE', path: '/services/si-7' }]);
	expect(run.output()).toEqual([{ json: { deleted: true }, pairedItem: { item: 0 } }]);
	expect(left()).toEqual(['si-8', 'si-9']);
});

it.each([
	['missing', undefined, "'Service Item' is empty"],
	['blank', ' ', "'Service Item' is empty"],
	['a dot', '.', "'Service Item' is '.', which is not an ID"],
	['two dots', ' .. ', "'Service Item' is '..', which is not an ID"],
	['an object', { id: 'si-7' }, "'Service Item' is not text"],
	['a list', ['si-7'], "'Service Item' is not text"],
])('refuses an ID that is %s and sends nothing', async (_, id, message) => {
	const run = await hotel.run(
		'delete',
		{ serviceId: byId('={{ $json.id }}') },
		{ items: [{ id }] },
	);

	expect(run.status).toBe('error');
	expect(run.error?.message).toContain(message);
	expect(hotel.service.log.entries).toEqual([]);
	expect(left()).toHaveLength(3);
});

it("says in the service's words that an ID is not known", async () => {
	const run = await hotel.run('delete', { serviceId: byId('si-404') });

	expect(run.error?.httpCode).toBe('404');
	expect(run.error?.message).toContain("Service item 'si-404' was not found");
	expect(run.output()).toEqual([]);
});

describe('several items', () => {
	const parameters = { serviceId: byId('={{ $json.id }}') };

	it('each give out that they are deleted, in their order', async () => {
		hotel.service.faults.add({ kind: 'delay', method: 'DELETE', delayMs: 60 });
		const run = await hotel.run('delete', parameters, { items: [{ id: 'si-9' }, { id: 'si-7' }] });

		expect(run.output()).toEqual([
			{ json: { deleted: true }, pairedItem: { item: 0 } },
			{ json: { deleted: true }, pairedItem: { item: 1 } },
		]);
		expect(left()).toEqual(['si-8']);
	});

	it('that name the same service item delete it once, and the others say that it is gone', async () => {
		const run = await hotel.run('delete', parameters, {
			items: [{ id: 'si-7' }, { id: 'si-7' }],
			onError: 'continueErrorOutput',
		});

		expect(run.json(0)).toEqual([{ deleted: true }]);
		expect(run.output(0)[0]?.pairedItem).toEqual({ item: 0 });
		expect(run.json(1)).toEqual([
			{ error: expect.stringContaining("Service item 'si-7' was not found") as string },
		]);
		expect(run.output(1)[0]?.pairedItem).toEqual({ item: 1 });
		expect(hotel.service.books.changes.deleted).toBe(1);
	});
});
