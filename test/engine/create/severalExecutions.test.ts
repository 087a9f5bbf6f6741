import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { aMoment } from '../support/aMoment';
import { actionsOf, chargeFromItem, fromItem, useHotel } from '../support/hotel';
import type { RunningWorkflow } from '../support/runWorkflow';

const hotel = useHotel();

/** The service takes a moment, so that executions meet. */
beforeEach(() => (hotel.service.latencyMs = 5));

/** As many different charges, on as many reservations as asked for. */
function charges(count: number, reservations = 1): IDataObject[] {
	return Array.from({ length: count }, (_, n) => ({
		reservationId: `R-${n % reservations}`,
		amount: n + 1,
		date: '2026-11-21',
		description: `Breakfast ${n}`,
		reference: `order-${n}`,
	}));
}

const sameFields = { ...chargeFromItem, preventDuplicates: 'sameFields' };

/** Every way to say that a charge must be made once. */
const ONCE: Array<[string, string, INodeParameters]> = [
	['by same fields', 'create', sameFields],
	['by reference', 'create', { ...fromItem, preventDuplicates: 'reference' }],
	['by Create or Update', 'upsert', fromItem],
	['by Sync', 'sync', fromItem],
];

/** What the executions have done for all their items. */
async function allActions(running: RunningWorkflow[]): Promise<unknown[]> {
	return (await Promise.all(running.map(actionsOf))).flat();
}

const created = (actions: unknown[]) => actions.filter((action) => action === 'created');

describe.each(ONCE)(
	'two executions of one n8n at the same instant, %s',
	(_, operation, parameters) => {
		const start = (items: IDataObject[]): RunningWorkflow =>
			hotel.run(operation, parameters, { items });

		it('double none of 16 charges on one reservation', async () => {
			hotel.service.latencyMs = 1;
			const items = charges(16);
			const actions = await allActions([start(items), start([...items].reverse())]);

			expect(created(actions)).toHaveLength(16);
			expect(hotel.service.books.changes).toMatchObject({ created: 16, deleted: 0 });
		});

		it('do not wait for each other for ever, whatever the order of their reservations', async () => {
			const items = charges(12, 4);
			hotel.credential.edit({ accountConcurrency: 2 });
			const orders = [items, [...items].reverse(), [...items.slice(5), ...items.slice(0, 5)]];

			expect(created(await allActions(orders.map(start)))).toHaveLength(12);
		});
	},
);

it('a sync deletes nothing that another execution has counted on since', async () => {
	const wanted = (...numbers: number[]): IDataObject[] =>
		charges(3).filter((_, n) => numbers.includes(n));
	await hotel.run('sync', fromItem, { items: wanted(0, 1) });
	const deleting = { ...fromItem, deleteMissing: true, referencePrefix: 'order' };
	const [deletions, later] = await Promise.all([
		actionsOf(hotel.run('sync', deleting, { items: wanted(0) })),
		actionsOf(hotel.run('sync', deleting, { items: wanted(0, 1, 2) })),
	]);

	expect(later).toHaveLength(3);
	// Whoever comes last is right; what the other one has said was done before that.
	const kept = hotel.service.books.all().map(({ amount }) => amount);
	expect(kept.sort()).toEqual([1, 2, 3]);
	expect(deletions).toContain('unchanged');
});

describe('a turn', () => {
	const parameters = { ...sameFields, options: { maxRetries: 0 } };
	const start = (changes: INodeParameters = {}): RunningWorkflow =>
		hotel.run('create', { ...parameters, ...changes }, { items: charges(1) });
	const posts = () => hotel.count('POST');
	const hang = () =>
		hotel.service.faults.add({ method: 'POST', path: /services/, kind: 'hangBefore' });

	it('ends when the execution is stopped, even though the service does not answer', async () => {
		hang();
		const first = start();
		await hotel.until(() => posts() === 1);
		const second = start();
		await aMoment();
		expect(posts()).toBe(1);
		first.cancel();

		expect((await first).status).toBe('canceled');
		expect(await actionsOf(second)).toEqual(['created']);
	});
});
