import { useCannedService } from './support/cannedService';
import { listReaders } from './support/listReaders';

const canned = useCannedService();

const spa = { id: 'si-7', amount: 89.5, date: '2026-12-05', description: 'Spa [ref:spa-1]' };
const tour = { id: 'si-8', amount: 60, date: '2026-12-06', description: 'Tour [ref:tour-1]' };
const data = [spa, tour];

const reservationId = 'R-1';

// All names are cases of the unit tests.
describe('a list that says that it goes on', () => {
	beforeEach(() => {
		canned.answer = { body: { data, totalPages: 2 } };
	});

	it.each(listReaders)('is refused by %s, and nothing is changed', async (_, operation, given) => {
		const run = await canned.run(operation, { reservationId, ...given });

		expect(run.error?.message).toBe(
			`The service gives this list in pages ('totalPages' in its answer), and only the first was read`,
		);
		expect(run.error?.description).toMatch(/^Say in 'List Query' and 'List Response'/);
		expect(run.output()).toEqual([]);
		expect(canned.asked).toEqual(['GET /services?reservationId=R-1']);
	});

	it.each([1, 2])('is read by Get Many up to Limit %i', async (limit) => {
		const run = await canned.run('getAll', { reservationId, limit });

		expect(run.json()).toEqual(data.slice(0, limit));
	});
});

it('a list that says that it is whole is one', async () => {
	canned.answer = { body: { data, totalPages: 1, total: 250, nextPage: null } };
	const list = await canned.run('getAll', { reservationId, returnAll: true });
	const upsert = await canned.run('upsert', { ...tour, reservationId, reference: 'spa-1' });

	expect(list.json()).toEqual(data);
	expect(upsert.error).toBeUndefined();
});
