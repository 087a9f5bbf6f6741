import { useHotel } from './support/hotel';
import { byId } from './support/serviceItemNode';

const hotel = useHotel();

const spa = { amount: 89.5, date: '2026-12-05', description: 'Spa treatment', accountCode: '4200' };

describe('several items', () => {
	const ids = [{ id: 'si-1' }, { id: '..' }, { id: 'si-3' }, { id: 'si-4' }];

	beforeEach(() => {
		for (const id of ['si-1', 'si-3']) hotel.service.books.add('R-1', { id, ...spa });
	});

	it('gives one output for each, in their order, failed ones included', async () => {
		hotel.service.faults.add({ kind: 'delay', path: /si-1$/, delayMs: 60 });
		const run = await hotel.run(
			'get',
			{ serviceId: byId('={{ $json.id }}') },
			{ items: ids, onError: 'continueRegularOutput' },
		);

		expect(run.json()).toEqual([
			{ id: 'si-1', reservationId: 'R-1', ...spa },
			{ error: expect.stringMatching(/^'Service Item' is '\.\.'.*\[item 1\]$/) as string },
			{ id: 'si-3', reservationId: 'R-1', ...spa },
			{ error: expect.stringMatching(/^Service item 'si-4' was not found.*\[item 3\]$/) as string },
		]);
		expect(run.output().map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
			{ item: 2 },
			{ item: 3 },
		]);
		expect(hotel.requests.map(({ path }) => path).sort()).toEqual([
			'/services/si-1',
			'/services/si-3',
			'/services/si-4',
		]);
	});

	it('sends nothing when one ID is no good and the run stops on errors', async () => {
		const run = await hotel.run('get', { serviceId: byId('={{ $json.id }}') }, { items: ids });

		expect(run.error?.context).toMatchObject({ itemIndex: 1 });
		expect(hotel.service.log.entries).toEqual([]);
	});

	it('reads the same service item for every input item that asks for it', async () => {
		const run = await hotel.run('get', { serviceId: byId('si-1') }, { items: [{}, {}, {}] });

		expect(run.json().map(({ id }) => id)).toEqual(['si-1', 'si-1', 'si-1']);
		expect(hotel.requests).toHaveLength(3);
	});
});
