import { DEFAULT_ACCOUNT } from '../service/miniatureService';
import {
	chainNodes,
	chooseById,
	credentialType,
	readJson,
	serviceItemNode,
	triggerName,
} from '../e2e/support/workflows';
import { useQueueStage } from './support/queueStage';

const values = { reservationId: 'RES-1', amount: '35', date: '2026-12-07' };
const chosen = { serviceId: chooseById(`={{ $('Create').item.json.id }}`) };
const sync = { reference: 'spa' };

/** In this order: each builds on what those before have made. */
const steps: Array<[string, Record<string, unknown>]> = [
	['Create', { operation: 'create', ...values, description: 'Late checkout' }],
	['Get', { operation: 'get', ...chosen }],
	['Update', { operation: 'update', ...chosen, updateFields: { amount: '28' } }],
	['Upsert', { operation: 'upsert', ...values, description: 'Spa', reference: 'spa' }],
	['Sync', { operation: 'sync', ...values, description: 'Spa and sauna', ...sync }],
	['Delete', { operation: 'delete', ...chosen }],
	['Get Many', { operation: 'getAll', reservationId: 'RES-1', returnAll: true }],
	['Check', { resource: 'apiFormat', operation: 'check', reservationId: 'RES-1' }],
];

describe('the package in n8n’s queue mode', () => {
	const stage = useQueueStage();

	it('tests the credential, in the main process', async () => {
		const data = { baseUrl: stage.service.url, accountId: DEFAULT_ACCOUNT.accountId };
		const test = async (apiKey: string) =>
			await stage.api.testCredential(stage.credential.id, {
				name: stage.credential.name,
				type: credentialType,
				data: { ...data, apiKey },
			});

		expect(await test(DEFAULT_ACCOUNT.key)).toMatchObject({ status: 'OK' });
		expect(await test('not-the-key')).toMatchObject({ status: 'Error' });
	});

	it('runs every operation in a worker', async () => {
		const nodes = steps.map(([name, parameters]) =>
			serviceItemNode(name, stage.credential, parameters),
		);
		const workflow = await stage.api.createWorkflow(chainNodes('Every operation', ...nodes));

		const result = await stage.api.runWorkflow(workflow, triggerName);

		expect(result.data.resultData.error).toBeUndefined();
		const outputs = steps.map(([name]) => readJson(result, name)[0]);
		expect(outputs).toMatchObject([
			{ amount: 35 },
			{ amount: 35, description: 'Late checkout' },
			{ amount: 28 },
			{ _action: 'created' },
			{ action: 'updated', reference: 'spa' },
			{ deleted: true },
			{ amount: 35, description: 'Spa and sauna [ref:spa]' },
			{ setting: expect.any(String) as string },
		]);
		expect(stage.service.books.all('RES-1')).toHaveLength(1);
		const byWorkers = stage.system.workers.flatMap((worker) => worker.executions());
		expect(byWorkers).toContain(result.id);
	});
});
