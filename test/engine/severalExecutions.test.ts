import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { useRestartedPackage } from './support/restart';
import type { RunningWorkflow } from './support/runWorkflow';
import { actionsOf, charges, useBusyHotel } from './support/executionsAtOnce';
import { fromItem as charge } from './support/triedCharges';

const hotel = useBusyHotel();
const otherProcess = useRestartedPackage();

const byReference = { ...charge, reference: '={{ $json.reference }}' };

/** Every way to say that a charge must be made once, and what it says when the charge was there. */
const ONCE: Array<[string, string, INodeParameters, string]> = [
	['by same fields', 'create', { ...charge, preventDuplicates: 'sameFields' }, 'alreadyExisted'],
	['by reference', 'create', { ...byReference, preventDuplicates: 'reference' }, 'alreadyExisted'],
	['by Create or Update', 'upsert', byReference, 'unchanged'],
	['by Sync', 'sync', byReference, 'unchanged'],
];

/** How often each charge is in the books, apart from its reference. */
function timesBooked(): Map<string, number> {
	const times = new Map<string, number>();
	for (const { reservationId, amount } of hotel.service.books.all()) {
		const key = `${reservationId} ${amount}`;
		times.set(key, (times.get(key) ?? 0) + 1);
	}
	return times;
}

describe.each(ONCE)(
	'two executions of one n8n at the same instant, %s',
	(_, operation, parameters, there) => {
		const start = (items: IDataObject[]): RunningWorkflow =>
			hotel.run(operation, parameters, { items });

		it('make one charge of a webhook that is delivered twice', async () => {
			const runs = await Promise.all([start(charges(1)), start(charges(1))]);

			expect(runs.flatMap(actionsOf)).toEqual(['created', there]);
			expect(hotel.service.books.all()).toHaveLength(1);
			expect(hotel.service.books.changes.created).toBe(1);
		});

		it.each([1, 5])('double none of 16 charges on %d reservations', async (reservations) => {
			hotel.service.latencyMs = 1;
			const items = charges(16, reservations);
			const runs = await Promise.all([start(items), start([...items].reverse())]);

			expect(runs.flatMap(actionsOf).filter((action) => action === 'created')).toHaveLength(16);
			expect(hotel.service.books.changes).toMatchObject({ created: 16, deleted: 0 });
		});

		it('do not wait for each other for ever, whatever the order of their reservations', async () => {
			const items = charges(12, 4);
			hotel.credential.edit({ accountConcurrency: 2 });
			const orders = [items, [...items].reverse(), [...items.slice(5), ...items.slice(0, 5)]];
			const runs = await Promise.all(orders.map((order) => start(order)));

			expect(runs.flatMap(actionsOf).filter((action) => action === 'created')).toHaveLength(12);
		});
	},
);

describe('identical charges', () => {
	const parameters = { ...charge, preventDuplicates: 'sameFields' };
	const twice = [...charges(1), ...charges(1)];

	it('that one execution wants twice are found, both, by another at the same instant', async () => {
		const start = () => hotel.run('create', parameters, { items: twice });
		const runs = await Promise.all([start(), start(), start()]);

		expect(runs.flatMap(actionsOf).sort()).toEqual([
			...Array<string>(4).fill('alreadyExisted'),
			...Array<string>(2).fill('created'),
		]);
		expect(hotel.service.books.all()).toHaveLength(2);
	});
});

it('a sync removes nothing that another execution has counted on since', async () => {
	const wanted = (...numbers: number[]): IDataObject[] =>
		charges(3).filter((_, n) => numbers.includes(n));
	await hotel.run('sync', byReference, { items: wanted(0, 1) });
	const removing = { ...byReference, removeMissing: true, referencePrefix: 'order' };
	const runs = await Promise.all([
		hotel.run('sync', removing, { items: wanted(0) }),
		hotel.run('sync', removing, { items: wanted(0, 1, 2) }),
	]);

	const [removals, later] = runs.map((run) => actionsOf(run));
	expect(later).toHaveLength(3);
	// Whoever comes last is right; what the other one has said was done before that.
	const kept = hotel.service.books.all().map(({ amount }) => amount);
	expect(kept.sort()).toEqual([1, 2, 3]);
	expect(removals).toContain('unchanged');
});

describe.each(['string', 'random'] as const)(
	'two processes, by reference, with IDs of type %s',
	(idType) => {
		const modes = ONCE.filter(([, , parameters]) => 'reference' in parameters);

		it.each(modes)('double nothing without a word, %s', async (_, operation, parameters) => {
			hotel.service.latencyMs = 2;
			hotel.speak({ idType }, {});
			const items = charges(20);
			const settings = { items, onError: 'continueRegularOutput' } as const;
			const runs = await Promise.all([
				hotel.run(operation, parameters, settings),
				hotel.run(operation, parameters, { ...settings, packageRoot: otherProcess }),
			]);

			const told = runs.flatMap((run) => run.json()).filter(({ error }) => error !== undefined);
			const doubled = [...timesBooked()].filter(([, times]) => times > 1);
			expect(timesBooked().size).toBe(20);
			expect(doubled).toHaveLength(0);
			expect(told).toEqual([]);
		});
	},
);
