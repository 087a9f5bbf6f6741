import { aMoment } from './support/accountReads';
import { CHARGE, listOf, useFreshService } from './support/freshService';
import { byId } from './support/serviceItemNode';

const fresh = useFreshService();

const readEach = { serviceId: byId('={{ $json.id }}') };

describe('at the same time', () => {
	const ids = listOf(20, (n) => `si-${n}`);
	const items = ids.map((id) => ({ id }));
	const inFlight = () => fresh.service.inFlight;
	beforeEach(() => fresh.seed(...ids));

	it.each([
		[1, { accountConcurrency: 1 }],
		[3, { accountConcurrency: 3 }],
		[60, { accountConcurrency: 60 }],
		[7, { accountConcurrency: '7' }],
		[4, { accountConcurrency: '={{ 2 + 2 }}' }],
		[10, {}],
		[10, { accountConcurrency: '' }],
		[50, { accountConcurrency: 0 }],
	])('%d requests are under way with %j', async (bound, limits) => {
		fresh.credential.edit(limits);
		const items = listOf(70, (n) => ({ id: `si-${n}` }));
		fresh.service.faults.add({ kind: 'hangBefore', method: 'GET', times: 100 });
		const running = fresh.run('get', readEach, { items });
		await fresh.until(() => inFlight().current === bound);
		await aMoment();
		running.cancel();
		await running;

		expect(inFlight().peak).toBe(bound);
	});

	it('no more are under way, whatever the operation', async () => {
		fresh.service.latencyMs = 10;
		fresh.credential.edit({ accountConcurrency: 3 });
		await fresh.run('update', { ...readEach, updateFields: { amount: 1 } }, { items });
		await fresh.run('getAll', { reservationId: '={{ $json.id }}' }, { items });
		await fresh.run('create', { ...CHARGE, reservationId: '={{ $json.id }}' }, { items });
		await fresh.run('delete', readEach, { items });

		expect(inFlight().peak).toBeLessThanOrEqual(3);
		expect(fresh.service.books.changes).toEqual({ created: 20, updated: 20, deleted: 20 });
	});
});

it('one request that is told to slow down slows the whole run down', async () => {
	fresh.seed('si-1');
	const faults = { path: /services/ };
	fresh.service.faults.add({ ...faults, kind: 'tooManyRequests', retryAfter: 110 });
	fresh.service.faults.add({ ...faults, kind: 'delay', delayMs: 150, times: 100 });
	const items = listOf(20, (n) => ({ n }));
	const running = fresh.run('get', { serviceId: byId('si-1') }, { items });
	await fresh.until(() => fresh.requests.filter((line) => !line.endsWith('open')).length === 10);
	// Time enough for the others to go on with the next items, if they did.
	await aMoment();
	running.cancel();
	await running;

	expect(fresh.requests).toHaveLength(10);
});
