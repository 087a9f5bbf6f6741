import type { INodeParameters } from 'n8n-workflow';
import { aMoment } from '../support/aMoment';
import { actionsOf, chargeFromItem, charges, useHotel } from '../support/hotel';

const hotel = useHotel();

/** The service takes a moment, so that executions meet. */
beforeEach(() => (hotel.service.latencyMs = 2));

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
