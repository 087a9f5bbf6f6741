import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { aMoment } from '../support/aMoment';
import { actionsOf, chargeFromItem, listOf, useHotel } from '../support/hotel';

const hotel = useHotel();

/** The service takes a moment, so that executions meet. */
beforeEach(() => (hotel.service.latencyMs = 2));

/** As many different charges, on as many reservations as asked for. */
const charges = (count: number, reservations = 1): IDataObject[] =>
	listOf(count, (amount) => {
		const charge = { reservationId: `R-${amount % reservations}`, amount, date: '2026-11-21' };
		return { ...charge, description: `Breakfast ${amount}`, reference: `order-${amount}` };
	});

const sameFields = { ...chargeFromItem, preventDuplicates: 'sameFields' };

/** Every way to say that a charge must be made once. */
it.each<[string, INodeParameters]>([
	['create', sameFields],
	['create', { ...chargeFromItem, preventDuplicates: 'reference' }],
	['upsert', chargeFromItem],
	['sync', chargeFromItem],
])('executions at one instant double nothing, nor wait for ever, by %s %j', async (...row) => {
	const [operation, parameters] = row;
	hotel.credential.edit({ accountConcurrency: 2 });
	const items = charges(12, 3);
	const orders = [items, [...items].reverse(), [...items.slice(5), ...items.slice(0, 5)]];
	const running = orders.map((each) => hotel.run(operation, parameters, { items: each }));
	const actions = (await Promise.all(running.map(actionsOf))).flat();

	expect(actions.filter((action) => action === 'created')).toHaveLength(12);
	expect(hotel.service.books.changes).toMatchObject({ created: 12, deleted: 0 });
});

it('a sync deletes nothing that another execution has counted on since', async () => {
	const sync = (count: number, more: INodeParameters = {}) =>
		actionsOf(hotel.run('sync', { ...chargeFromItem, ...more }, { items: charges(count) }));
	await sync(2);
	const deleting = { deleteMissing: true, referencePrefix: 'order' };
	const [deletions, later] = await Promise.all([sync(1, deleting), sync(3, deleting)]);

	expect(later).toHaveLength(3);
	// Whoever comes last is right; what the other one has said was done before that.
	const kept = hotel.service.books.all().map(({ amount }) => amount);
	expect(kept.sort()).toEqual([1, 2, 3]);
	expect(deletions).toContain('unchanged');
});

it('a turn ends when its execution is stopped, even though the service does not answer', async () => {
	hotel.service.faults.add({ method: 'POST', path: /services/, kind: 'hangBefore' });
	const parameters = { ...sameFields, options: { maxRetries: 0 } };
	const start = () => hotel.run('create', parameters, { items: charges(1) });
	const first = start();
	await hotel.until(() => hotel.count('POST') === 1);
	const second = start();
	await aMoment();
	expect(hotel.count('POST')).toBe(1);
	first.cancel();

	expect((await first).status).toBe('canceled');
	expect(await actionsOf(second)).toEqual(['created']);
});
