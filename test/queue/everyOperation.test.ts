import { DEFAULT_ACCOUNT } from '../service/miniatureService';
import { runEveryOperation } from '../e2e/support/everyOperation';
import { credentialType } from '../e2e/support/workflows';
import { useQueueStage } from './support/queueStage';

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
		const result = await runEveryOperation(stage);

		const byWorkers = stage.system.workers.flatMap((worker) => worker.executions());
		expect(byWorkers).toContain(result.id);
	});
});
