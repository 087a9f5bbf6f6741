import type { IDataObject } from 'n8n-workflow';
import { START } from './support/engineNodeTypes';
import { CHARGE, listOf, useFreshService } from './support/freshService';
import { useRestartedPackage } from './support/restart';
import { runWorkflow } from './support/runWorkflow';
import { byId } from './support/serviceItemNode';
import { connectInRow, defineNode } from './support/workflow';

const fresh = useFreshService();
const afterRestart = { packageRoot: useRestartedPackage() };

const ids = listOf(100, (n) => `si-${n}`);
const hundredItems = { items: ids.map((id) => ({ id })) };

/** Reads the item each input item names. */
function readEach(maxConcurrency: number) {
	return fresh.run(
		'get',
		{ serviceId: byId('={{ $json.id }}'), options: { maxConcurrency } },
		hundredItems,
	);
}

function idsIn(json: IDataObject[]): unknown[] {
	return json.map(({ id }) => id);
}

describe('the access token of one item after the other', () => {
	const serviceId = byId('si-1');
	beforeEach(() => fresh.seed('si-1'));

	it('is fetched by the first run, kept by n8n, and used by the second', async () => {
		await fresh.run('get', { serviceId });
		const run = await fresh.run('get', { serviceId });

		expect(run.status).toBe('success');
		expect(fresh.traffic).toEqual([
			'POST /token 200',
			'GET /services/si-1 200',
			'GET /services/si-1 200',
		]);
		expect(fresh.store.writes).toBe(1);
	});

	it('is asked for with account ID and key as JSON', async () => {
		await fresh.run('get', { serviceId });
		const { accountId, apiKey } = fresh.saved;

		expect(fresh.service.log.entries[0]).toMatchObject({
			headers: { 'content-type': 'application/json' },
			body: { accountId, key: apiKey },
		});
	});

	it('outlives a restart of n8n', async () => {
		await fresh.run('get', { serviceId });
		const run = await fresh.run('get', { serviceId }, afterRestart);

		expect(run.status).toBe('success');
		expect(fresh.exchanges).toBe(1);
	});

	it.each(['expireAll', 'revokeAll'] as const)(
		'is replaced once and the request sent again after %s',
		async (end) => {
			await fresh.run('get', { serviceId });
			fresh.service.tokens[end]();
			fresh.service.log.clear();
			const run = await fresh.run('get', { serviceId });
			await fresh.run('get', { serviceId });

			expect(run.status).toBe('success');
			expect(fresh.traffic).toEqual([
				'GET /services/si-1 401',
				'POST /token 200',
				'GET /services/si-1 200',
				'GET /services/si-1 200',
			]);
		},
	);

	it('is replaced as often as it expires, also in quick succession', async () => {
		for (let round = 1; round <= 4; round++) {
			const run = await fresh.run('get', { serviceId });
			expect(run.status).toBe('success');
			expect(fresh.exchanges).toBe(round);
			fresh.service.tokens.expireAll();
		}
	});

	it('may expire while n8n is down', async () => {
		await fresh.run('get', { serviceId });
		fresh.service.tokens.expireAll();
		const run = await fresh.run('get', { serviceId }, afterRestart);

		expect(run.status).toBe('success');
		expect(fresh.exchanges).toBe(2);
	});

	it('is renewed for every kind of change, which is made once', async () => {
		const changes = [
			['create', CHARGE],
			['update', { serviceId, updateFields: { amount: 30 } }],
			['delete', { serviceId }],
		] as const;
		for (const [operation, parameters] of changes) {
			fresh.service.tokens.expireAll();
			const run = await fresh.run(operation, parameters);
			expect(run.status).toBe('success');
		}

		expect(fresh.service.books.changes).toEqual({ created: 1, updated: 1, deleted: 1 });
		expect(fresh.exchanges).toBe(changes.length);
	});
});

describe('the access token of a hundred items', () => {
	beforeEach(() => fresh.seed(...ids));

	it.each([1, 5, 100])('is fetched once when there is none, %d at a time', async (concurrency) => {
		const run = await readEach(concurrency);

		expect(idsIn(run.json())).toEqual(ids);
		expect(fresh.exchanges).toBe(1);
		expect(fresh.requests).toHaveLength(100);
	});

	it.each([1, 5, 100])(
		'is replaced once when it has expired, %d at a time',
		async (concurrency) => {
			await fresh.run('get', { serviceId: byId('si-1') });
			fresh.service.tokens.expireAll();
			fresh.service.log.clear();
			const run = await readEach(concurrency);

			expect(idsIn(run.json())).toEqual(ids);
			expect(fresh.exchanges).toBe(1);
			expect(fresh.requests.filter((line) => line.endsWith(' 401')).length).toBeLessThanOrEqual(
				concurrency,
			);
		},
	);

	it('is replaced once when it expired before n8n was restarted', async () => {
		await fresh.run('get', { serviceId: byId('si-1') }, afterRestart);
		fresh.service.tokens.expireAll();
		fresh.service.log.clear();
		const run = await readEach(5);

		expect(idsIn(run.json())).toEqual(ids);
		expect(fresh.exchanges).toBe(1);
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

	it('is, once kept, the newest one', async () => {
		fresh.service.faults.add({ kind: 'tokenRevoked', method: 'GET', after: 50 });
		await readEach(100);
		const run = await fresh.run('get', { serviceId: byId('si-1') }, afterRestart);

		expect(run.status).toBe('success');
		expect(fresh.exchanges).toBe(2);
	});

	it('makes every charge once although it expires on the way', async () => {
		fresh.service.books.clear();
		fresh.service.tokens.maxUses = 30;
		const run = await fresh.run(
			'create',
			{ ...CHARGE, reservationId: '={{ $json.id }}', options: { maxConcurrency: 5 } },
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

	it('takes the token another execution has fetched meanwhile', async () => {
		const late = fresh.run('get', { serviceId: byId('si-1') });
		await fresh.until(() => fresh.requests.length === 1);
		const quick = await fresh.run('get', { serviceId: byId('si-2') });

		expect([quick.status, (await late).status]).toEqual(['success', 'success']);
		expect(fresh.exchanges).toBe(1);
	});
});

describe('several executions at once', () => {
	beforeEach(() => fresh.seed('si-1', 'si-2'));

	it.each(['missing', 'expired'])('share one exchange when the token is %s', async (state) => {
		if (state === 'expired') {
			await fresh.run('get', { serviceId: byId('si-1') });
			fresh.service.tokens.expireAll();
			fresh.service.log.clear();
		}
		const runs = await Promise.all(listOf(10, () => fresh.run('get', { serviceId: byId('si-1') })));

		expect(runs.map(({ status }) => status)).toEqual(listOf(10, () => 'success'));
		expect(fresh.exchanges).toBe(1);
	});

	it('succeed when one begins while another is renewing a token kept from before a restart', async () => {
		await fresh.run('get', { serviceId: byId('si-1') }, afterRestart);
		fresh.service.tokens.expireAll();
		fresh.service.log.clear();
		fresh.service.faults.add({ kind: 'delay', path: /token/, delayMs: 300 });
		const first = fresh.run('get', { serviceId: byId('si-1') });
		await fresh.until(() => fresh.exchanges === 1);
		const second = await fresh.run('get', { serviceId: byId('si-2') });

		expect((await first).error?.message).toBeUndefined();
		expect(second.error?.message).toBeUndefined();
		expect(fresh.exchanges).toBe(1);
	});

	it('of two credentials do not mix them up', async () => {
		const villa = fresh.addAccount('villa');
		const items = listOf(20, (n) => ({ n }));
		const parameters = { ...CHARGE, options: { maxConcurrency: 10 } };
		const runBoth = async () =>
			await Promise.all([
				fresh.run('create', { ...parameters, reservationId: 'of-hotel' }, { items }),
				fresh.run(
					'create',
					{ ...parameters, reservationId: 'of-villa' },
					{ items, credential: villa },
				),
			]);
		await runBoth();
		fresh.service.tokens.expireAll();
		await runBoth();

		const made = fresh.service.log.entries.filter(({ status }) => status === 201);
		expect(made).toHaveLength(80);
		for (const { account, body } of made) {
			expect(body).toHaveProperty('reservationId', `of-${account}`);
		}
		expect(fresh.exchanges).toBe(4);
	});
});

it('serves two nodes of one workflow', async () => {
	const node = (name: string, operation: string, parameters: Parameters<typeof fresh.run>[1]) =>
		defineNode(name, 'serviceItem', { resource: 'serviceItem', operation, ...parameters }, fresh);
	const run = await runWorkflow({
		nodes: [
			defineNode('Start', START),
			node('Add', 'create', CHARGE),
			node('Read', 'get', { serviceId: byId('={{ $json.id }}') }),
		],
		connections: connectInRow('Start', 'Add', 'Read'),
		credentials: fresh.store,
	});

	expect(run.json()).toMatchObject([{ ...CHARGE, id: 'si-1' }]);
	expect(fresh.exchanges).toBe(1);
});
