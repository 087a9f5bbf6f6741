import { START } from './support/engineNodeTypes';
import { CHARGE, useFreshService } from './support/freshService';
import { useRestartedPackage } from './support/restart';
import { runWorkflow } from './support/runWorkflow';
import { byId } from './support/serviceItemNode';
import { connectInRow, defineNode } from './support/workflow';

const fresh = useFreshService();
const afterRestart = { packageRoot: useRestartedPackage() };

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
