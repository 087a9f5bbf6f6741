import { CHARGE, useFreshService } from './support/freshService';
import { byId } from './support/serviceItemNode';

const fresh = useFreshService();

const readEach = { serviceId: byId('={{ $json.id }}') };
const items = [
	{ id: 'si-1', note: 'first' },
	{ id: 'lost-1', note: 'second' },
	{ id: 'si-2', note: 'third' },
	{ id: 'lost-2', note: 'fourth' },
];

beforeEach(() => fresh.seed('si-1', 'si-2'));

describe('Stop', () => {
	it('names the first failed item, says what was done, and gives out nothing', async () => {
		fresh.credential.edit({ accountConcurrency: 1 });
		const run = await fresh.run('get', readEach, { items, onError: 'stopWorkflow' });

		expect(run.status).toBe('error');
		expect(run.output()).toEqual([]);
		expect(run.error?.message).toMatch(/'lost-1' was not found.*\[item 1\]$/);
		expect(run.error?.description).toContain('1 of 4 items were done before the run stopped');
		expect(fresh.requests).toHaveLength(2);
	});

	it('starts nothing more, and counts what was under way', async () => {
		fresh.service.faults.add({ kind: 'delay', path: /si-1$/, delayMs: 150 });
		fresh.credential.edit({ accountConcurrency: 2 });
		const run = await fresh.run('get', readEach, { items });

		expect(run.error?.description).toContain('1 of 4 items were done');
		expect(fresh.requests.sort()).toEqual(['GET /services/lost-1 404', 'GET /services/si-1 200']);
	});

	it('checks all input before anything is sent', async () => {
		const run = await fresh.run(
			'create',
			{ ...CHARGE, amount: '={{ $json.amount }}' },
			{ items: [{ amount: 1 }, { amount: 2 }, { amount: 'three' }] },
		);

		expect(run.error?.message).toMatch(/'Amount'.*\[item 2\]$/);
		expect(run.error?.description).toMatch(/Nothing was sent/);
		expect(fresh.traffic).toEqual([]);
	});
});

describe('Retry On Fail', () => {
	const retry = { retryOnFail: true, maxTries: 3 };

	it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'with %s leaves a run alone whose first item failed',
		async (onError) => {
			const lostFirst = [{ id: 'lost-1' }, { id: 'si-1' }];
			const run = await fresh.run('get', readEach, { ...retry, items: lostFirst, onError });

			expect(fresh.requests).toHaveLength(2);
			expect([...run.json(0), ...run.json(1)]).toHaveLength(2);
		},
	);

	it('with Continue makes no charge a second time', async () => {
		const run = await fresh.run(
			'create',
			{ ...CHARGE, reservationId: '={{ $json.id }}' },
			{ ...retry, items: [{ id: '' }, { id: 'R-2' }], onError: 'continueRegularOutput' },
		);

		expect(run.json()).toMatchObject([
			{ error: expect.stringContaining("'Reservation ID'") as string },
			{ reservationId: 'R-2' },
		]);
		expect(fresh.service.books.changes.created).toBe(1);
	});

	it('with Stop runs the node again, and succeeds if it then can', async () => {
		fresh.service.faults.add({ kind: 'errorBefore', path: /si-2$/, status: 500 });
		const run = await fresh.run('get', readEach, {
			...retry,
			items: [{ id: 'si-1' }, { id: 'si-2' }],
			onError: 'stopWorkflow',
		});

		expect(run.status).toBe('success');
		expect(run.json()).toMatchObject([{ id: 'si-1' }, { id: 'si-2' }]);
		expect(fresh.exchanges).toBe(1);
	});
});
