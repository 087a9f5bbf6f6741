import { everyOperation, expectEveryOperation } from '../e2e/support/everyOperation';
import { repeatUntil } from '../e2e/support/repeatUntil';
import { readEvents, watchingWorkflow } from '../e2e/support/watching';
import { triggerName } from '../e2e/support/workflows';
import { useQueueStage } from './support/queueStage';

describe('the package in n8n’s queue mode', () => {
	const stage = useQueueStage();

	it('runs every operation in a worker', async () => {
		const { api, credential, service } = stage;
		const workflow = await api.createWorkflow(everyOperation(credential));
		const result = await api.runWorkflow(workflow, triggerName);

		expectEveryOperation(result);
		expect(service.books.all('RES-1')).toHaveLength(1);

		const byWorkers = stage.system.workers.flatMap((worker) => worker.executions());
		expect(byWorkers).toContain(result.id);
	});

	it('polls in the main process only, and starts one execution per poll with news, in a worker', async () => {
		const { api, service, system, credential } = stage;
		const workflow = await api.createWorkflow(watchingWorkflow(['RES-1'], credential));
		const add = (description: string) =>
			service.books.add('RES-1', { amount: 20, date: '2026-12-07', description });
		add('Breakfast');
		await api.activateWorkflow(workflow);

		add('Late checkout');
		const [first = ''] = await api.waitForExecutions(workflow, 1);
		add('Spa');
		const [, second = ''] = await api.waitForExecutions(workflow, 2);
		service.log.clear();
		await repeatUntil(
			'there were polls',
			() => service.log.count('GET', /^\/services$/) >= 3 || undefined,
		);

		expect(await api.waitForExecutions(workflow, 2)).toEqual([first, second]);
		expect(readEvents(await api.waitForExecution(first))).toEqual(['created Late checkout']);
		expect(readEvents(await api.waitForExecution(second))).toEqual(['created Spa']);
		const byWorkers = system.workers.flatMap((worker) => worker.executions());
		const started = byWorkers.filter((id) => [first, second].includes(id));
		expect(started.sort()).toEqual([first, second].sort());
		await api.deactivateWorkflow(workflow);
	});
});
