import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { setTimeout } from 'node:timers/promises';
import { useHotel } from './support/hotel';
import { useRestartedPackage } from './support/restart';
import type { RunningWorkflow } from './support/runWorkflow';
import type { WorkflowRun } from './support/workflowRun';

const hotel = useHotel();
const otherProcess = useRestartedPackage();

const charge = {
	reservationId: '={{ $json.reservationId }}',
	amount: '={{ $json.amount }}',
	date: '2026-11-21',
	description: '={{ $json.description }}',
};
const byReference = { ...charge, reference: '={{ $json.reference }}' };

/** Every way to say that a charge must be made once, and what it says when the charge was there. */
const ONCE: Array<[string, string, INodeParameters, string]> = [
	['by same fields', 'create', { ...charge, preventDuplicates: 'sameFields' }, 'alreadyExisted'],
	['by reference', 'create', { ...byReference, preventDuplicates: 'reference' }, 'alreadyExisted'],
	['by Create or Update', 'upsert', byReference, 'unchanged'],
	['by Sync', 'sync', byReference, 'unchanged'],
];

/** As many different charges, on as many reservations as asked for. */
function charges(count: number, reservations = 1): IDataObject[] {
	return Array.from({ length: count }, (_, n) => ({
		reservationId: `R-${n % reservations}`,
		amount: n + 1,
		description: `Breakfast ${n}`,
		reference: `order-${n}`,
	}));
}

function actionsOf(run: WorkflowRun): unknown[] {
	expect(run.error).toBeUndefined();
	return run.json().map(({ _action, action }) => _action ?? action);
}

/** How often each charge is in the books, apart from its reference. */
function timesBooked(): Map<string, number> {
	const times = new Map<string, number>();
	for (const { reservationId, amount } of hotel.service.books.all()) {
		const key = `${reservationId} ${amount}`;
		times.set(key, (times.get(key) ?? 0) + 1);
	}
	return times;
}

async function until(condition: () => boolean): Promise<void> {
	while (!condition()) await setTimeout(2);
}

const posts = (): number =>
	hotel.service.log.entries.filter(({ method, path }) => method === 'POST' && path === '/services')
		.length;

beforeEach(() => (hotel.service.latencyMs = 5));
afterEach(() => (hotel.service.latencyMs = 0));

describe.each(ONCE)(
	'two executions of one n8n at the same instant, %s',
	(_, operation, parameters, there) => {
		const start = (items: IDataObject[], options: INodeParameters = {}): RunningWorkflow =>
			hotel.run(operation, { ...parameters, options }, { items });

		it('make one charge of a webhook that is delivered twice', async () => {
			const runs = await Promise.all([start(charges(1)), start(charges(1))]);

			expect(runs.flatMap(actionsOf)).toEqual(['created', there]);
			expect(hotel.service.books.all()).toHaveLength(1);
			expect(hotel.service.books.changes.created).toBe(1);
		});

		it.each([1, 7])('double none of 120 charges on %d reservations', async (reservations) => {
			hotel.service.latencyMs = 1;
			const items = charges(120, reservations);
			const runs = await Promise.all([start(items), start([...items].reverse())]);

			expect(runs.flatMap(actionsOf).filter((action) => action === 'created')).toHaveLength(120);
			expect(hotel.service.books.changes).toMatchObject({ created: 120, deleted: 0 });
		});

		it('do not wait for each other for ever, whatever the order of their reservations', async () => {
			const items = charges(12, 4);
			const options = { maxConcurrency: 2 };
			const orders = [items, [...items].reverse(), [...items.slice(5), ...items.slice(0, 5)]];
			const runs = await Promise.all(orders.map((order) => start(order, options)));

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

	it('are as many as the execution that wants most of them', async () => {
		const runs = await Promise.all([
			hotel.run('create', parameters, { items: twice }),
			hotel.run('create', parameters, { items: [...twice, ...charges(1)] }),
		]);

		expect(runs.flatMap(actionsOf).filter((action) => action === 'created')).toHaveLength(3);
		expect(hotel.service.books.all()).toHaveLength(3);
	});
});

describe('a turn', () => {
	const parameters = { ...charge, preventDuplicates: 'sameFields', options: { maxRetries: 0 } };
	const start = (changes: INodeParameters = {}): RunningWorkflow =>
		hotel.run('create', { ...parameters, ...changes }, { items: charges(1) });

	it('ends when the execution is stopped, even though the service does not answer', async () => {
		hotel.service.faults.add({ method: 'POST', path: /services/, kind: 'hangBefore' });
		const first = start();
		await until(() => posts() === 1);
		const second = start();
		await setTimeout(30);
		expect(posts()).toBe(1);
		first.cancel();

		expect((await first).status).toBe('canceled');
		expect(actionsOf(await second)).toEqual(['created']);
	});

	it('ends when the execution fails', async () => {
		hotel.service.faults.add({
			method: 'POST',
			path: /services/,
			kind: 'errorBefore',
			status: 400,
		});
		const runs = await Promise.all([start(), start()]);

		expect(runs.map(({ status }) => status).sort()).toEqual(['error', 'success']);
		expect(hotel.service.books.all()).toHaveLength(1);
	});

	it('ends with the time that an answer may take', async () => {
		hotel.service.faults.add({ method: 'POST', path: /services/, kind: 'hangBefore' });
		const runs = await Promise.all([
			start({ options: { maxRetries: 0, timeout: 300 } }),
			start({ options: { maxRetries: 0, timeout: 300 } }),
		]);

		expect(runs.filter(({ status }) => status === 'success')).toHaveLength(1);
		expect(hotel.service.books.all()).toHaveLength(1);
	});

	it('that is waited for is given up when the execution is stopped, and nothing is sent', async () => {
		hotel.service.faults.add({ method: 'POST', path: /services/, kind: 'hangBefore' });
		const first = start();
		await until(() => posts() === 1);
		const [second, third] = [start(), start()];
		await setTimeout(30);
		const before = hotel.requests.length;
		second.cancel();
		expect((await second).status).toBe('canceled');
		expect(hotel.requests).toHaveLength(before);
		first.cancel();
		await first;

		expect(actionsOf(await third)).toEqual(['created']);
	});

	it('is not waited for by charges that need no look, nor by other reservations and accounts', async () => {
		hotel.service.faults.add({ method: 'POST', path: /services/, kind: 'hangBefore' });
		const first = start();
		await until(() => posts() === 1);
		await start({ preventDuplicates: 'off' });
		const elsewhere = [{ ...charges(1)[0], reservationId: 'R-9' }];
		await hotel.run('create', parameters, { items: elsewhere });
		hotel.service.accounts.add({ accountId: 'hotel-2', key: 'key-2' });
		hotel.credential.edit({ accountId: 'hotel-2', apiKey: 'key-2' });
		// The miniature service shows all accounts the same books.
		expect(actionsOf(await start())).toEqual(['alreadyExisted']);
		expect(posts()).toBe(3);
		first.cancel();
		await first;
	});
});

it('a sync removes nothing that another execution has counted on since', async () => {
	const wanted = (...numbers: number[]): IDataObject[] =>
		charges(3).filter((_, n) => numbers.includes(n));
	await hotel.run('sync', byReference, { items: wanted(0, 1) });
	const removing = { ...byReference, removeMissing: true };
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
