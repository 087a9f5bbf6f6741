import type { IDataObject } from 'n8n-workflow';
import { CHARGE, listOf, useFreshService } from './support/freshService';
import { byId } from './support/serviceItemNode';

const fresh = useFreshService();

const ids = listOf(100, (n) => `si-${n}`);
const hundredItems = { items: ids.map((id) => ({ id })) };

/** Reads the item each input item names, so many at a time. */
function readEach(accountConcurrency: number) {
	fresh.credential.edit({ accountConcurrency });
	return fresh.run('get', { serviceId: byId('={{ $json.id }}') }, hundredItems);
}

function idsIn(json: IDataObject[]): unknown[] {
	return json.map(({ id }) => id);
}

describe('the access token of a hundred items', () => {
	beforeEach(() => fresh.seed(...ids));

	it.each([1, 20])('is fetched once when there is none, %d at a time', async (concurrency) => {
		const run = await readEach(concurrency);

		expect(idsIn(run.json())).toEqual(ids);
		expect(fresh.exchanges).toBe(1);
		expect(fresh.requests).toHaveLength(100);
	});

	it.each([1, 20])('is replaced once when it has expired, %d at a time', async (concurrency) => {
		await fresh.run('get', { serviceId: byId('si-1') });
		fresh.service.tokens.expireAll();
		fresh.service.log.clear();
		const run = await readEach(concurrency);

		expect(idsIn(run.json())).toEqual(ids);
		expect(fresh.exchanges).toBe(1);
		expect(fresh.requests.filter((line) => line.endsWith(' 401')).length).toBeLessThanOrEqual(
			concurrency,
		);
	});

	it('is replaced once when it is revoked in the middle of the run', async () => {
		fresh.service.faults.add({ kind: 'tokenRevoked', method: 'GET', after: 50 });
		const run = await readEach(20);

		expect(idsIn(run.json())).toEqual(ids);
		expect(fresh.exchanges).toBe(2);
	});

	it('is replaced once each time it has served for forty requests', async () => {
		fresh.service.tokens.maxUses = 40;
		const run = await readEach(5);

		expect(idsIn(run.json())).toEqual(ids);
		expect(fresh.exchanges).toBe(3);
	});

	it('makes every charge once although it expires on the way', async () => {
		fresh.service.books.clear();
		fresh.service.tokens.maxUses = 30;
		fresh.credential.edit({ accountConcurrency: 5 });
		const run = await fresh.run(
			'create',
			{ ...CHARGE, reservationId: '={{ $json.id }}' },
			hundredItems,
		);

		expect(run.json().map(({ reservationId }) => reservationId)).toEqual(ids);
		expect(fresh.service.books.changes.created).toBe(100);
		expect(fresh.exchanges).toBe(4);
	});
});

describe('a refusal that arrives late', () => {
	beforeEach(async () => {
		fresh.seed(...ids);
		await fresh.run('get', { serviceId: byId('si-2') });
		fresh.service.tokens.expireAll();
		fresh.service.log.clear();
		fresh.service.faults.add({ kind: 'delay', path: /si-1$/, delayMs: 200 });
	});

	it('takes the token a neighbour has fetched meanwhile', async () => {
		const run = await readEach(5);

		expect(idsIn(run.json())).toEqual(ids);
		expect(fresh.exchanges).toBe(1);
		expect(fresh.requests.filter((line) => line.includes('/si-1 '))).toEqual([
			'GET /services/si-1 401',
			'GET /services/si-1 200',
		]);
	});
});
